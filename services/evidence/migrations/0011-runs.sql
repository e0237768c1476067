-- oldest compatible version: 0.1.0
-- A hypothesis is a pair: this observation is this molecule. Observation ids belong to a run; the empty run is the scope that
-- an organization shares, in which everything was kept before.
ALTER TABLE evidence ADD COLUMN run_id text NOT NULL DEFAULT '';

-- Row-level security binds the owner too, so it is lifted while existing rows are carried over.
ALTER TABLE evidence NO FORCE ROW LEVEL SECURITY;
-- Metadata that named a run or a feature group before the service read them.
UPDATE evidence SET
  run_id = CASE WHEN jsonb_typeof(metadata -> 'run_id') IN ('string', 'number') AND metadata ->> 'run_id' <> 'shared'
    THEN left(metadata ->> 'run_id', 200) ELSE '' END,
  observation_id = CASE WHEN jsonb_typeof(metadata -> 'feature_group') IN ('string', 'number') AND metadata ->> 'feature_group' <> ''
    THEN left(metadata ->> 'feature_group', 200) ELSE observation_id END
WHERE (observation_id IS NOT NULL AND metadata ? 'run_id') OR metadata ? 'feature_group';

-- All candidates of an observation, in one query: their items of the pair, and those that bear on the molecule as such.
DROP INDEX evidence_observation;
CREATE INDEX evidence_observation ON evidence (organization_id, run_id, observation_id) WHERE observation_id IS NOT NULL;
CREATE INDEX evidence_as_such ON evidence (organization_id, molecule_id) WHERE observation_id IS NULL;

CREATE TABLE run (
  organization_id uuid NOT NULL,
  run_id text NOT NULL,
  name text,
  -- In milliseconds, the resolution of a cursor.
  created_at timestamptz NOT NULL DEFAULT date_trunc('milliseconds', now()),
  -- Imported files, and observations of the run, counted as they come.
  files integer NOT NULL DEFAULT 0,
  observations bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (organization_id, run_id)
)
WITH (fillfactor = 70);
CREATE INDEX run_time ON run (organization_id, created_at, run_id);

-- Summary of each observation, for the table of a run. Computed by a job: `changes` counts the writes of evidence,
-- `assessed_changes` how many of them the summary has seen. A probability of −1 stands for an observation that was not
-- assessed yet and sorts last.
CREATE TABLE observation (
  organization_id uuid NOT NULL,
  run_id text NOT NULL,
  observation_id text NOT NULL,
  changes integer NOT NULL DEFAULT 1,
  assessed_changes integer NOT NULL DEFAULT 0,
  model_version integer,
  algorithm_version text,
  assessed_at timestamptz,
  candidates integer NOT NULL DEFAULT 0,
  -- Candidate with the highest probability, its molecule and its name.
  candidate_key text,
  molecule_id text,
  name text,
  probability double precision NOT NULL DEFAULT -1,
  lower_bound double precision,
  upper_bound double precision,
  none_probability double precision,
  -- Ids and names of the best candidates, for the search by text. No index: matching words counts as leaky.
  words tsvector,
  PRIMARY KEY (organization_id, run_id, observation_id)
)
WITH (fillfactor = 80);
-- Read backwards: the most probable first. Plain columns, because under row-level security only comparisons that cannot leak
-- are looked up in an index.
CREATE INDEX observation_probability ON observation (organization_id, run_id, probability, observation_id);
CREATE INDEX observation_stale ON observation (organization_id, run_id, observation_id) WHERE assessed_changes < changes;

INSERT INTO observation (organization_id, run_id, observation_id)
  SELECT DISTINCT organization_id, run_id, observation_id FROM evidence WHERE observation_id IS NOT NULL;
INSERT INTO run (organization_id, run_id, observations)
  SELECT organization_id, run_id, count(*) FROM observation GROUP BY 1, 2;
ALTER TABLE evidence FORCE ROW LEVEL SECURITY;

-- A label may name the pair; empty texts stand for a label of the molecule as such.
ALTER TABLE label ADD COLUMN run_id text NOT NULL DEFAULT '', ADD COLUMN observation_id text NOT NULL DEFAULT '';
ALTER TABLE label DROP CONSTRAINT label_pkey;
ALTER TABLE label ADD PRIMARY KEY (organization_id, molecule_id, run_id, observation_id, recorded_at);

-- Scope of the observation ids of the file. The formats are those of the reader, which has more with every version.
ALTER TABLE import_job ADD COLUMN run_id text;
ALTER TABLE import_job DROP CONSTRAINT import_job_format_check;

DO $tenant$
DECLARE tenant_table text;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY['run', 'observation'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('CREATE POLICY own ON %I USING (organization_id = (SELECT current_organization()))', tenant_table);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE ON %I TO evidence_tenant', tenant_table);
  END LOOP;
END
$tenant$;
