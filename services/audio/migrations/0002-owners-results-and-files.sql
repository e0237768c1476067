-- oldest compatible version: 0.1.0
-- Every row belongs to a client: with authentication its name, without it "public".
ALTER TABLE job
  ADD COLUMN owner text NOT NULL DEFAULT 'public',
  -- Form fields that change what is done.
  ADD COLUMN options jsonb NOT NULL DEFAULT '{}',
  -- How often a worker took it.
  ADD COLUMN attempts integer NOT NULL DEFAULT 0,
  -- The batch that the job is one file of.
  ADD COLUMN batch_id uuid REFERENCES job ON DELETE CASCADE,
  -- A batch has no file of its own.
  ALTER COLUMN input DROP NOT NULL,
  ADD CHECK ((type = 'batch_analyze') = (input IS NULL));
ALTER TABLE job ALTER COLUMN owner DROP DEFAULT;

DROP INDEX job_newest;
DROP INDEX job_newest_of_status;
CREATE INDEX job_newest ON job (owner, created_at DESC, id DESC);
CREATE INDEX job_newest_of_status ON job (owner, status, created_at DESC, id DESC);
CREATE INDEX job_of_batch ON job (batch_id, created_at, id) WHERE batch_id IS NOT NULL;
CREATE INDEX job_ended ON job (completed_at) WHERE completed_at IS NOT NULL;
-- Which files in storage are still needed.
CREATE INDEX job_open_input ON job ((input ->> 'key')) WHERE status IN ('pending', 'processing');

-- Files that a result refers to, such as stems. The bytes are in storage under the key.
CREATE TABLE artifact (
  key uuid PRIMARY KEY,
  owner text NOT NULL,
  filename text NOT NULL,
  media_type text NOT NULL,
  size_bytes bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX artifact_expiry ON artifact (expires_at);

-- The same bytes are analysed once per client, engine and kind of analysis.
CREATE TABLE cached_result (
  owner text NOT NULL,
  content_sha256 text NOT NULL,
  analysis text NOT NULL,
  engine_version text NOT NULL,
  -- As text, so that a second answer has its fields in the same order as the first.
  body json NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (owner, content_sha256, analysis, engine_version)
);
CREATE INDEX cached_result_age ON cached_result (created_at);

-- What a client meant by an Idempotency-Key: a fingerprint of the request, and the job if one was accepted.
CREATE TABLE idempotency_key (
  owner text NOT NULL,
  key text NOT NULL,
  fingerprint text NOT NULL,
  job_id uuid REFERENCES job ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (owner, key)
);
CREATE INDEX idempotency_key_age ON idempotency_key (created_at);
CREATE INDEX idempotency_key_job ON idempotency_key (job_id) WHERE job_id IS NOT NULL;

-- Bytes that a client uploaded on a day (UTC).
CREATE TABLE upload_usage (
  owner text NOT NULL,
  day date NOT NULL,
  bytes bigint NOT NULL,
  PRIMARY KEY (owner, day)
);

-- Secrets that all processes of one installation share; made by whoever comes first.
CREATE TABLE shared_secret (
  name text PRIMARY KEY,
  value text NOT NULL
);
