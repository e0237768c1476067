-- oldest compatible version: 0.1.0
-- Key of the structure (first block of the InChIKey) of evidence about a molecule as such, by which molecules that are kept under
-- several ids are found. Items of an observation are found by it. A plain column: under row-level security only comparisons
-- that cannot leak are looked up in an index.
ALTER TABLE evidence ADD COLUMN candidate_key text;

-- Row-level security binds the owner too, so it is lifted while existing rows are carried over.
ALTER TABLE evidence NO FORCE ROW LEVEL SECURITY;
UPDATE evidence SET candidate_key = coalesce(
    upper(substring(molecule_id FROM '^(?:[Ii][Nn][Cc][Hh][Ii][Kk][Ee][Yy][:=])?([A-Za-z]{14})-[A-Za-z]{10}-[A-Za-z]$')),
    upper(substring(btrim(metadata ->> 'inchikey')
      FROM '^(?:[Ii][Nn][Cc][Hh][Ii][Kk][Ee][Yy][:=])?([A-Za-z]{14})(?:-[A-Za-z]{10}-[A-Za-z])?$')),
    substring(molecule_id FROM '^[A-Z]{14}$'))
WHERE observation_id IS NULL AND (molecule_id ~ '^[A-Z]{14}$|[A-Za-z]{14}-[A-Za-z]{10}-[A-Za-z]$'
  OR jsonb_typeof(metadata -> 'inchikey') = 'string');
ALTER TABLE evidence FORCE ROW LEVEL SECURITY;

CREATE INDEX evidence_candidate ON evidence (organization_id, candidate_key) WHERE candidate_key IS NOT NULL;
