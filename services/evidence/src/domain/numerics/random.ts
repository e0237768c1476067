/**
 * Returns the next random number in [0, 1). The domain uses seeded generators only, so every result can be
 * replayed.
 */
export type Random = () => number

/**
 * Creates a generator of uniform numbers in [0, 1) from a 32-bit seed (mulberry32: Ettinger 2017, public domain).
 * Its period of 2³² is enough for local search and simulation.
 */
export function mulberry32(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** Draws from N(0, 1) (Box & Muller, Annals of Mathematical Statistics 29 (1958) 610–611). */
export function randomNormal(random: Random): number {
  const u = 1 - random()
  return Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * random())
}

/** Draws a whole number in [0, n). */
export function randomInteger(random: Random, n: number): number {
  return Math.min(n - 1, Math.floor(random() * n))
}

/** Returns a copy in random order (Fisher–Yates). */
export function shuffled<T>(values: readonly T[], random: Random): T[] {
  const out = values.slice()
  for (let i = out.length - 1; i > 0; i -= 1) {
    const j = randomInteger(random, i + 1)
    const swap = out[i]!
    out[i] = out[j]!
    out[j] = swap
  }
  return out
}

/** Returns a stable 32-bit seed for a text (FNV-1a), so that the local search of a molecule is repeatable. */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}
