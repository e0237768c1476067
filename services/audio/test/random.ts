/** Seeded generator of numbers in [0, 1): mulberry32 (T. Ettinger, public domain). The corpus must render alike everywhere. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Roughly normal deviate (sum of twelve uniforms less six), zero mean, unit variance. */
export const gaussian = (random: () => number): number => {
  let sum = -6
  for (let i = 0; i < 12; i++) sum += random()
  return sum
}

/** One of the items. */
export const pick = <T>(random: () => number, items: readonly T[]): T =>
  items[Math.floor(random() * items.length)]!
