-- oldest compatible version: 0.1.0
-- Organizations that were deleted whole, or are being deleted, with the receipt of each. Only the owner of the database
-- deletes organizations, so the service has no rights here.
CREATE TABLE deletion (
  deletion_id uuid PRIMARY KEY,
  -- Id and name of the organization. The column is not named organization_id: what is deleted has no row with that name.
  subject_id text NOT NULL,
  subject_name text NOT NULL,
  requested_by text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  -- Deleted rows per table, written in the transaction of each batch.
  counts jsonb NOT NULL DEFAULT '{}',
  export_sha256 text,
  audit_head text,
  -- Rows that had to go first, until the deletion is complete: they can still be exported.
  removed_first json,
  completed_at timestamptz,
  -- Not jsonb: it keeps the order of what was hashed.
  receipt json,
  receipt_hash text
);
CREATE UNIQUE INDEX deletion_open ON deletion (subject_id) WHERE completed_at IS NULL;

-- An export holds the networks from which the users of the organization signed in.
GRANT SELECT ON login_network TO evidence_tenant;
ALTER TABLE login_network ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON login_network TO evidence_tenant
  USING (EXISTS (SELECT FROM app_user WHERE app_user.id = login_network.user_id));
CREATE POLICY login ON login_network TO evidence_service USING (true) WITH CHECK (true);

-- Removes the oldest entries of this transaction's organization that were written before a time, at most `most`, and keeps
-- the place and hash where the chain now begins. It runs as the owner, because the trail is only ever added to, and it
-- refuses entries of the last 30 days, so that nobody who can call it covers fresh tracks. Returns the last place removed,
-- or null.
CREATE FUNCTION trim_audit(before timestamptz, most integer) RETURNS bigint
LANGUAGE plpgsql VOLATILE SECURITY DEFINER AS $$
DECLARE
  place uuid := current_organization();
  last_seq bigint;
  last_hash bytea;
BEGIN
  IF before > now() - interval '30 days' THEN
    RAISE EXCEPTION 'entries of the last 30 days cannot be removed';
  END IF;
  PERFORM FROM audit_head h WHERE h.organization_id = place FOR UPDATE;
  -- Only a prefix: the first entry that is young enough ends it.
  SELECT max(old.seq) INTO last_seq FROM (
    SELECT c.seq, bool_and(l.at < before) OVER (ORDER BY c.seq) AS expired
    FROM audit_chain c JOIN audit_log l ON l.organization_id = c.organization_id AND l.audit_id = c.audit_id
    WHERE c.organization_id = place ORDER BY c.seq LIMIT most) old
  WHERE old.expired;
  IF last_seq IS NULL THEN RETURN NULL; END IF;
  SELECT c.hash INTO last_hash FROM audit_chain c WHERE c.organization_id = place AND c.seq = last_seq;
  DELETE FROM audit_log l USING audit_chain c
    WHERE l.organization_id = place AND c.organization_id = place AND c.audit_id = l.audit_id AND c.seq <= last_seq;
  DELETE FROM audit_chain c WHERE c.organization_id = place AND c.seq <= last_seq;
  UPDATE audit_head h SET start_seq = last_seq, start_hash = last_hash WHERE h.organization_id = place;
  RETURN last_seq;
END $$;
DO $path$
BEGIN
  EXECUTE format('ALTER FUNCTION trim_audit(timestamptz, integer) SET search_path = %I, pg_temp', current_schema());
END
$path$;
REVOKE ALL ON FUNCTION trim_audit(timestamptz, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION trim_audit(timestamptz, integer) TO evidence_tenant;
