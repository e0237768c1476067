import { gatedLoudness, loudnessRange, powerToLufs } from './gating.ts'
import { type Biquad, headShelf, rlbHighPass } from './k-weighting.ts'
import { createPeaks, followPeak, PEAK_HISTORY } from './true-peak.ts'

/** EBU R128 loudness of a programme. Null means −∞ (silence) or a programme shorter than one window. */
export interface Loudness {
  /** Integrated loudness, LUFS, gated at −70 LUFS and −10 LU. */
  readonly integratedLufs: number | null
  /** Loudness range, LU, at least 0 (EBU Tech 3342). */
  readonly rangeLu: number
  /** Loudest 400 ms, LUFS. */
  readonly momentaryMaxLufs: number | null
  /** Loudest 3 s, LUFS. */
  readonly shortTermMaxLufs: number | null
  /** True peak, dBTP, 4× oversampled. */
  readonly truePeakDbtp: number | null
  /** Largest sample, dBFS. */
  readonly samplePeakDbfs: number | null
}

/** Loudness meter. Takes interleaved samples in pieces of any length; the result does not depend on the pieces. */
export interface LoudnessMeter {
  push(interleaved: Float32Array): void
  finish(): Loudness
  /** Returns the mean K-weighted power of each complete 100 ms so far: the loudness curve (see `powerToLufs`). */
  stepPowers(): Float64Array
}

const decibels = (magnitude: number): number | null => (magnitude > 0 ? 20 * Math.log10(magnitude) : null)

/**
 * Adds the energy of `count` samples after both stages of the K filter to `energy`. Each stage is in direct form II
 * transposed; `state` holds two delays for each. Both run in one loop: while one stage waits for its last output, the
 * other computes.
 */
const weightedEnergy = (
  samples: Float64Array,
  from: number,
  count: number,
  shelf: Biquad,
  highPass: Biquad,
  state: Float64Array,
  energy: number,
): number => {
  const { b0, b1, b2, a1, a2 } = shelf
  const { b0: c0, b1: c1, b2: c2, a1: d1, a2: d2 } = highPass
  let s1 = state[0]!
  let s2 = state[1]!
  let t1 = state[2]!
  let t2 = state[3]!
  let sum = energy
  for (let i = from; i < from + count; i++) {
    const x = samples[i]!
    const y = b0 * x + s1
    s1 = b1 * x + s2 - a1 * y
    s2 = b2 * x - a2 * y
    const z = c0 * y + t1
    t1 = c1 * y + t2 - d1 * z
    t2 = c2 * y - d2 * z
    sum += z * z
  }
  state[0] = s1
  state[1] = s2
  state[2] = t1
  state[3] = t2
  return sum
}

/** Copies one channel of interleaved samples, from frame `first` on, behind the history of its lane. */
const fillLane = (
  interleaved: Float32Array,
  at: number,
  channels: number,
  lane: Float64Array,
  count: number,
) => {
  for (let i = 0, j = at; i < count; i++, j += channels) lane[PEAK_HISTORY + i] = interleaved[j]!
}

/**
 * Sets denormals to zero: a decaying tail would slow the filter a hundredfold. Done at fixed positions, so that the
 * result does not depend on the pieces.
 */
const flushDenormals = (state: Float64Array) => {
  for (let i = 0; i < state.length; i++) if (Math.abs(state[i]!) < 1e-30) state[i] = 0
}

/**
 * Creates a meter of integrated loudness, range, maxima and true peak. It keeps 8 bytes per 100 ms; nothing else grows.
 * Mono and stereo channels have weight 1. Sources: ITU-R BS.1770-4, EBU R128, EBU Tech 3341 and 3342.
 */
export function createLoudnessMeter(format: { sampleRateHz: number; channels: number }): LoudnessMeter {
  const { sampleRateHz, channels } = format
  const stepLength = Math.round(sampleRateHz / 10)
  const shelf = headShelf(sampleRateHz)
  const highPass = rlbHighPass(sampleRateHz)
  const states = Array.from({ length: channels }, () => new Float64Array(4))
  const peaks = Array.from({ length: channels }, createPeaks)
  // Each channel separately, after the last samples before it, which the peak follower needs.
  const lanes = Array.from({ length: channels }, () => new Float64Array(PEAK_HISTORY + stepLength))
  let powers = new Float64Array(1024)
  let steps = 0
  let position = 0
  const energies = new Float64Array(channels)

  const closeStep = () => {
    if (steps === powers.length) {
      const grown = new Float64Array(powers.length * 2)
      grown.set(powers)
      powers = grown
    }
    let energy = 0
    for (let c = 0; c < channels; c++) {
      energy += energies[c]!
      flushDenormals(states[c]!)
    }
    powers[steps++] = energy / stepLength
    position = 0
    energies.fill(0)
  }

  return {
    push(interleaved) {
      const frames = Math.floor(interleaved.length / channels)
      let done = 0
      while (done < frames) {
        const count = Math.min(stepLength - position, frames - done)
        for (let c = 0; c < channels; c++) {
          const lane = lanes[c]!
          fillLane(interleaved, done * channels + c, channels, lane, count)
          followPeak(peaks[c]!, lane, count)
          energies[c] = weightedEnergy(lane, PEAK_HISTORY, count, shelf, highPass, states[c]!, energies[c]!)
          lane.copyWithin(0, count, count + PEAK_HISTORY)
        }
        position += count
        done += count
        if (position === stepLength) closeStep()
      }
    },
    stepPowers: () => powers.slice(0, steps),
    finish() {
      const { integratedPower, momentaryMaxPower } = gatedLoudness(powers, steps)
      const { rangeLu, shortTermMaxPower } = loudnessRange(powers, steps)
      let truePeak = 0
      let samplePeak = 0
      for (const peak of peaks) {
        truePeak = Math.max(truePeak, peak.interpolated, peak.sample)
        samplePeak = Math.max(samplePeak, peak.sample)
      }
      return {
        integratedLufs: powerToLufs(integratedPower),
        rangeLu,
        momentaryMaxLufs: powerToLufs(momentaryMaxPower),
        shortTermMaxLufs: powerToLufs(shortTermMaxPower),
        truePeakDbtp: decibels(truePeak),
        samplePeakDbfs: decibels(samplePeak),
      }
    },
  }
}
