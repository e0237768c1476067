# shellcheck shell=bash
# Puts Node 24 on PATH. Source it (`. tooling/node24.sh`) or let it run a command (`tooling/node24.sh npm ci`).
# The npm package `node` carries the binary, so the machine needs only npm. It is installed beside its final
# place and moved there, so an interrupted install is never mistaken for a finished one.

assay_node24() {
  local major home bin staging
  major=$(cat "$(dirname "${BASH_SOURCE[0]}")/../.node-version")
  if [ "$(node -p 'process.versions.node.split(".")[0]' 2>/dev/null)" = "$major" ]; then return 0; fi

  home="${ASSAY_CACHE:-$HOME/.cache/assay}/node$major"
  bin="$home/node_modules/node/bin"
  if ! "$bin/node" --version >/dev/null 2>&1; then
    echo "installing Node $major into $home" >&2
    mkdir -p "$(dirname "$home")"
    staging=$(mktemp -d "$home.XXXXXX") || return 1
    # --prefix keeps npm out of this repository; scripts are needed: the package's own step links the binary.
    if ! npm install --prefix "$staging" --no-audit --no-fund --ignore-scripts=false "node@$major" >&2 ||
      ! "$staging/node_modules/node/bin/node" --version >/dev/null; then
      rm -rf "$staging"
      echo "could not install Node $major from npm: is the registry reachable?" >&2
      return 1
    fi
    rm -rf "$home"
    mv "$staging" "$home"
  fi
  export PATH="$bin:$PATH"
}

assay_node24 || { [ "${BASH_SOURCE[0]}" = "$0" ] && exit 1 || return 1; }
if [ "${BASH_SOURCE[0]}" = "$0" ]; then
  if [ $# -gt 0 ]; then exec "$@"; else command -v node; fi
fi
