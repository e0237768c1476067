#!/bin/sh
# Compiles the kernel; AssemblyScript is fetched for this run only, because its compiler is a hundred times the project's size.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=$here/../src/adapters/kernels/frame-levels.wasm.ts
module=$(mktemp)
trap 'rm -f "$module"' EXIT
npm exec --yes --package=assemblyscript@0.28.20 -- asc "$here/frame-levels.ts" \
  -O3 --runtime stub --enable simd --noAssert --initialMemory 1 -o "$module"
printf '%s\n%s\n' '/** Generated from kernels/frame-levels.ts by `npm run kernel`; do not edit. */' \
  "export const FRAME_LEVELS_WASM =
  '$(base64 -w 0 "$module")'" >"$out"
