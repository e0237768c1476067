#!/bin/sh
# Compiles the kernels; AssemblyScript is fetched for this run only, because its compiler is a hundred times the project's size.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
module=$(mktemp)
trap 'rm -f "$module"' EXIT

# compile NAME CONSTANT [OPTION…]
compile() {
  name=$1
  constant=$2
  shift 2
  npm exec --yes --package=assemblyscript@0.28.20 -- asc "$here/$name.ts" \
    -O3 --runtime stub --enable simd --noAssert "$@" -o "$module"
  printf '%s\n%s\n' "/** Generated from kernels/$name.ts by \`npm run kernel\`; do not edit. */" \
    "export const $constant =
  '$(base64 -w 0 "$module")'" >"$here/../src/adapters/kernels/$name.wasm.ts"
}

compile frame-levels FRAME_LEVELS_WASM --initialMemory 1
compile convolve CONVOLVE_WASM --importMemory
