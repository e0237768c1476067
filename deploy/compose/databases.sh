#!/usr/bin/env bash
# Creates the databases and logins of the services, once, when the PostgreSQL of compose.yaml starts for the first time.
# For a PostgreSQL of your own, run it with PGHOST, PGUSER (a superuser) and the three passwords in the environment.
set -euo pipefail
for name in EVIDENCE_OWNER_PASSWORD EVIDENCE_DATABASE_PASSWORD AUDIO_DATABASE_PASSWORD; do
  [ -n "${!name:-}" ] || { echo "$name is not set" >&2; exit 1; }
done

psql --no-psqlrc --set ON_ERROR_STOP=1 --quiet --dbname "${POSTGRES_DB:-postgres}" --username "${POSTGRES_USER:-${PGUSER:-postgres}}" <<'SQL'
\getenv owner_password EVIDENCE_OWNER_PASSWORD
\getenv evidence_password EVIDENCE_DATABASE_PASSWORD
\getenv audio_password AUDIO_DATABASE_PASSWORD

-- Migrations of evidence run as the owner. The service and its workers own nothing: row-level security binds them.
CREATE ROLE evidence_tenant NOLOGIN NOBYPASSRLS NOSUPERUSER;
CREATE ROLE evidence_service NOLOGIN NOBYPASSRLS NOSUPERUSER;
GRANT evidence_tenant TO evidence_service;
CREATE ROLE evidence_owner LOGIN PASSWORD :'owner_password';
GRANT evidence_tenant, evidence_service TO evidence_owner;
CREATE ROLE evidence LOGIN PASSWORD :'evidence_password' IN ROLE evidence_service;
CREATE DATABASE evidence OWNER evidence_owner;

CREATE ROLE audio LOGIN PASSWORD :'audio_password';
CREATE DATABASE audio OWNER audio;

REVOKE CONNECT ON DATABASE evidence, audio FROM PUBLIC;
GRANT CONNECT ON DATABASE evidence TO evidence_owner, evidence_service;
\connect evidence
CREATE EXTENSION IF NOT EXISTS vector;
\connect audio
CREATE EXTENSION IF NOT EXISTS vector;
SQL
