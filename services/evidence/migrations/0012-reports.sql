-- oldest compatible version: 0.1.0
-- Reports as they were made, with what is needed to make them again: the request, the moment and the versions.
CREATE TABLE report (
  organization_id uuid NOT NULL,
  result_hash text NOT NULL CHECK (result_hash ~ '^[0-9a-f]{64}$'),
  recorded_at timestamptz NOT NULL DEFAULT now(),
  user_id uuid NOT NULL,
  -- Evidence and model are those of this moment.
  moment timestamptz NOT NULL,
  request jsonb NOT NULL,
  algorithm_version text NOT NULL,
  package_version text NOT NULL,
  -- Not jsonb: it keeps the order of what was hashed.
  report json NOT NULL,
  PRIMARY KEY (organization_id, result_hash)
);

ALTER TABLE report ENABLE ROW LEVEL SECURITY;
ALTER TABLE report FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON report USING (organization_id = (SELECT current_organization()));
GRANT SELECT, INSERT ON report TO evidence_tenant;
