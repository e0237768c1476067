/** Four-phase interpolator of ITU-R BS.1770-4 Annex 2 (12 taps a phase); phases 2 and 3 are 1 and 0 reversed. */
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
/** Largest output for an input that stays at 1, and for one that stays within ±1: see `reach`. */
const GAIN_OF_LEVEL = Math.max(...PHASES.map((phase) => Math.abs(sum(phase))))
const GAIN_OF_SWING = Math.max(...PHASES.map((phase) => sum(phase.map(Math.abs))))
/** No output can exceed this for an input between two values: what lets most of the signal be skipped, exactly. */
const reach = (lowest: number, highest: number): number =>
  (Math.abs(highest + lowest) / 2) * GAIN_OF_LEVEL + ((highest - lowest) / 2) * GAIN_OF_SWING
/** Samples that are looked at together: by their loudest at first, then, where that could be a peak, by their range. */
const SPAN = 64
const SHORT_SPAN = 16
/** Samples before a piece that its first outputs need. */
export const PEAK_HISTORY = TAPS - 1

/** Peak follower of one channel, fed in pieces of any length. */
export interface PeakFollower {
  /** `count` samples from `PEAK_HISTORY` on, with the samples before them in front; silence before the first. */
  push(samples: Float64Array, count: number): void
  /** Largest interpolated magnitude so far, linear, at least the largest sample. */
  truePeak(): number
  /** Largest sample magnitude so far, linear. */
  samplePeak(): number
}

/** A phase and its reverse are the sum and the difference of these two halves, as even and odd parts of six taps. */
const halves = (phase: readonly number[], sign: 1 | -1): Float64Array =>
  Float64Array.from({ length: TAPS / 2 }, (_, t) => (phase[t]! + sign * phase[TAPS - 1 - t]!) / 2)
const EVEN_0 = halves(PHASE_0, 1)
const ODD_0 = halves(PHASE_0, -1)
const EVEN_1 = halves(PHASE_1, 1)
const ODD_1 = halves(PHASE_1, -1)

/** Largest magnitude of the four interpolated phases at the samples from `from` to `end`. */
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

/** No output at the samples from `from` to `end` can exceed this. */
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
 * Follow the true peak of one channel with 4× oversampling (linear magnitude, 1 = full scale).
 * A stretch that cannot reach the present peak through the interpolator is skipped, which changes the cost and never the
 * answer. Source: ITU-R BS.1770-4 Annex 2.
 */
export function createPeakFollower(): PeakFollower {
  let truePeak = 0
  let samplePeak = 0
  return {
    push(samples, count) {
      const all = PEAK_HISTORY + count
      let before = loudestOf(samples, 0, PEAK_HISTORY)
      for (let from = PEAK_HISTORY; from < all; from += SPAN) {
        const end = Math.min(all, from + SPAN)
        const loudest = loudestOf(samples, from, end)
        if (loudest > samplePeak) samplePeak = loudest
        if (Math.max(before, loudest) * GAIN_OF_SWING > truePeak) {
          for (let part = from; part < end; part += SHORT_SPAN) {
            const last = Math.min(end, part + SHORT_SPAN)
            if (reachOf(samples, part, last) > truePeak)
              truePeak = Math.max(truePeak, interpolatedPeak(samples, part, last))
          }
        }
        before = loudest
      }
    },
    truePeak: () => Math.max(truePeak, samplePeak),
    samplePeak: () => samplePeak,
  }
}
