-- oldest compatible version: 0.1.0
-- Fingerprints are compared by pgvector: <%> is the Jaccard distance of bit strings, one minus Tanimoto.
CREATE EXTENSION IF NOT EXISTS vector;
CREATE INDEX molecule_morgan ON molecule USING hnsw (morgan bit_jaccard_ops) WHERE morgan IS NOT NULL;
