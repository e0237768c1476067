#!/bin/sh
# A command of a service where the units of deploy/systemd run, with their settings and secrets: linked as assay-query,
# assay-evidence and assay-audio, and run as root. Evidence gets the login that owns the tables, which some commands need.
set -eu
root=${ASSAY_ROOT:-}
service=${0##*/assay-}
case $service in
  query) login= ;;
  evidence) login=evidence-owner ;;
  audio) login=audio ;;
  *) echo 'link this file as assay-query, assay-evidence or assay-audio' >&2; exit 2 ;;
esac
settings=$root/etc/assay/$service.env
secrets=$root/etc/assay/secrets
export NODE_ENV=production
if [ -n "$login" ]; then
  export DATABASE_URL_FILE="$secrets/$login-database-url"
  grep -qs '^DATA_DIR=' "$settings" || export DATA_DIR="$root/var/lib/assay-$service"
fi
if [ -e "$secrets/$service-key-encryption-key" ]; then
  export KEY_ENCRYPTION_KEY_FILE="$secrets/$service-key-encryption-key"
fi
exec "$root/usr/local/bin/node" --env-file-if-exists="$settings" "$root/opt/assay/$service/dist/main.js" "$@"
