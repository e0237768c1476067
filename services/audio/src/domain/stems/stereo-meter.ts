import type { StereoFrame } from './stereo-frame.ts'

/** Time over which the width of the recent sound is measured, seconds. */
const MEMORY_SECONDS = 3
/**
 * Power of the side relative to the middle, from which a mix is stereo: −30 dB. Codecs leave less than that of a mono
 * file; the narrowest stereo mixes have about −20 dB.
 */
const LEAST_SIDE_SHARE = 1e-3

/** Measures whether recent sound is stereo. */
export interface StereoMeter {
  /** Takes a frame. Returns 0 for mono to 1 for stereo. */
  push(frame: StereoFrame): number
}

/** Creates a meter of the power of the side relative to the middle, with an exponential memory of three seconds. */
export function createStereoMeter(bins: number, hopSeconds: number): StereoMeter {
  const keep = Math.exp(-hopSeconds / MEMORY_SECONDS)
  let middle = 0
  let side = 0
  return {
    push({ left, right }) {
      let frameMiddle = 0
      let frameSide = 0
      for (let i = 2; i < 2 * bins; i++) {
        const sum = left[i]! + right[i]!
        const difference = left[i]! - right[i]!
        frameMiddle += sum * sum
        frameSide += difference * difference
      }
      middle = keep * middle + frameMiddle
      side = keep * side + frameSide
      return middle + side > 0 ? Math.min(1, side / (middle * LEAST_SIDE_SHARE + 1e-30)) : 0
    },
  }
}
