import { setFlagsFromString } from 'node:v8'

/** V8 switches of the optimising compiler for WebAssembly. Both are on by default, and V8 reads them whenever it compiles a function. */
const OPTIMISER = ['wasm-tier-up', 'wasm-dynamic-tiering'] as const

let running = 0

/**
 * Runs `work` while V8 compiles WebAssembly by its baseline compiler only, and returns what `work` returns. A function that
 * is first called in this time is never optimised later; all others are as usual. Use it for modules with huge functions:
 * V8 takes 600 MB and a second of processor time to optimise the SQL parser of PGlite (100 kB in one function).
 */
export async function withBaselineWasm<T>(work: () => Promise<T>): Promise<T> {
  if (running === 0) for (const flag of OPTIMISER) setFlagsFromString(`--no-${flag}`)
  running += 1
  try {
    return await work()
  } finally {
    running -= 1
    if (running === 0) for (const flag of OPTIMISER) setFlagsFromString(`--${flag}`)
  }
}
