#!/usr/bin/env bash
# A local PostgreSQL 17 with pgvector for tests: tooling/postgres.sh start | stop | url
#
# Debian 12 has no pgvector, so a small trixie tree is unpacked into the cache once (about a minute) and its
# server runs there in a chroot, as that tree's own `postgres` user, on loopback only. `start` prints the
# DATABASE_URL as its only line on standard output. When DATABASE_URL is set already, that server is used.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
home="${ASSAY_CACHE:-$HOME/.cache/assay}/postgres17"
tree="$home/tree"
finished="$home/unpacked" # holds the cluster's identifier; written last: a tree without it is thrown away
port_file="$home/port"
data=/var/lib/postgresql/assay # inside the tree
log="$home/server.log"

say() { echo "$@" >&2; }
url() { echo "postgres://postgres@127.0.0.1:$(cat "$port_file")/postgres"; }
inside() { chroot "$tree" setpriv --reuid postgres --regid postgres --init-groups env -i LC_ALL=C.UTF-8 PATH=/usr/lib/postgresql/17/bin:/usr/bin:/bin "$@"; }
answers() {
  [ -f "$finished" ] && [ -f "$port_file" ] &&
    [ "$(inside psql -XAt "$(url)" -c 'select system_identifier from pg_control_system()' 2>/dev/null)" = "$(cat "$finished")" ]
}

# The mirror is the one this machine's own apt uses, with apt's own proxy.
mirror() {
  local codename
  codename=$(. /etc/os-release && echo "$VERSION_CODENAME")
  apt-get indextargets --format '$(RELEASE) $(COMPONENT) $(REPO_URI)' 'Created-By: Packages' |
    awk -v codename="$codename" '$1 == codename && $2 == "main" { print $3; exit }'
}

unpack() {
  [ ! -f "$finished" ] || return 0
  "$here/apt.sh" debootstrap debian-archive-keyring
  local from started
  from=$(mirror)
  [ -n "$from" ] || { say 'apt knows no Debian mirror: set DATABASE_URL to a PostgreSQL 15+ with pgvector instead'; exit 1; }
  say "unpacking PostgreSQL 17 and pgvector into $tree"
  started=$SECONDS
  # A killed debootstrap may have left its /proc and /sys mounted inside; never delete through a mount.
  awk -v under="$tree/" 'index($2, under) == 1 { print $2 }' /proc/mounts | sort -r | xargs -r -n1 umount
  rm -rf --one-file-system "$tree"
  mkdir -p "$tree"
  http_proxy=${http_proxy:-$(apt-config shell proxy Acquire::http::Proxy | sed "s/^proxy='\(.*\)'$/\1/")} \
    debootstrap --variant=minbase --include=postgresql-17,postgresql-17-pgvector trixie "$tree" "$from" \
    >"$home/debootstrap.log" 2>&1 || { say 'debootstrap failed:'; tail -n 20 "$home/debootstrap.log" >&2; exit 1; }
  inside initdb --pgdata "$data" --username postgres --auth trust --encoding UTF8 --locale C.UTF-8 >"$home/initdb.log"
  # fsync and synchronous_commit stay on (the default): durability is one of the things under test.
  # dynamic_shared_memory_type: the tree has no /dev/shm of its own.
  cat >>"$tree$data/postgresql.conf" <<'CONF'
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 200
shared_buffers = 256MB
dynamic_shared_memory_type = mmap
log_min_messages = warning
CONF
  inside pg_controldata "$data" | sed -n 's/^Database system identifier: *//p' >"$home/identifier"
  mv "$home/identifier" "$finished"
  say "unpacked in $((SECONDS - started)) s"
}

start() {
  if answers; then return 0; fi
  [ "$(id -u)" = 0 ] || { say 'needs root for the chroot: run as root, or set DATABASE_URL to a PostgreSQL 15+ with pgvector'; exit 1; }
  unpack
  # A server that died leaves its pid file, and its pid may be somebody else's by now. A live one works in $data.
  local pid_file="$tree$data/postmaster.pid"
  if [ -f "$pid_file" ]; then
    if [ "$(readlink "/proc/$(head -n 1 "$pid_file")/cwd")" = "$tree$data" ]; then
      inside pg_ctl --pgdata "$data" --mode immediate --wait stop >/dev/null
    else
      rm -f "$pid_file"
    fi
  fi
  local port
  port=$("$here/free-port.sh" "${ASSAY_POSTGRES_PORT:-24317}")
  echo "$port" >"$port_file"
  touch "$log" && chmod 0644 "$log"
  # The server must inherit neither the lock (9) nor the caller's pipes.
  inside pg_ctl --pgdata "$data" --wait --timeout 60 --options "-p $port" start >"$log" 2>&1 </dev/null 9>&- ||
    { say 'PostgreSQL did not start:'; tail -n 20 "$log" >&2; exit 1; }
  answers || { say "PostgreSQL started but does not answer, see $log"; exit 1; }
}

case "${1:-}" in
  start)
    if [ -n "${DATABASE_URL:-}" ]; then echo "$DATABASE_URL"; exit 0; fi
    mkdir -p "$home"
    exec 9>"$home/lock"
    flock 9
    start
    url
    ;;
  stop)
    [ -f "$tree$data/postmaster.pid" ] || exit 0
    inside pg_ctl --pgdata "$data" --mode fast --wait stop >/dev/null
    ;;
  url)
    if [ -n "${DATABASE_URL:-}" ]; then echo "$DATABASE_URL"; exit 0; fi
    answers || { say 'not running: tooling/postgres.sh start'; exit 1; }
    url
    ;;
  *)
    say 'usage: tooling/postgres.sh start | stop | url'
    exit 2
    ;;
esac
