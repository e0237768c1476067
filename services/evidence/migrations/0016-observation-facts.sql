-- oldest compatible version: 0.1.0
-- What the table of a run shows beside the best candidate: shares of the next ones, level, conflict, sources. Rows without
-- it are assessed again.
ALTER TABLE observation ADD COLUMN facts jsonb;
