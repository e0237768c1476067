-- oldest compatible version: 0.1.0
-- A bad cell costs that cell: a line may have several errors, each with the text of its cell.
ALTER TABLE import_error ADD COLUMN provided text;
ALTER TABLE import_error DROP CONSTRAINT import_error_pkey;
ALTER TABLE import_error ADD PRIMARY KEY (organization_id, import_id, line, field);
