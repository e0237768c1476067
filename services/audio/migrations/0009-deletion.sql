-- oldest compatible version: 0.1.0
-- Clients whose data were deleted whole, or are being deleted, with the receipt of each.
CREATE TABLE deletion (
  deletion_id uuid PRIMARY KEY,
  -- Name of the client. The column is not named owner: what is deleted has no row with that name.
  subject_id text NOT NULL,
  subject_name text NOT NULL,
  requested_by text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  -- Deleted rows per table, written in the transaction of each batch.
  counts jsonb NOT NULL DEFAULT '{}',
  export_sha256 text,
  completed_at timestamptz,
  -- Not jsonb: it keeps the order of what was hashed.
  receipt json,
  receipt_hash text
);
CREATE UNIQUE INDEX deletion_open ON deletion (subject_id) WHERE completed_at IS NULL;
