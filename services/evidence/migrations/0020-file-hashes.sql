-- oldest compatible version: 0.1.0
-- Hash of the bytes of an imported file: the same file again is no further file of its run.
ALTER TABLE import_job ADD COLUMN file_hash text;
