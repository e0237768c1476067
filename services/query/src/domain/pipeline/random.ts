/**
 * Returns a seeded stream of numbers in [0, 1): mulberry32 (Ettinger 2017), 32 bits of state, enough for error
 * propagation.
 */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** Returns a standard normal number from a uniform stream (Box and Muller 1958). */
export function normal(random: () => number): number {
  const u = Math.max(random(), Number.MIN_VALUE)
  return Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * random())
}
