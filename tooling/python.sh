#!/usr/bin/env bash
# Runs a command in a virtual environment with the packages of tooling/python/requirements.txt (`tooling/python.sh
# schemathesis --version`); without a command it prints the environment's folder. Every package is pinned with its
# hashes, and the folder is named after the hash of that file, so a changed pin makes a new environment. It is made
# beside its final place and moved there: an interrupted install is never mistaken for a finished one.
# `tooling/python.sh --compile` pins anew what tooling/python/requirements.in asks for.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
pins="$here/python/requirements.txt"

python=$(command -v python3.11 || command -v python3 || true)
if [ -z "$python" ] || ! "$python" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
  "$here/apt.sh" python3 python3-venv >&2
  python=/usr/bin/python3
fi

cache="${ASSAY_CACHE:-$HOME/.cache/assay}"
if [ "${1:-}" = --compile ]; then
  staging=$(mktemp -d)
  trap 'rm -rf "$staging"' EXIT
  "$python" -m venv "$staging"
  "$staging/bin/pip" install --quiet pip-tools
  # Hashes only: no index, no folder of this machine.
  cd "$here/.."
  CUSTOM_COMPILE_COMMAND='tooling/python.sh --compile' "$staging/bin/pip-compile" --quiet --upgrade --generate-hashes \
    --strip-extras --no-emit-index-url --no-emit-trusted-host --no-emit-find-links \
    --output-file tooling/python/requirements.txt tooling/python/requirements.in
  exit 0
fi

# The interpreter is part of the name: an environment is bound to the one that made it.
key=$({ cat "$pins"; "$python" -c 'import sys; print(sys.version, sys.executable)'; } | sha256sum | cut -c1-16)
home="$cache/python-$key"
if [ ! -x "$home/bin/schemathesis" ]; then
  echo "installing Python packages into $home" >&2
  mkdir -p "$cache"
  staging=$(mktemp -d "$home.XXXXXX")
  if ! "$python" -m venv "$staging" >&2 ||
    ! "$staging/bin/pip" install --quiet --require-hashes --only-binary :all: --requirement "$pins" >&2; then
    rm -rf "$staging"
    echo 'could not install the Python packages: is the package index reachable?' >&2
    exit 1
  fi
  # Scripts of an environment name the interpreter by its full path.
  grep -rlIF "$staging" "$staging/bin" "$staging/pyvenv.cfg" | xargs -r sed -i "s|$staging|$home|g"
  rm -rf "$home"
  mv "$staging" "$home"
fi
if [ $# -eq 0 ]; then echo "$home"; else exec "$home/bin/$1" "${@:2}"; fi
