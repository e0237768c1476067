#!/usr/bin/env bash
# Unpacks PostgreSQL 17 with pgvector, Patroni, etcd, PgBouncer and HAProxy of Debian 13 into the cache, once (about three
# minutes), for the rehearsal of a failover. Prints the folder of the tree as its only line on standard output.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
home="${ASSAY_CACHE:-$HOME/.cache/assay}/ha-trixie"
tree="$home/tree"
[ "$(id -u)" = 0 ] || { echo 'needs root for network namespaces' >&2; exit 1; }
mkdir -p "$home"
exec 9>"$home/lock"
flock 9
if [ ! -f "$home/unpacked" ]; then
  "$here/apt.sh" mmdebstrap debian-archive-keyring iproute2 >&2
  codename=$(. /etc/os-release && echo "$VERSION_CODENAME")
  from=$(apt-get indextargets --format '$(RELEASE) $(COMPONENT) $(REPO_URI)' 'Created-By: Packages' |
    awk -v codename="$codename" '$1 == codename && $2 == "main" { print $3; exit }')
  echo "unpacking Patroni, etcd, PgBouncer and HAProxy into $tree" >&2
  rm -rf --one-file-system "$tree"
  mmdebstrap --variant=minbase --mode=root --quiet \
    --include=postgresql-17,postgresql-17-pgvector,patroni,python3-etcd,etcd-server,etcd-client,pgbouncer,haproxy \
    trixie "$tree" "$from" >"$home/mmdebstrap.log" 2>&1 9>&- ||
    { echo 'mmdebstrap failed:' >&2; tail -n 20 "$home/mmdebstrap.log" >&2; exit 1; }
  touch "$home/unpacked"
fi
echo "$tree"
