#!/usr/bin/env bash
# A local S3-compatible server for tests, OpenStack Swift from Debian 12: tooling/swift.sh start | stop | url
#
# Loopback only, one folder as its disk, emptied by every start that finds no server running. `start` prints the
# S3_TEST_URL as its only line on standard output: http://KEY:SECRET@HOST:PORT, the colon within the key as %3A.
# When S3_TEST_URL is set already, that server is used.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
home="${ASSAY_CACHE:-$HOME/.cache/assay}/swift"
port_file="$home/port"
pid_file="$home/pid"
log="$home/server.log"

say() { echo "$@" >&2; }
url() { echo "http://assay%3Atest:testing@127.0.0.1:$(cat "$port_file")"; }
ours() { [ -f "$pid_file" ] && [ "$(readlink "/proc/$(cat "$pid_file")/cwd")" = "$(readlink -f "$home")" ]; }
healthy() {
  local answer
  answer=$( (exec 3<>"/dev/tcp/127.0.0.1/$1" && printf 'GET /healthcheck HTTP/1.0\r\n\r\n' >&3 && timeout 5 head -n 1 <&3) 2>/dev/null)
  [[ "$answer" == *' 200 '* ]]
}
answers() {
  local offset
  ours && [ -f "$port_file" ] || return 1
  # The proxy and, behind it, accounts, containers and objects.
  for offset in 0 1 2 3; do healthy $(($(cat "$port_file") + offset)) || return 1; done
}

stop() {
  ours || { rm -f "$pid_file"; return 0; }
  local pid
  pid=$(cat "$pid_file")
  kill "$pid"
  while [ -d "/proc/$pid" ]; do sleep 0.1; done
  rm -f "$pid_file"
}

start() {
  if answers; then return 0; fi
  "$here/apt.sh" python3-swift
  stop
  local port until
  port=$("$here/free-port.sh" "${ASSAY_SWIFT_PORT:-24380}" 4)
  echo "$port" >"$port_file"
  # Debian's own Python, whichever comes first in PATH. It must inherit neither the lock (9) nor the caller's pipes.
  setsid /usr/bin/python3 "$here/swift-servers.py" "$home" "$port" >"$log" 2>&1 </dev/null 9>&- &
  echo $! >"$pid_file"
  until=$((SECONDS + 60))
  while ! answers; do
    [ -d "/proc/$(cat "$pid_file")" ] && [ "$SECONDS" -lt "$until" ] ||
      { say 'Swift did not start:'; tail -n 20 "$log" >&2; exit 1; }
    sleep 0.1
  done
}

case "${1:-}" in
  start)
    if [ -n "${S3_TEST_URL:-}" ]; then echo "$S3_TEST_URL"; exit 0; fi
    mkdir -p "$home"
    exec 9>"$home/lock"
    flock 9
    start
    url
    ;;
  stop)
    stop
    ;;
  url)
    if [ -n "${S3_TEST_URL:-}" ]; then echo "$S3_TEST_URL"; exit 0; fi
    answers || { say 'not running: tooling/swift.sh start'; exit 1; }
    url
    ;;
  *)
    say 'usage: tooling/swift.sh start | stop | url'
    exit 2
    ;;
esac
