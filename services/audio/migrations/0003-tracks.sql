-- oldest compatible version: 0.1.0
-- The library: one row per client and content. Vectors are made of the measures and can be made anew from them.
CREATE EXTENSION IF NOT EXISTS vector;

CREATE TABLE track (
  id uuid PRIMARY KEY,
  owner text NOT NULL,
  content_sha256 text NOT NULL,
  title text NOT NULL,
  artist text,
  duration_seconds real NOT NULL,
  tempo_bpm real NOT NULL,
  -- As people write it, such as C minor, and for DJs, such as 5A; null when no key was found.
  key_name text,
  camelot text,
  dominant_emotion text NOT NULL,
  -- What was measured, and what was said of it in words.
  measures jsonb NOT NULL,
  description text NOT NULL,
  engine_version text NOT NULL,
  -- Vectors of different models must never be compared.
  search_model text NOT NULL,
  vector halfvec(83) NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (owner, content_sha256)
);
CREATE INDEX track_artist ON track (owner, lower(artist));
CREATE INDEX track_tempo ON track (owner, tempo_bpm);
-- The index over vectors is made when a library has outgrown exact search, from the tracks that are there: see track-index.ts.
