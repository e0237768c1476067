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
const PHASES = [PHASE_0, PHASE_1, PHASE_1.toReversed(), PHASE_0.toReversed()].map((p) => Float64Array.from(p))
/** No output can exceed the loudest input times this: what lets most of the signal be skipped, exactly. */
const GAIN_BOUND = Math.max(...PHASES.map((p) => p.reduce((sum, c) => sum + Math.abs(c), 0)))
const SPAN = 32

/** Peak follower of one channel, fed in pieces of any length. */
export interface PeakFollower {
  push(samples: Float32Array | Float64Array, count: number): void
  /** Largest interpolated magnitude so far, linear, at least the largest sample. */
  truePeak(): number
  /** Largest sample magnitude so far, linear. */
  samplePeak(): number
}

/**
 * Follow the true peak of one channel with 4× oversampling (linear magnitude, 1 = full scale).
 * A stretch whose loudest sample cannot reach the present peak through the interpolator is skipped, which changes
 * the cost and never the answer. Source: ITU-R BS.1770-4 Annex 2.
 */
export function createPeakFollower(): PeakFollower {
  // `held` is the tail of the past (TAPS − 1 samples) followed by what has not been examined yet.
  const held = new Float64Array(TAPS - 1 + SPAN)
  let filled = TAPS - 1
  let truePeak = 0
  let samplePeak = 0

  const examine = () => {
    let loudest = 0
    for (let i = 0; i < filled; i++) {
      const magnitude = Math.abs(held[i]!)
      if (magnitude > loudest) loudest = magnitude
    }
    if (loudest > samplePeak) samplePeak = loudest
    if (loudest * GAIN_BOUND > truePeak) {
      for (let end = TAPS - 1; end < filled; end++) {
        for (let p = 0; p < 4; p++) {
          const phase = PHASES[p]!
          let sum = 0
          for (let t = 0; t < TAPS; t++) sum += phase[t]! * held[end - t]!
          const magnitude = sum < 0 ? -sum : sum
          if (magnitude > truePeak) truePeak = magnitude
        }
      }
    }
    held.copyWithin(0, filled - (TAPS - 1), filled)
    filled = TAPS - 1
  }

  return {
    push(samples, count) {
      for (let i = 0; i < count; i++) {
        held[filled++] = samples[i]!
        if (filled === held.length) examine()
      }
    },
    truePeak() {
      if (filled > TAPS - 1) examine()
      return Math.max(truePeak, samplePeak)
    },
    samplePeak() {
      if (filled > TAPS - 1) examine()
      return samplePeak
    },
  }
}
