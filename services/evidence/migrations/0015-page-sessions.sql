-- oldest compatible version: 0.1.0
-- Sessions of browsers. The cookie holds a random token, of which only the hash is here. A session is valid while its epoch
-- is that of its user, so whatever ends the access tokens of a user ends these too.
CREATE TABLE page_session (
  token_hash text PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES app_user ON DELETE CASCADE,
  token_epoch integer NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX page_session_user ON page_session (user_id);
CREATE INDEX page_session_expiry ON page_session (expires_at);
GRANT SELECT, UPDATE, DELETE ON page_session TO evidence_service;
-- A session starts and ends in the transaction that writes its entry of the audit trail.
GRANT SELECT, INSERT, DELETE ON page_session TO evidence_tenant;
ALTER TABLE page_session ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON page_session TO evidence_tenant
  USING (EXISTS (SELECT FROM app_user WHERE app_user.id = page_session.user_id));
CREATE POLICY login ON page_session TO evidence_service USING (true) WITH CHECK (true);

-- One-time tokens that create the first administrator, hashed. In the database, so that any replica takes them.
CREATE TABLE setup_token (
  token_hash text PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, DELETE ON setup_token TO evidence_service;
