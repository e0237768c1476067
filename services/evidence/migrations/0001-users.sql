-- oldest compatible version: 0.1.0
CREATE TABLE organization (
  id uuid PRIMARY KEY,
  name text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE app_user (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organization,
  username text NOT NULL,
  password_hash text NOT NULL,
  role text NOT NULL CHECK (role IN ('admin', 'researcher', 'viewer')),
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Names that differ only by case would be one person's two accounts.
CREATE UNIQUE INDEX app_user_username ON app_user (lower(username));

-- Private keys that sign access tokens, shared by all replicas; each signs for a while and verifies a little longer.
CREATE TABLE signing_key (
  kid text PRIMARY KEY,
  private_jwk jsonb NOT NULL,
  created_at timestamptz NOT NULL
);
