-- oldest compatible version: 0.1.0
-- Counts the batches of summaries that were stored for a run. A reader of the table in pages sees by it that rows may have
-- changed places.
ALTER TABLE run ADD COLUMN summaries bigint NOT NULL DEFAULT 0;
