-- oldest compatible version: 0.1.0
-- What a list of tracks shows, filters and sorts by. Rows are narrow, because a list reads all of a library: in the table
-- of tracks the vectors and measures would be read with them. Written together with the track.
CREATE TABLE listed_track (
  id uuid PRIMARY KEY REFERENCES track ON DELETE CASCADE,
  owner text NOT NULL,
  title text NOT NULL,
  artist text,
  filename text,
  duration_seconds real NOT NULL,
  -- With corrections applied, as in the table of tracks.
  tempo_bpm real NOT NULL,
  tempo_confidence real NOT NULL,
  key_name text,
  camelot text,
  key_confidence real,
  -- 1 to 10; 0 when unknown.
  energy smallint NOT NULL,
  mood text NOT NULL,
  mood_value real NOT NULL,
  music boolean NOT NULL,
  corrected boolean NOT NULL DEFAULT false,
  added_at timestamptz NOT NULL DEFAULT now(),
  -- What is searched and sorted by, the same on every engine. Missing artists and keys come last.
  words text NOT NULL GENERATED ALWAYS AS (lower(title || E'\n' || coalesce(artist, ''))) STORED,
  title_order text COLLATE "C" NOT NULL GENERATED ALWAYS AS (left(lower(title), 100)) STORED,
  artist_order text COLLATE "C" NOT NULL
    GENERATED ALWAYS AS (coalesce(left(lower(artist), 100), chr(1114109))) STORED,
  key_order smallint NOT NULL GENERATED ALWAYS AS (
    CASE WHEN camelot IS NULL THEN 24
    ELSE (left(camelot, -1)::smallint - 1) * 2 + CASE WHEN right(camelot, 1) = 'B' THEN 1 ELSE 0 END END
  ) STORED
);
CREATE INDEX listed_track_added ON listed_track (owner, added_at, id);
CREATE INDEX listed_track_title ON listed_track (owner, title_order, id);
CREATE INDEX listed_track_artist ON listed_track (owner, artist_order, id);
CREATE INDEX listed_track_tempo ON listed_track (owner, tempo_bpm, id);
CREATE INDEX listed_track_key ON listed_track (owner, key_order, id);
CREATE INDEX listed_track_energy ON listed_track (owner, energy, id);
CREATE INDEX listed_track_mood ON listed_track (owner, mood, mood_value, id);
CREATE INDEX listed_track_duration ON listed_track (owner, duration_seconds, id);

INSERT INTO listed_track (id, owner, title, artist, duration_seconds, tempo_bpm, tempo_confidence, key_name, camelot,
  key_confidence, energy, mood, mood_value, music, added_at)
SELECT id, owner, title, artist, duration_seconds, tempo_bpm, coalesce((measures ->> 'beatConfidence')::real, 0),
  key_name, camelot, (measures -> 'key' ->> 'confidence')::real, 0, dominant_emotion,
  coalesce((measures -> 'emotions' ->> dominant_emotion)::real, 5), music, created_at
FROM track;

-- Tracks whose file is kept: original, peaks and the whole analysis. Their bytes are in storage under the keys.
CREATE TABLE kept_track (
  id uuid PRIMARY KEY REFERENCES track ON DELETE CASCADE,
  owner text NOT NULL,
  original_key uuid NOT NULL,
  filename text NOT NULL,
  size_bytes bigint NOT NULL,
  content_sha256 text NOT NULL,
  media_type text NOT NULL,
  peaks_key uuid NOT NULL,
  sample_rate_hz integer NOT NULL,
  samples bigint NOT NULL,
  engine_version text NOT NULL,
  -- As text, so that its fields stay in order.
  analysis json NOT NULL,
  -- Stems that were made last; their files expire.
  stems json,
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX kept_track_original ON kept_track (original_key);
CREATE INDEX kept_track_peaks ON kept_track (peaks_key);
CREATE INDEX kept_track_owner ON kept_track (owner, size_bytes);

-- What a person corrected. An analysis never writes here.
CREATE TABLE track_correction (
  track_id uuid NOT NULL REFERENCES track ON DELETE CASCADE,
  part text NOT NULL CHECK (part IN ('grid', 'key', 'sections')),
  value json NOT NULL,
  -- The measured grid that a correction of the grid was made for.
  base json,
  author text NOT NULL,
  made_at timestamptz NOT NULL,
  PRIMARY KEY (track_id, part)
);
