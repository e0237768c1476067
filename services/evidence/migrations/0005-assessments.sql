-- oldest compatible version: 0.1.0
-- What labels taught, one immutable version per fit.
CREATE TABLE learned_model (
  organization_id uuid NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  recorded_at timestamptz NOT NULL,
  model jsonb NOT NULL,
  PRIMARY KEY (organization_id, version)
);

-- What molecules teach about evidence types, appended, never updated: the mean values of one molecule that replace
-- those it had taught before. The statistics are the sum.
CREATE TABLE network_delta (
  organization_id uuid NOT NULL,
  molecule_id text NOT NULL,
  recorded_at timestamptz NOT NULL,
  before jsonb,
  after jsonb NOT NULL,
  PRIMARY KEY (organization_id, molecule_id, recorded_at)
);
CREATE INDEX network_delta_time ON network_delta (organization_id, recorded_at);

-- The sum of all deltas up to a time, so that reading stays short. Immutable.
CREATE TABLE network_snapshot (
  organization_id uuid NOT NULL,
  recorded_at timestamptz NOT NULL,
  -- Not jsonb: its keys join names by NUL, which jsonb does not take.
  statistics json NOT NULL,
  PRIMARY KEY (organization_id, recorded_at)
);

-- Curated truth, appended; the newest label of a molecule counts.
CREATE TABLE label (
  organization_id uuid NOT NULL,
  molecule_id text NOT NULL,
  recorded_at timestamptz NOT NULL,
  correct boolean NOT NULL,
  curator text,
  user_id uuid NOT NULL,
  PRIMARY KEY (organization_id, molecule_id, recorded_at)
);

CREATE TABLE assessment (
  organization_id uuid NOT NULL,
  molecule_id text NOT NULL,
  recorded_at timestamptz NOT NULL,
  assessment_id uuid NOT NULL,
  -- The request as it has to be sent again, with as_of = recorded_at, to get the same result.
  request jsonb NOT NULL,
  algorithm_version text NOT NULL,
  model_version integer NOT NULL,
  overall_score double precision NOT NULL,
  lower_bound double precision NOT NULL,
  upper_bound double precision NOT NULL,
  result_hash text NOT NULL,
  PRIMARY KEY (organization_id, molecule_id, recorded_at)
);

DO $tenant$
DECLARE tenant_table text;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY['learned_model', 'network_delta', 'network_snapshot', 'label', 'assessment'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('CREATE POLICY own ON %I USING (organization_id = (SELECT current_organization()))', tenant_table);
    EXECUTE format('GRANT SELECT, INSERT ON %I TO evidence_tenant', tenant_table);
  END LOOP;
END
$tenant$;
