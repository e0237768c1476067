import type { TrackFeatures } from '../features/feature-extractor.ts'
import { PITCH_BINS } from '../features/pitch-frames.ts'

/** Pitch classes over time: 12 per 100 ms frame, C first. */
export interface Chroma {
  readonly frames: number
  readonly values: Float32Array
  /** Deviation of the track's tuning from A4 = 440 Hz, cents, −50 to 50. */
  readonly tuningCents: number
}

const SUBDIVISION = PITCH_BINS / 12

/**
 * Folds thirds of semitones to pitch classes after measuring the tuning, as the phase of the mean pitch within the
 * semitone (circular mean). Source: Dressler and Streich, Tuning frequency estimation using circular statistics, 2007.
 */
export function foldChroma(features: TrackFeatures): Chroma {
  const frames = features.pitch.length / PITCH_BINS
  let re = 0
  let im = 0
  for (let i = 0; i < features.pitch.length; i++) {
    const angle = (2 * Math.PI * (i % SUBDIVISION)) / SUBDIVISION
    re += features.pitch[i]! * Math.cos(angle)
    im += features.pitch[i]! * Math.sin(angle)
  }
  const phase = re === 0 && im === 0 ? 0 : Math.atan2(im, re) / (2 * Math.PI)
  const offset = phase * SUBDIVISION
  const values = new Float32Array(frames * 12)
  for (let t = 0; t < frames; t++) {
    for (let bin = 0; bin < PITCH_BINS; bin++) {
      // The nearest semitone is the pitch class; bins up to a third away count for it.
      const position = (bin - offset) / SUBDIVISION
      const pitchClass = ((Math.round(position) % 12) + 12) % 12
      const distance = Math.abs(position - Math.round(position))
      values[t * 12 + pitchClass]! += features.pitch[t * PITCH_BINS + bin]! * (1 - distance)
    }
  }
  return { frames, values, tuningCents: phase * 100 }
}

/**
 * Returns the sum of the chroma frames from `from` to before `to` (100 ms each), scaled to unit length; zeros for
 * silence.
 */
export function meanChroma(chroma: Chroma, from: number, to: number): Float64Array {
  const out = new Float64Array(12)
  for (let t = Math.max(0, from); t < Math.min(chroma.frames, to); t++) {
    for (let c = 0; c < 12; c++) out[c]! += chroma.values[t * 12 + c]!
  }
  const length = Math.hypot(...out)
  if (length > 0) for (let c = 0; c < 12; c++) out[c]! /= length
  return out
}
