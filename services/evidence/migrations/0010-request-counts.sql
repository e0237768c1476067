-- oldest compatible version: 0.1.0
-- Requests per client in its current minute, of all replicas together. Unlogged: after a crash of the database the counts
-- begin anew, which is what a rate limit may forget.
CREATE UNLOGGED TABLE request_count (
  client text PRIMARY KEY,
  requests integer NOT NULL,
  window_ends_at timestamptz NOT NULL
)
-- Room on each page for the next count, so that a write touches no index.
WITH (fillfactor = 50);
GRANT SELECT, INSERT, UPDATE, DELETE ON request_count TO evidence_service;
