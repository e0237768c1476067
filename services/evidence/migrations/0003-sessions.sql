-- oldest compatible version: 0.1.0
-- Refresh tokens rotate: each is used once. One used twice was stolen, and its whole family ends.
CREATE TABLE refresh_token (
  token_hash text PRIMARY KEY,
  family_id uuid NOT NULL,
  user_id uuid NOT NULL REFERENCES app_user ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  revoked_at timestamptz
);
CREATE INDEX refresh_token_family ON refresh_token (family_id);
CREATE INDEX refresh_token_user ON refresh_token (user_id);
CREATE INDEX refresh_token_expiry ON refresh_token (expires_at);

-- Failed logins by account and by address, in the database so that replicas count together.
CREATE TABLE login_attempt (
  bucket text PRIMARY KEY,
  attempts integer NOT NULL,
  window_ends_at timestamptz NOT NULL
);
CREATE INDEX login_attempt_window ON login_attempt (window_ends_at);

GRANT SELECT, INSERT, UPDATE, DELETE ON refresh_token, login_attempt TO evidence_service;
-- Managing users ends their sessions.
GRANT SELECT, UPDATE ON refresh_token TO evidence_tenant;
ALTER TABLE refresh_token ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON refresh_token TO evidence_tenant
  USING (EXISTS (SELECT FROM app_user WHERE app_user.id = refresh_token.user_id));
CREATE POLICY login ON refresh_token TO evidence_service USING (true) WITH CHECK (true);
