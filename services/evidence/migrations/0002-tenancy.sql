-- oldest compatible version: 0.1.0
-- Data belong to an organization, and PostgreSQL enforces it. Two roles without login:
--   evidence_tenant   taken for one transaction; sees the rows of the organization set in that transaction, else none
--   evidence_service  what a login needs: users, keys, tokens, and the right to take evidence_tenant. A deployment makes
--                     its login with "CREATE ROLE … LOGIN IN ROLE evidence_service"; it owns nothing.
-- Roles belong to the whole cluster, advisory locks to one database: another database's migration may be making the
-- same roles at this moment, so both are created and granted tolerantly.
DO $roles$
BEGIN
  FOR attempt IN 1..50 LOOP
    BEGIN
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'evidence_tenant') THEN
        CREATE ROLE evidence_tenant NOLOGIN NOBYPASSRLS NOSUPERUSER;
      END IF;
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'evidence_service') THEN
        CREATE ROLE evidence_service NOLOGIN NOBYPASSRLS NOSUPERUSER;
      END IF;
      IF NOT pg_has_role('evidence_service', 'evidence_tenant', 'MEMBER') THEN
        GRANT evidence_tenant TO evidence_service;
      END IF;
      IF NOT pg_has_role(current_user, 'evidence_tenant', 'MEMBER') THEN
        EXECUTE format('GRANT evidence_tenant TO %I', current_user);
      END IF;
      RETURN;
    EXCEPTION
      -- XX000 is "tuple concurrently updated": another migration changed the same role.
      WHEN duplicate_object OR unique_violation OR internal_error THEN PERFORM pg_sleep(0.02 * attempt);
    END;
  END LOOP;
  RAISE EXCEPTION 'the roles evidence_tenant and evidence_service could not be made; does this login have CREATEROLE?';
END
$roles$;

-- The organization of this transaction; null, which equals nothing, where none is set. Policies ask for it in a subquery,
-- which PostgreSQL answers once per statement and not once per row.
CREATE FUNCTION current_organization() RETURNS uuid LANGUAGE sql STABLE
  AS $$ SELECT nullif(current_setting('evidence.organization_id', true), '')::uuid $$;

GRANT SELECT, INSERT ON organization TO evidence_service;
GRANT SELECT, INSERT, UPDATE, DELETE ON app_user TO evidence_service;
GRANT SELECT, INSERT ON signing_key TO evidence_service;
GRANT SELECT ON schema_migration TO evidence_service;
GRANT SELECT ON organization TO evidence_tenant;
GRANT SELECT, INSERT, UPDATE, DELETE ON app_user TO evidence_tenant;

-- Logging in happens before an organization is known: the login sees all users, a tenant its own.
ALTER TABLE organization ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON organization TO evidence_tenant USING (id = (SELECT current_organization()));
CREATE POLICY login ON organization TO evidence_service USING (true) WITH CHECK (true);
ALTER TABLE app_user ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON app_user TO evidence_tenant USING (organization_id = (SELECT current_organization()));
CREATE POLICY login ON app_user TO evidence_service USING (true) WITH CHECK (true);

CREATE TABLE molecule (
  organization_id uuid NOT NULL REFERENCES organization,
  -- A CURIE (chebi:15377, inchikey:…) or the opaque name the organization gave.
  molecule_id text NOT NULL CHECK (length(molecule_id) BETWEEN 1 AND 200),
  name text,
  aliases text[] NOT NULL DEFAULT '{}',
  -- What was given (SMILES or molfile) and everything derived from it.
  structure jsonb,
  inchikey text,
  -- Morgan fingerprint, radius 2, folded to 2048 bits; Tanimoto is one minus pgvector's Jaccard distance.
  morgan bit(2048),
  created_at timestamptz NOT NULL,
  -- Time of the last write of evidence; also the lock under which it happens, and strictly rising.
  last_recorded_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, molecule_id)
)
-- Room on each page for the next time, so that a write touches no index.
WITH (fillfactor = 70);
CREATE INDEX molecule_inchikey ON molecule (organization_id, inchikey) WHERE inchikey IS NOT NULL;

CREATE TABLE evidence (
  organization_id uuid NOT NULL,
  molecule_id text NOT NULL,
  -- From the content: the same item sent twice is one row.
  evidence_id uuid NOT NULL,
  type text NOT NULL,
  value double precision NOT NULL CHECK (value BETWEEN 0 AND 1),
  uncertainty double precision NOT NULL CHECK (uncertainty BETWEEN 0 AND 1),
  observed_at timestamptz NOT NULL,
  source text NOT NULL,
  metadata jsonb NOT NULL,
  -- Molecules whose items carry the same observation are rivals for it.
  observation_id text,
  recorded_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, molecule_id, evidence_id)
);
CREATE INDEX evidence_observation ON evidence (organization_id, observation_id) WHERE observation_id IS NOT NULL;

CREATE TABLE audit_log (
  organization_id uuid NOT NULL,
  audit_id bigint GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  user_id uuid NOT NULL,
  request_id text NOT NULL,
  action text NOT NULL,
  target text NOT NULL,
  details jsonb NOT NULL,
  PRIMARY KEY (organization_id, audit_id)
);

-- A millisecond, by the database's clock, after `last`: the replicas' clocks may differ, and a past state is named by
-- a time of millisecond resolution, so two writes of one molecule never share one.
CREATE FUNCTION next_moment(last timestamptz) RETURNS timestamptz LANGUAGE plpgsql VOLATILE AS $$
DECLARE moment timestamptz := date_trunc('milliseconds', clock_timestamp());
BEGIN
  WHILE moment <= last LOOP
    PERFORM pg_sleep(least(0.001, extract(epoch FROM last - moment)));
    moment := date_trunc('milliseconds', clock_timestamp());
    -- A clock set back must not stop writing.
    IF last - moment > interval '1 second' THEN RETURN last + interval '1 millisecond'; END IF;
  END LOOP;
  RETURN moment;
END $$;

DO $tenant$
DECLARE tenant_table text;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY['molecule', 'evidence', 'audit_log'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    -- Forced: the owner is no exception.
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('CREATE POLICY own ON %I USING (organization_id = (SELECT current_organization()))', tenant_table);
  END LOOP;
END
$tenant$;
GRANT SELECT, INSERT, UPDATE ON molecule, evidence TO evidence_tenant;
-- The trail is only ever added to.
GRANT SELECT, INSERT ON audit_log TO evidence_tenant;
