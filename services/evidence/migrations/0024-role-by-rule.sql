-- oldest compatible version: 0.1.0
-- Role that a rule on the claims of single sign-on gave to a user. The role follows the rules as long as it is this one; a role
-- that somebody gave by hand is another, or sets this to null.
ALTER TABLE app_user ADD COLUMN role_by_rule text CHECK (role_by_rule IN ('admin', 'researcher', 'viewer'));
UPDATE app_user SET role_by_rule = role
  WHERE id IN (SELECT user_id FROM sso_identity WHERE admitted_by = 'rule');
