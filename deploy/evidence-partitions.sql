-- Splits the evidence of the evidence service into 64 hash partitions. Run it once as the owner of the tables, while no
-- server or worker runs; it locks the table and copies it. No statement of the service changes: each names the
-- organization, so PostgreSQL reads one partition. By organization and molecule, statements that ask for an observation
-- would read all 64. Tried by "npm run bench:partitions -w @assay/evidence".
BEGIN;
SET LOCAL lock_timeout = '10s';
SET LOCAL statement_timeout = 0;
-- Row-level security binds the owner too, so it is lifted while rows are carried over.
ALTER TABLE evidence NO FORCE ROW LEVEL SECURITY;
ALTER TABLE evidence RENAME TO evidence_before;
CREATE TABLE evidence (LIKE evidence_before INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE)
  PARTITION BY HASH (organization_id);
DO $partitions$
BEGIN
  FOR number IN 0..63 LOOP
    EXECUTE format(
      'CREATE TABLE %I PARTITION OF evidence FOR VALUES WITH (MODULUS 64, REMAINDER %s)',
      'evidence_' || lpad(number::text, 2, '0'), number);
  END LOOP;
END
$partitions$;
INSERT INTO evidence SELECT * FROM evidence_before;
-- Indexes after the rows, which is quicker: every index of the old table, on the new one, under its old name.
CREATE TEMPORARY TABLE wanted_index ON COMMIT DROP AS
  SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition, i.indisprimary AS is_primary
  FROM pg_index i WHERE i.indrelid = 'evidence_before'::regclass;
CREATE TEMPORARY TABLE wanted_grant ON COMMIT DROP AS
  SELECT grantee, privilege_type FROM information_schema.role_table_grants
  WHERE table_name = 'evidence_before' AND table_schema = current_schema() AND grantee <> current_user;
DROP TABLE evidence_before;
ALTER TABLE evidence ADD PRIMARY KEY (organization_id, molecule_id, evidence_id);
DO $rest$
DECLARE entry record;
BEGIN
  FOR entry IN SELECT * FROM wanted_index WHERE NOT is_primary LOOP
    EXECUTE regexp_replace(entry.definition, ' ON (ONLY )?(\w+\.)?evidence_before ', ' ON \2evidence ');
  END LOOP;
  FOR entry IN SELECT * FROM wanted_grant LOOP
    EXECUTE format('GRANT %s ON evidence TO %I', entry.privilege_type, entry.grantee);
  END LOOP;
END
$rest$;
ALTER TABLE evidence ENABLE ROW LEVEL SECURITY;
ALTER TABLE evidence FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON evidence USING (organization_id = (SELECT current_organization()));
COMMIT;
ANALYZE evidence;
