-- oldest compatible version: 0.1.0
-- What an organization has imported on one day (UTC), counted over all replicas.
CREATE TABLE import_quota (
  organization_id uuid NOT NULL,
  day date NOT NULL,
  imports integer NOT NULL DEFAULT 0,
  bytes bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (organization_id, day)
);
ALTER TABLE import_quota ENABLE ROW LEVEL SECURITY;
ALTER TABLE import_quota FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON import_quota USING (organization_id = (SELECT current_organization()));
GRANT SELECT, INSERT, UPDATE, DELETE ON import_quota TO evidence_tenant;
