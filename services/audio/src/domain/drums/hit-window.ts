import type { TrackFeatures } from '../features/feature-extractor.ts'

/** Groups of frames (10 ms, relative to the onset) that describe a hit: fine around the attack, coarse after it. */
const STRETCHES = [
  [-6, -4],
  [-3, -2],
  [-1, -1],
  [0, 0],
  [1, 1],
  [2, 3],
  [4, 5],
  [6, 8],
  [9, 13],
  [14, 20],
] as const
/** Bands below 220 Hz stay separate, because kicks, toms and basses differ there. Above, neighbours are paired. */
const SINGLE_BANDS = 9

/** Returns the number of bands in the description for a number of analysis bands. */
export const windowBands = (bandCount: number): number =>
  Math.min(bandCount, SINGLE_BANDS) + Math.ceil(Math.max(0, bandCount - SINGLE_BANDS) / 2)
/** Returns the number of values that describe a hit. */
export const windowLength = (bandCount: number): number => STRETCHES.length * windowBands(bandCount)

/** Returns the band of the description to which an analysis band belongs. */
export const windowBandOf = (band: number): number =>
  band < SINGLE_BANDS ? band : SINGLE_BANDS + ((band - SINGLE_BANDS) >> 1)

/**
 * Describes the sound from 60 ms before to 200 ms after a frame: mean compressed magnitude (see `compressionTable`) of
 * ten time groups in 31 bands, group by group, into `out`. Unitless; silence beyond the ends of the track.
 */
export function hitWindow(
  features: TrackFeatures,
  table: Float32Array,
  frame: number,
  out: Float32Array,
): Float32Array {
  const { levels, bandCount, frames } = features
  const bands = windowBands(bandCount)
  out.fill(0)
  for (const [s, [first, last]] of STRETCHES.entries()) {
    for (let t = Math.max(0, frame + first); t <= Math.min(frames - 1, frame + last); t++) {
      for (let b = 0, at = t * bandCount; b < bandCount; b++)
        out[s * bands + windowBandOf(b)]! += table[levels[at + b]!]!
    }
    for (let b = 0; b < bands; b++) {
      const width = b < SINGLE_BANDS || 2 * b - SINGLE_BANDS + 1 >= bandCount ? 1 : 2
      out[s * bands + b]! /= width * (last - first + 1)
    }
  }
  return out
}

/**
 * Returns the rise from before the attack to the loudest part of its first 60 ms, mean over the bands from `first` up
 * to `end`; at least 0.
 */
export function riseOf(window: Float32Array, bands: number, first: number, end: number): number {
  let sum = 0
  for (let b = first; b < end; b++) {
    const before = 0.5 * (window[b]! + window[bands + b]!)
    let peak = 0
    for (let s = 3; s <= 6; s++) peak = Math.max(peak, window[s * bands + b]!)
    sum += Math.max(0, peak - before)
  }
  return sum / Math.max(1, end - first)
}
