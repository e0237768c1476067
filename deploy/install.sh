#!/bin/sh
# One command to a working installation: `sh deploy/install.sh`. It writes .env with new secrets where there is none,
# loads the images from dist/images (or from the folder that is given) and starts compose.yaml. Run it again to upgrade.
set -eu
cd "$(dirname "$0")/.."
images=${1:-dist/images}
version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' package.json)

command -v openssl >/dev/null || { echo 'openssl is needed to make the secrets' >&2; exit 1; }
secret() { openssl rand -hex 24; }
hash_of() { printf %s "$1" | openssl dgst -sha256 -r | cut -d ' ' -f 1; }

if [ ! -e .env ] && docker volume inspect assay_postgres-data >/dev/null 2>&1; then
  echo 'There is a database of an earlier installation: copy the .env of its folder here first.' >&2
  exit 1
fi
if [ ! -e .env ]; then
  query_key=$(secret)
  audio_key=$(secret)
  grafana=$(secret)
  umask 077
  cat >.env.new <<SETTINGS
# Secrets of compose.yaml. Keep this file and a copy of it: a database does not open without its password.
ASSAY_VERSION=$version
POSTGRES_PASSWORD=$(secret)
EVIDENCE_OWNER_PASSWORD=$(secret)
EVIDENCE_DATABASE_PASSWORD=$(secret)
AUDIO_DATABASE_PASSWORD=$(secret)
S3_SECRET_ACCESS_KEY=$(secret)
GRAFANA_ADMIN_PASSWORD=$grafana
QUERY_API_KEY_HASHES=$(hash_of "$query_key")
AUDIO_API_KEYS=first:$(hash_of "$audio_key")
# Where the ports are published. Put a proxy with TLS in front before you open them to others.
LISTEN=127.0.0.1
# Address that gets alerts by POST, as Alertmanager sends them. While it is empty, nobody is told.
ALERT_WEBHOOK_URL=
SETTINGS
  mv .env.new .env
  echo 'Wrote .env. These are shown once:'
  echo "  key for query (X-API-Key):  $query_key"
  echo "  key for audio (X-API-Key):  $audio_key"
  echo "  Grafana, user admin:        $grafana"
fi
sed -i "s/^ASSAY_VERSION=.*/ASSAY_VERSION=$version/" .env
[ "${ASSAY_INSTALL:-}" != secrets ] || exit 0

command -v docker >/dev/null || { echo 'docker with its compose plugin is needed' >&2; exit 1; }
for archive in "$images"/assay-*.tar; do
  [ ! -e "$archive" ] || docker load --quiet --input "$archive"
done
docker compose up --detach --wait --remove-orphans
echo 'query:    http://localhost:8080'
echo 'evidence: http://localhost:8000'
echo 'audio:    http://localhost:5000'
echo 'Grafana:  http://localhost:3000'
grep -q '^ALERT_WEBHOOK_URL=.' .env || echo 'Alerts reach nobody: set ALERT_WEBHOOK_URL in .env, then run this again.'
docker compose logs evidence 2>/dev/null | grep -o 'Open http.*to create the first administrator' | tail -n 1 || true
