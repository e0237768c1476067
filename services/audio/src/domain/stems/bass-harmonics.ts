/** Range of fundamentals. The B0 of a five-string bass is below it; the shelf handles that. */
const LOWEST_HZ = 38
const HIGHEST_HZ = 180
const STEP_HZ = 0.5
const HARMONICS = 6
/** The first harmonics may have any strength; each later one is at most this share of the one before it. */
const FREE_HARMONICS = 4
const FALL = 0.9
/** A Hann window spreads a partial over ±2 bins. */
const REACH_BINS = 2

/** Finds the harmonics of the bass. */
export interface BassHarmonics {
  /**
   * Finds the fundamental of the lowest voice in a magnitude spectrum without drums, and writes how much each bin
   * belongs to one of its harmonics to `share` (0 to 1 per bin).
   */
  mark(magnitude: Float32Array, share: Float32Array): void
}

/**
 * Creates a finder of bass harmonics, which reach far above the range of a shelf filter. The fundamental is the
 * candidate of 38 to 180 Hz whose first six harmonics have the greatest sum of compressed magnitudes, each weighted by
 * 1 / √h, so that neither the octave above (which misses the odd harmonics) nor the octave below (whose matches have
 * lower weights) wins. Harmonic summation: Hermes, Measurement of pitch by subharmonic summation, JASA 83, 1988.
 */
export function createBassHarmonics(bins: number, binHz: number, highestHz: number): BassHarmonics {
  const candidates = Math.floor((HIGHEST_HZ - LOWEST_HZ) / STEP_HZ) + 1
  const top = Math.min(bins - 2, Math.ceil((HIGHEST_HZ * HARMONICS) / binHz) + 1)
  const compressed = new Float32Array(top + 2)
  const weights = Float32Array.from({ length: HARMONICS }, (_, h) => 1 / Math.sqrt(h + 1))
  return {
    mark(magnitude, share) {
      share.fill(0)
      for (let b = 0; b < compressed.length; b++) compressed[b] = Math.sqrt(magnitude[Math.min(b, bins - 1)]!)
      let best = 0
      let fundamentalHz = 0
      for (let c = 0; c < candidates; c++) {
        const hz = LOWEST_HZ + c * STEP_HZ
        let sum = 0
        for (let h = 1; h <= HARMONICS; h++) {
          const at = (h * hz) / binHz
          if (at > top) break
          const whole = Math.floor(at)
          const part = at - whole
          sum += weights[h - 1]! * ((1 - part) * compressed[whole]! + part * compressed[whole + 1]!)
        }
        if (sum <= best) continue
        best = sum
        fundamentalHz = hz
      }
      if (fundamentalHz === 0) return
      let envelope = 0
      for (let h = 1; h * fundamentalHz <= highestHz; h++) {
        const centre = (h * fundamentalHz) / binHz
        const found = magnitude[Math.min(bins - 1, Math.round(centre))]!
        envelope = h <= FREE_HARMONICS ? Math.max(envelope, found) : Math.min(envelope * FALL, found)
        // A louder partial at the same place mostly belongs to another source: take only the power that the bass can
        // have there.
        const own = h <= FREE_HARMONICS || found === 0 ? 1 : (envelope / found) ** 2
        for (let b = Math.ceil(centre - REACH_BINS); b <= centre + REACH_BINS && b < bins; b++)
          share[b] = Math.max(share[b]!, own * Math.min(1, 2 - (2 * Math.abs(b - centre)) / REACH_BINS))
      }
    },
  }
}
