-- oldest compatible version: 0.1.0
-- False when no music was heard: the track is in the library, and no search returns it. Older rows were not judged.
ALTER TABLE track ADD COLUMN music boolean NOT NULL DEFAULT true;
