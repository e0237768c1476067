-- oldest compatible version: 0.1.0
-- Version of @assay/evidence that made an assessment, which can make it again. Assessments before this column are of 0.1.0.
ALTER TABLE assessment ADD COLUMN package_version text NOT NULL DEFAULT '0.1.0';
