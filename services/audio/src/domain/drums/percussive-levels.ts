import { LEVEL_STEPS_PER_DB } from '../features/bands.ts'
import type { TrackFeatures } from '../features/feature-extractor.ts'
import { createRunningQuantiles, slidingMedian } from '../stems/sliding-quantile.ts'

/** Length of the window over time: longer than a hit, shorter than a held note. */
const STEADY_FRAMES = 33
/** Bands on each side whose median measures the breadth of a sound. */
const BROAD_BANDS = 3
/** Below this frequency bands are as narrow as partials, and duration alone decides. */
const LOW_HZ = 300
/** Largest attenuation of a band, dB. */
const MOST_DB = 60

/** Amplitude of every stored level, relative to 100 dB below full scale; computed once. */
let amplitudes: Float32Array | null = null
const amplitudeTable = (): Float32Array => {
  amplitudes ??= Float32Array.from({ length: 65_536 }, (_, level) =>
    level === 0 ? 0 : 10 ** ((level / LEVEL_STEPS_PER_DB - 40) / 20),
  )
  return amplitudes
}

/**
 * Returns the levels of the percussive part of a track, in the layout of `features.levels`: the rules of the drum stem
 * (`createMaskEstimator`), applied to bands instead of bins. A sound that lasts is a ridge along time, which a median
 * over time keeps (H); a hit is a ridge along frequency, which a median over bands keeps (V). The share of a band is V²
 * / (V² + H²), or the part of the power by which the band exceeds H, whichever is larger. Source: Fitzgerald,
 * Harmonic/percussive separation using median filtering, DAFx 2010.
 */
export function percussiveLevels(features: TrackFeatures): Uint16Array {
  const { levels, bandCount, frames, bandCentreHz } = features
  const table = amplitudeTable()
  const out = new Uint16Array(levels.length)
  const medians = createRunningQuantiles(bandCount, STEADY_FRAMES)
  const delay = STEADY_FRAMES >> 1
  const newest = new Float32Array(bandCount)
  const steady = new Float32Array(bandCount)
  const here = new Float32Array(bandCount)
  const broad = new Float32Array(bandCount)
  for (let t = 0; t < frames + delay; t++) {
    for (let b = 0; b < bandCount; b++) newest[b] = t < frames ? table[levels[t * bandCount + b]!]! : 0
    medians.push(newest, steady)
    const frame = t - delay
    if (frame < 0) continue
    for (let b = 0, at = frame * bandCount; b < bandCount; b++) here[b] = table[levels[at + b]!]!
    slidingMedian(here, BROAD_BANDS, broad)
    for (let b = 0, at = frame * bandCount; b < bandCount; b++) {
      const level = levels[at + b]!
      const power = here[b]! * here[b]!
      if (power === 0) continue
      const held = steady[b]! * steady[b]!
      const wide = bandCentreHz[b]! < LOW_HZ ? 0 : broad[b]! * broad[b]!
      const share = Math.max(wide > 0 ? wide / (wide + held) : 0, 1 - held / power)
      const decibels = share > 0 ? Math.max(-MOST_DB, 20 * Math.log10(share)) : -MOST_DB
      out[at + b] = Math.max(0, Math.round(level + decibels * LEVEL_STEPS_PER_DB))
    }
  }
  return out
}
