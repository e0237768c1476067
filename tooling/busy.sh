#!/usr/bin/env bash
# `tooling/busy.sh 4 -- bash .ci/run`: runs a command beside so many busy loops, which take the processors like other work
# would. A check that passes only on an idle machine is wrong; this finds it. Exits with the command's code.
set -euo pipefail
loops=${1:-}
if ! [[ $loops =~ ^[0-9]+$ && ${2:-} == -- && $# -ge 3 ]]; then
  echo 'usage: tooling/busy.sh LOOPS -- COMMAND [ARGUMENT…]' >&2
  exit 2
fi
shift 2

pids=()
stop() { [ ${#pids[@]} -eq 0 ] || kill "${pids[@]}" 2>/dev/null || true; }
trap stop EXIT
trap 'exit 130' INT TERM
for ((i = 0; i < loops; i++)); do
  # Each ends with this script, even if that is killed.
  (while kill -0 $$ 2>/dev/null; do for ((n = 0; n < 100000; n++)); do :; done; done) &
  pids+=($!)
done
"$@"
