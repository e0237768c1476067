-- oldest compatible version: 0.1.0
-- Identities of an OpenID Connect provider that belong to a user. An identity is issuer and subject, never an e-mail address,
-- which can change hands.
CREATE TABLE sso_identity (
  issuer text NOT NULL,
  subject text NOT NULL,
  user_id uuid NOT NULL REFERENCES app_user ON DELETE CASCADE,
  -- Whether a rule of the configuration admitted it (and must still do so), or the operator linked it.
  admitted_by text NOT NULL CHECK (admitted_by IN ('rule', 'operator')),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (issuer, subject)
);
CREATE INDEX sso_identity_user ON sso_identity (user_id);
GRANT SELECT, INSERT ON sso_identity TO evidence_service;
GRANT SELECT ON sso_identity TO evidence_tenant;
ALTER TABLE sso_identity ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON sso_identity TO evidence_tenant
  USING (EXISTS (SELECT FROM app_user WHERE app_user.id = sso_identity.user_id));
CREATE POLICY login ON sso_identity TO evidence_service USING (true) WITH CHECK (true);

-- Sign-ins under way: what has to match when the provider sends the browser back. Used once; any replica takes them.
CREATE TABLE sso_attempt (
  state_hash text PRIMARY KEY,
  -- Hash of the cookie of the browser that began.
  browser_hash text NOT NULL,
  nonce text NOT NULL,
  code_verifier text NOT NULL,
  return_to text NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sso_attempt_expiry ON sso_attempt (expires_at);
GRANT SELECT, INSERT, DELETE ON sso_attempt TO evidence_service;
