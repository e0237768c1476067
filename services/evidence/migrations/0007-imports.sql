-- oldest compatible version: 0.1.0
-- A file on its way in. Its bytes stay in chunks of whole lines until they are done, so a restart goes on where the last
-- transaction ended.
CREATE TABLE import_job (
  organization_id uuid NOT NULL,
  import_id uuid NOT NULL,
  user_id uuid NOT NULL,
  request_id text NOT NULL,
  format text NOT NULL CHECK (format IN ('ndjson', 'csv', 'mztab')),
  status text NOT NULL CHECK (status IN ('receiving', 'queued', 'running', 'completed', 'failed')),
  received_bytes bigint NOT NULL DEFAULT 0,
  chunk_count integer NOT NULL DEFAULT 0,
  next_chunk integer NOT NULL DEFAULT 0,
  reader_state jsonb NOT NULL DEFAULT '{"lineNumber": 0}',
  items_read bigint NOT NULL DEFAULT 0,
  items_added bigint NOT NULL DEFAULT 0,
  error_count bigint NOT NULL DEFAULT 0,
  failure text,
  created_at timestamptz NOT NULL DEFAULT now(),
  completed_at timestamptz,
  PRIMARY KEY (organization_id, import_id)
);

CREATE TABLE import_chunk (
  organization_id uuid NOT NULL,
  import_id uuid NOT NULL,
  position integer NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (organization_id, import_id, position)
);

CREATE TABLE import_error (
  organization_id uuid NOT NULL,
  import_id uuid NOT NULL,
  line bigint NOT NULL,
  field text NOT NULL,
  issue text NOT NULL,
  PRIMARY KEY (organization_id, import_id, line)
);

DO $tenant$
DECLARE tenant_table text;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY['import_job', 'import_chunk', 'import_error'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('CREATE POLICY own ON %I USING (organization_id = (SELECT current_organization()))', tenant_table);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO evidence_tenant', tenant_table);
  END LOOP;
END
$tenant$;
