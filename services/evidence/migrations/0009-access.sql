-- oldest compatible version: 0.1.0
-- Access ends when it is taken away. A token carries the epoch that its user had when it was issued. A change of role or
-- password and a revocation of all sessions raise the epoch; a removed user has none.
ALTER TABLE app_user ADD COLUMN token_epoch integer NOT NULL DEFAULT 0;

-- Holds users until the end of the transaction: `who` together with others, `changed` alone, the lower id first so that two
-- administrators who change each other do not wait in a circle. Then returns the standing of `who`, read after the locks
-- were granted (a volatile function sees what was committed meanwhile). So a write that found its user in order commits
-- before the change that ends its access, or not at all.
-- Advisory locks, not row locks: they queue in order of arrival, so a steady stream of writes cannot keep a removal waiting,
-- and they write nothing. Their key contains the organization of this transaction: no organization delays another.
CREATE FUNCTION hold_users(who uuid, changed uuid) RETURNS TABLE (user_role text, user_epoch integer)
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  place text := current_setting('evidence.organization_id');
BEGIN
  IF changed <= who THEN
    PERFORM pg_advisory_xact_lock(hashtextextended(place || changed::text, 2));
  END IF;
  IF changed IS DISTINCT FROM who THEN
    PERFORM pg_advisory_xact_lock_shared(hashtextextended(place || who::text, 2));
  END IF;
  IF changed > who THEN
    PERFORM pg_advisory_xact_lock(hashtextextended(place || changed::text, 2));
  END IF;
  RETURN QUERY SELECT u.role, u.token_epoch FROM app_user u WHERE u.id = who AND u.organization_id = place::uuid;
END $$;

-- Enters an organization to write in it as `who`, whose standing is returned; no row where the organization has no such user.
CREATE FUNCTION enter_organization(organization uuid, who uuid, changed uuid)
RETURNS TABLE (user_role text, user_epoch integer)
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM set_config('role', 'evidence_tenant', true);
  PERFORM set_config('evidence.organization_id', organization::text, true);
  RETURN QUERY SELECT * FROM hold_users(who, changed);
END $$;

-- A session starts in the transaction that writes its entry of the audit trail.
GRANT INSERT ON refresh_token TO evidence_tenant;

-- The trail is read newest first, also of one action or one user.
CREATE INDEX audit_log_time ON audit_log (organization_id, at, audit_id);
CREATE INDEX audit_log_action ON audit_log (organization_id, action, at, audit_id);
CREATE INDEX audit_log_user ON audit_log (organization_id, user_id, at, audit_id);

-- For an account: when the next unknown network may try. For an account and a network: when it is this network's turn.
ALTER TABLE login_attempt ADD COLUMN turn_at timestamptz;

-- Networks from which a user logged in. They do not wait for strangers who guess.
CREATE TABLE login_network (
  user_id uuid NOT NULL REFERENCES app_user ON DELETE CASCADE,
  network text NOT NULL,
  last_login_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, network)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON login_network TO evidence_service;
