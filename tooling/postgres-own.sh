#!/usr/bin/env bash
# A PostgreSQL server of one proof's own, which it may crash:
#   tooling/postgres-own.sh create | crash | start | remove NAME
#   tooling/postgres-own.sh run NAME PROGRAM [ARGUMENT…]
#   tooling/postgres-own.sh disk NAME MEGABYTES | fill | free NAME
#
# A second cluster beside that of tooling/postgres.sh, in the same tree, with its own data and port. `create` starts it
# empty and prints its URL as the only line on standard output; `crash` is `pg_ctl stop -m immediate`, which ends the
# server without a checkpoint, as a power cut would; `start` brings it back on the same port, through its recovery.
# `run` starts a program of PostgreSQL (psql, pg_dump, pg_restore …) as the superuser of that server; files go through
# standard input and output, because the program sees only the tree. `disk` makes a small disk for a tablespace and prints its
# folder as the server sees it; `fill` leaves no byte on it and `free` takes that back.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
tree="${ASSAY_CACHE:-$HOME/.cache/assay}/postgres17/tree"
command=${1:-} name=${2:-}
[[ "$name" =~ ^[a-z0-9-]{1,40}$ ]] || { echo 'usage: tooling/postgres-own.sh create | crash | start | remove | run | disk | fill | free NAME [ARGUMENT …]' >&2; exit 2; }
data="/var/lib/postgresql/own-$name" # inside the tree
port_file="$tree$data.port"
disk="/var/lib/postgresql/disk-$name" # inside the tree

inside() { chroot "$tree" setpriv --reuid postgres --regid postgres --init-groups env -i LC_ALL=C.UTF-8 PATH=/usr/lib/postgresql/17/bin:/usr/bin:/bin "$@"; }
start() {
  inside pg_ctl --pgdata "$data" --wait --timeout 60 --options "-p $(cat "$port_file")" --log "$data/server.log" start >/dev/null 2>&1 </dev/null ||
    { echo 'PostgreSQL did not start:' >&2; tail -n 20 "$tree$data/server.log" >&2; exit 1; }
}
crash() { inside pg_ctl --pgdata "$data" --mode immediate --wait stop >/dev/null; }

case "$command" in
  create)
    [ "$(id -u)" = 0 ] || { echo 'needs root for the chroot' >&2; exit 1; }
    env -u DATABASE_URL "$here/postgres.sh" start >/dev/null # unpacks the tree where it is not there yet
    port=$("$here/free-port.sh" 24417)
    echo "$port" >"$port_file"
    inside initdb --pgdata "$data" --username postgres --auth trust --encoding UTF8 --locale C.UTF-8 >/dev/null
    # As in tooling/postgres.sh; fsync and synchronous_commit stay on: durability is what is under test.
    cat >>"$tree$data/postgresql.conf" <<'CONF'
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 200
dynamic_shared_memory_type = mmap
log_min_messages = warning
CONF
    start
    echo "postgres://postgres@127.0.0.1:$port/postgres"
    ;;
  crash) crash ;;
  start) start ;;
  run)
    shift 2
    inside env PGHOST=127.0.0.1 PGPORT="$(cat "$port_file")" PGUSER=postgres "$@"
    ;;
  disk)
    mkdir "$tree$disk"
    mount -t tmpfs -o "size=${3:?}m,mode=0700,uid=$(chroot "$tree" id -u postgres)" tmpfs "$tree$disk"
    echo "$disk"
    ;;
  fill) cat /dev/zero >"$tree$disk/ballast" 2>/dev/null || true ;;
  free) rm -f "$tree$disk/ballast" ;;
  remove)
    [ ! -f "$tree$data/postmaster.pid" ] || crash
    [ ! -d "$tree$disk" ] || { umount "$tree$disk" && rmdir "$tree$disk"; }
    rm -rf --one-file-system "${tree:?}$data" "$port_file"
    ;;
  *)
    echo 'usage: tooling/postgres-own.sh create | crash | start | remove | run | disk | fill | free NAME [ARGUMENT …]' >&2
    exit 2
    ;;
esac
