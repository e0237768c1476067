-- oldest compatible version: 0.1.0
-- One row per job. The queue only delivers; this row is what clients see and what survives.
CREATE TABLE job (
  id uuid PRIMARY KEY,
  type text NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'processing', 'completed', 'failed', 'cancelled')),
  progress real NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 1),
  stage text,
  -- Stored file, its name and size.
  input jsonb NOT NULL,
  results jsonb,
  error jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  completed_at timestamptz,
  -- A final state has a time, and results or an error exactly when it says so.
  CHECK ((status IN ('completed', 'failed', 'cancelled')) = (completed_at IS NOT NULL)),
  CHECK ((status = 'completed') = (results IS NOT NULL)),
  CHECK ((status = 'failed') = (error IS NOT NULL))
);

CREATE INDEX job_newest ON job (created_at DESC, id DESC);
CREATE INDEX job_newest_of_status ON job (status, created_at DESC, id DESC);
