-- oldest compatible version: 0.1.0
-- Each entry of the audit trail has a hash over itself and the hash of the entry before it, per organization. A removed,
-- changed, inserted or moved line breaks the chain. The hashes lie beside the trail, so that older releases, which know
-- nothing of them, write chained entries too.
CREATE TABLE audit_chain (
  organization_id uuid NOT NULL,
  -- Place in the chain of the organization, from 1 without gaps.
  seq bigint NOT NULL,
  audit_id bigint NOT NULL,
  hash bytea NOT NULL,
  PRIMARY KEY (organization_id, seq),
  UNIQUE (organization_id, audit_id)
);

-- Last place and hash of each chain. Its row is also the lock under which the chain grows.
CREATE TABLE audit_head (
  organization_id uuid PRIMARY KEY,
  seq bigint NOT NULL,
  hash bytea NOT NULL,
  -- Last place and hash that retention removed: the chain begins after them.
  start_seq bigint NOT NULL DEFAULT 0,
  start_hash bytea NOT NULL DEFAULT decode(repeat('00', 32), 'hex')
)
-- Room on each page for the next head, so that a write touches no index.
WITH (fillfactor = 50);

DO $tenant$
DECLARE tenant_table text;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY['audit_chain', 'audit_head'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('CREATE POLICY own ON %I USING (organization_id = (SELECT current_organization()))', tenant_table);
    -- Only the trigger below writes, as the owner.
    EXECUTE format('GRANT SELECT ON %I TO evidence_tenant', tenant_table);
  END LOOP;
END
$tenant$;

-- The text of an entry that is hashed: a JSON array. Exports carry it, so that anyone can check them with sha256 alone.
CREATE FUNCTION sealed_text(entry audit_log, place bigint) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_array(entry.organization_id, place, entry.audit_id,
    to_char(entry.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    entry.user_id, entry.request_id, entry.action, entry.target, entry.details)::text
$$;

-- Hash of an entry: SHA-256 of the hash before it in hexadecimal digits, a line break and the text of the entry. The first
-- entry follows 64 zeros.
CREATE FUNCTION sealed_hash(before bytea, sealed text) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(convert_to(encode(before, 'hex') || E'\n' || sealed, 'UTF8'))
$$;

-- Appends an entry to the chain of its organization. It runs at the end of the transaction, so that writers of one
-- organization wait for each other only while they commit.
CREATE FUNCTION seal_audit() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  head audit_head%ROWTYPE;
BEGIN
  SELECT * INTO head FROM audit_head h WHERE h.organization_id = NEW.organization_id FOR UPDATE;
  IF NOT FOUND THEN
    INSERT INTO audit_head VALUES (NEW.organization_id, 0, decode(repeat('00', 32), 'hex')) ON CONFLICT DO NOTHING;
    SELECT * INTO head FROM audit_head h WHERE h.organization_id = NEW.organization_id FOR UPDATE;
  END IF;
  head.seq := head.seq + 1;
  head.hash := sealed_hash(head.hash, sealed_text(NEW, head.seq));
  INSERT INTO audit_chain VALUES (NEW.organization_id, head.seq, NEW.audit_id, head.hash);
  UPDATE audit_head h SET seq = head.seq, hash = head.hash WHERE h.organization_id = NEW.organization_id;
  RETURN NULL;
END $$;
-- A function that runs as its owner must not find tables that its caller made.
DO $path$
BEGIN
  EXECUTE format('ALTER FUNCTION seal_audit() SET search_path = %I, pg_temp', current_schema());
END
$path$;
REVOKE ALL ON FUNCTION seal_audit() FROM PUBLIC;

-- Chains the entries that are not in the chain yet, in the order of their ids.
CREATE FUNCTION chain_unsealed() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  place uuid;
  entry audit_log%ROWTYPE;
  next_seq bigint;
  last_hash bytea;
BEGIN
  FOR place IN SELECT id FROM organization LOOP
    -- Row-level security binds the owner too.
    PERFORM set_config('evidence.organization_id', place::text, true);
    SELECT h.seq, h.hash INTO next_seq, last_hash FROM audit_head h WHERE h.organization_id = place;
    next_seq := coalesce(next_seq, 0);
    last_hash := coalesce(last_hash, decode(repeat('00', 32), 'hex'));
    FOR entry IN SELECT * FROM audit_log l WHERE l.organization_id = place AND NOT EXISTS (
        SELECT FROM audit_chain c WHERE c.organization_id = place AND c.audit_id = l.audit_id) ORDER BY l.audit_id LOOP
      next_seq := next_seq + 1;
      last_hash := sealed_hash(last_hash, sealed_text(entry, next_seq));
      INSERT INTO audit_chain VALUES (place, next_seq, entry.audit_id, last_hash);
    END LOOP;
    IF next_seq > 0 THEN
      INSERT INTO audit_head VALUES (place, next_seq, last_hash)
        ON CONFLICT (organization_id) DO UPDATE SET seq = excluded.seq, hash = excluded.hash;
    END IF;
  END LOOP;
  PERFORM set_config('evidence.organization_id', '', true);
END $$;

-- Most entries before anybody has to wait. Then the lock of CREATE TRIGGER waits for writers in progress, and only what they
-- wrote meanwhile is left, so that no entry is between the old and the new ones.
SELECT chain_unsealed();
CREATE CONSTRAINT TRIGGER seal AFTER INSERT ON audit_log DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION seal_audit();
SELECT chain_unsealed();
DROP FUNCTION chain_unsealed();
