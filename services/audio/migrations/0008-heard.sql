-- oldest compatible version: 0.1.0
-- Vectors have 153 numbers: what the tag networks heard came to them. Those of before are filled up with zeros and found
-- again after `assay-audio semantic renew`.
DROP INDEX IF EXISTS track_vector;
ALTER TABLE track ALTER COLUMN vector TYPE halfvec(153)
  USING (vector::real[] || array_fill(0::real, ARRAY[70]))::halfvec(153);
-- Things that are clearly heard, such as drums: a search can leave such tracks out.
ALTER TABLE track ADD COLUMN heard text[] NOT NULL DEFAULT '{}';
