/** Four-phase interpolator of ITU-R BS.1770-4 Annex 2 (12 taps per phase); phases 2 and 3 are 1 and 0 reversed. */
const PHASE_0 = [
  0.001708984375, 0.010986328125, -0.0196533203125, 0.033203125, -0.0594482421875, 0.1373291015625,
  0.97216796875, -0.102294921875, 0.047607421875, -0.026611328125, 0.014892578125, -0.00830078125,
]
const PHASE_1 = [
  -0.0291748046875, 0.029296875, -0.0517578125, 0.089111328125, -0.16650390625, 0.465087890625, 0.77978515625,
  -0.2003173828125, 0.1015625, -0.0582275390625, 0.0330810546875, -0.0189208984375,
]
const TAPS = 12
const PHASES = [PHASE_0, PHASE_1, PHASE_1.toReversed(), PHASE_0.toReversed()]
const sum = (values: readonly number[]): number => values.reduce((total, x) => total + x, 0)
/** Largest output for a constant input of 1, and for an input within ±1; see `reach`. */
const GAIN_OF_LEVEL = Math.max(...PHASES.map((phase) => Math.abs(sum(phase))))
const GAIN_OF_SWING = Math.max(...PHASES.map((phase) => sum(phase.map(Math.abs))))
/**
 * Returns the largest output possible for an input between two values. With it, most of the signal can be skipped
 * without changing the result.
 */
const reach = (lowest: number, highest: number): number =>
  (Math.abs(highest + lowest) / 2) * GAIN_OF_LEVEL + ((highest - lowest) / 2) * GAIN_OF_SWING
/** Samples that are tested together: first by their loudest, then, if that could be a peak, by their range. */
const SPAN = 64
const SHORT_SPAN = 16
/** Number of samples before a piece that its first outputs need. */
export const PEAK_HISTORY = TAPS - 1

/**
 * Peaks of one channel so far, linear: of its samples and of the interpolated signal. The true peak is the larger one.
 */
export interface Peaks {
  sample: number
  interpolated: number
}

/** Creates the peaks of a channel, all 0. */
export const createPeaks = (): Peaks => ({ sample: 0, interpolated: 0 })

/** Splits a phase into the even and odd parts of six taps: the phase is their sum, its reverse their difference. */
const halves = (phase: readonly number[], sign: 1 | -1): Float64Array =>
  Float64Array.from({ length: TAPS / 2 }, (_, t) => (phase[t]! + sign * phase[TAPS - 1 - t]!) / 2)
const EVEN_0 = halves(PHASE_0, 1)
const ODD_0 = halves(PHASE_0, -1)
const EVEN_1 = halves(PHASE_1, 1)
const ODD_1 = halves(PHASE_1, -1)

/** Returns the largest magnitude of the four interpolated phases at the samples from `from` to `end`. */
const interpolatedPeak = (samples: Float64Array, from: number, end: number): number => {
  let peak = 0
  for (let at = from; at < end; at++) {
    let even0 = 0
    let odd0 = 0
    let even1 = 0
    let odd1 = 0
    for (let t = 0; t < TAPS / 2; t++) {
      const newer = samples[at - t]!
      const older = samples[at - (TAPS - 1) + t]!
      const both = newer + older
      const between = newer - older
      even0 += EVEN_0[t]! * both
      odd0 += ODD_0[t]! * between
      even1 += EVEN_1[t]! * both
      odd1 += ODD_1[t]! * between
    }
    // max(|a + b|, |a − b|) is |a| + |b|.
    peak = Math.max(peak, Math.abs(even0) + Math.abs(odd0), Math.abs(even1) + Math.abs(odd1))
  }
  return peak
}

const loudestOf = (samples: Float64Array, from: number, end: number): number => {
  let loudest = 0
  for (let i = from; i < end; i++) {
    const magnitude = Math.abs(samples[i]!)
    if (magnitude > loudest) loudest = magnitude
  }
  return loudest
}

/** Returns the largest output possible at the samples from `from` to `end`. */
const reachOf = (samples: Float64Array, from: number, end: number): number => {
  let lowest = samples[from]!
  let highest = lowest
  for (let i = from - PEAK_HISTORY; i < end; i++) {
    const x = samples[i]!
    if (x < lowest) lowest = x
    else if (x > highest) highest = x
  }
  return reach(lowest, highest)
}

/**
 * Updates the true peak of one channel with 4× oversampling (linear magnitude, 1 = full scale) for the next piece:
 * `count` samples from `PEAK_HISTORY` on, with the samples before them in front; silence before the first. Parts that
 * cannot exceed the current peak are skipped, which saves time and never changes the result. Source: ITU-R BS.1770-4
 * Annex 2.
 */
export function followPeak(peaks: Peaks, samples: Float64Array, count: number): void {
  const all = PEAK_HISTORY + count
  let { sample, interpolated } = peaks
  let before = loudestOf(samples, 0, PEAK_HISTORY)
  for (let from = PEAK_HISTORY; from < all; from += SPAN) {
    const end = Math.min(all, from + SPAN)
    const loudest = loudestOf(samples, from, end)
    if (loudest > sample) sample = loudest
    if (Math.max(before, loudest) * GAIN_OF_SWING > interpolated) {
      for (let part = from; part < end; part += SHORT_SPAN) {
        const last = Math.min(end, part + SHORT_SPAN)
        if (reachOf(samples, part, last) > interpolated)
          interpolated = Math.max(interpolated, interpolatedPeak(samples, part, last))
      }
    }
    before = loudest
  }
  peaks.sample = sample
  peaks.interpolated = interpolated
}
