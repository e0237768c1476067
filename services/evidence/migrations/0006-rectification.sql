-- oldest compatible version: 0.1.0
-- An item that rectification set aside stays kept, and out of what is read from then on.
ALTER TABLE evidence ADD COLUMN set_aside_at timestamptz;
