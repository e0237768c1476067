import type { TrackFeatures } from '../features/feature-extractor.ts'

/** Edges in Hz of the bands in which a hit is described; finer where kick, tom and snare bodies differ. */
const EDGES_HZ = [0, 55, 80, 110, 160, 220, 320, 480, 800, 1300, 2200, 3500, 5500, 8000, 11_000, 20_000]
const BANDS = EDGES_HZ.length - 1
/** Rise, level, decay and evenness of each band. */
export const HIT_FEATURE_COUNT = BANDS * 4

/** Bands of the analysis that fall into each described band. */
export function poolBands(bandCentreHz: Float64Array): Int32Array {
  return Int32Array.from(bandCentreHz, (hz) => {
    let band = 0
    while (band + 1 < BANDS && hz >= EDGES_HZ[band + 1]!) band++
    return band
  })
}

/**
 * Describe the sound at a frame by 15 bands: how much each rises from 40–20 ms before to its highest within 30 ms,
 * how loud it is then, how much is gone after 80 to 110 ms, and the least rise of the finer bands within (noise rises
 * everywhere, a note only at its partials). In compressed magnitude (see `compressionTable`), unitless.
 */
export function hitFeatures(
  features: TrackFeatures,
  table: Float32Array,
  pool: Int32Array,
  frame: number,
): Float32Array {
  const { levels, bandCount, frames } = features
  const out = new Float32Array(HIT_FEATURE_COUNT)
  const counts = new Float32Array(BANDS)
  out.fill(Number.POSITIVE_INFINITY, 3 * BANDS)
  const at = (t: number, b: number): number => (t < 0 || t >= frames ? 0 : table[levels[t * bandCount + b]!]!)
  for (let b = 0; b < bandCount; b++) {
    const before = (at(frame - 4, b) + at(frame - 3, b) + at(frame - 2, b)) / 3
    const peak = Math.max(at(frame, b), at(frame + 1, b), at(frame + 2, b), at(frame + 3, b))
    const later = (at(frame + 8, b) + at(frame + 9, b) + at(frame + 10, b) + at(frame + 11, b)) / 4
    const band = pool[b]!
    counts[band]!++
    const rise = Math.max(0, peak - before)
    out[band]! += rise
    out[3 * BANDS + band] = Math.min(out[3 * BANDS + band]!, rise)
    out[BANDS + band]! += peak
    out[2 * BANDS + band]! += peak - later
  }
  for (let i = 0; i < 3 * BANDS; i++) out[i]! /= Math.max(1, counts[i % BANDS]!)
  for (let i = 0; i < BANDS; i++) if (counts[i] === 0) out[3 * BANDS + i] = 0
  return out
}
