-- oldest compatible version: 0.1.0
-- Whether the service made the run. A run of the same name that a user made is never taken for it.
ALTER TABLE run ADD COLUMN example boolean NOT NULL DEFAULT false;

-- Removes the example run of this transaction's organization with everything that belongs to it, and returns the molecules
-- that it was about. It runs as the owner, because the tenant role may delete no evidence, and this is the only exception.
-- Jobs come first: the statement waits for a part that is being read, and what that part kept is seen below.
CREATE FUNCTION remove_example_run() RETURNS TABLE (removed_id text)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER AS $$
DECLARE
  place uuid := current_organization();
  example_id text;
  touched text[];
BEGIN
  SELECT r.run_id INTO example_id FROM run r WHERE r.organization_id = place AND r.example FOR UPDATE;
  IF example_id IS NULL THEN RETURN; END IF;
  WITH jobs AS (DELETE FROM import_job j WHERE j.organization_id = place AND j.run_id = example_id RETURNING j.import_id),
    chunks AS (DELETE FROM import_chunk c USING jobs WHERE c.organization_id = place AND c.import_id = jobs.import_id)
  DELETE FROM import_error e USING jobs WHERE e.organization_id = place AND e.import_id = jobs.import_id;
  SELECT array_agg(DISTINCT e.molecule_id) INTO touched FROM evidence e
    WHERE e.organization_id = place AND e.run_id = example_id;
  DELETE FROM evidence e WHERE e.organization_id = place AND e.run_id = example_id;
  DELETE FROM observation o WHERE o.organization_id = place AND o.run_id = example_id;
  DELETE FROM label l WHERE l.organization_id = place AND l.run_id = example_id;
  DELETE FROM report p WHERE p.organization_id = place AND p.request ->> 'runId' = example_id;
  DELETE FROM run r WHERE r.organization_id = place AND r.run_id = example_id;
  -- Molecules that nothing else mentions. Those that a user described, labelled or assessed stay.
  DELETE FROM molecule m WHERE m.organization_id = place AND m.molecule_id = ANY (touched)
    AND m.name IS NULL AND m.structure IS NULL AND m.aliases = '{}'
    AND NOT EXISTS (SELECT FROM evidence e WHERE e.organization_id = place AND e.molecule_id = m.molecule_id)
    AND NOT EXISTS (SELECT FROM label l WHERE l.organization_id = place AND l.molecule_id = m.molecule_id)
    AND NOT EXISTS (SELECT FROM assessment a WHERE a.organization_id = place AND a.molecule_id = m.molecule_id);
  RETURN QUERY SELECT unnest(coalesce(touched, '{}'));
END $$;
-- A function that runs as its owner must not find tables that its caller made.
DO $path$
BEGIN
  EXECUTE format('ALTER FUNCTION remove_example_run() SET search_path = %I, pg_temp', current_schema());
END
$path$;
REVOKE ALL ON FUNCTION remove_example_run() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION remove_example_run() TO evidence_tenant;
