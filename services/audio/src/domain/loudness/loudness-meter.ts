import { gatedLoudness, loudnessRange, powerToLufs } from './gating.ts'
import { type Biquad, headShelf, rlbHighPass } from './k-weighting.ts'
import { createPeakFollower, type PeakFollower } from './true-peak.ts'

/** EBU R128 figures of a programme; null stands for −∞ (silence) or a programme shorter than one window. */
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

/** A meter fed with interleaved samples in pieces of any length; the answer does not depend on the pieces. */
export interface LoudnessMeter {
  push(interleaved: Float32Array): void
  finish(): Loudness
  /** Mean K-weighted power of each complete 100 ms so far: the loudness curve (see `powerToLufs`). */
  stepPowers(): Float64Array
}

interface ChannelState {
  readonly shelf: Float64Array
  readonly highPass: Float64Array
}

const decibels = (magnitude: number): number | null => (magnitude > 0 ? 20 * Math.log10(magnitude) : null)

/** Direct form II transposed over a block, in place; `state` holds the two delays. */
const filterInPlace = (block: Float64Array, count: number, f: Biquad, state: Float64Array) => {
  const { b0, b1, b2, a1, a2 } = f
  let s1 = state[0]!
  let s2 = state[1]!
  for (let i = 0; i < count; i++) {
    const x = block[i]!
    const y = b0 * x + s1
    s1 = b1 * x - a1 * y + s2
    s2 = b2 * x - a2 * y
    block[i] = y
  }
  state[0] = s1
  state[1] = s2
}

/** A decaying tail in denormals would slow the filter a hundredfold; done at fixed places so that chunking cannot show. */
const flushDenormals = (state: Float64Array) => {
  for (let i = 0; i < state.length; i++) if (Math.abs(state[i]!) < 1e-30) state[i] = 0
}

/**
 * Measure integrated loudness, range, maxima and true peak as samples stream in: 8 bytes are kept per 100 ms and
 * nothing else grows. Mono and stereo channels weigh 1. Sources: ITU-R BS.1770-4, EBU R128, EBU Tech 3341 and 3342.
 */
export function createLoudnessMeter(format: { sampleRateHz: number; channels: number }): LoudnessMeter {
  const { sampleRateHz, channels } = format
  const stepLength = Math.round(sampleRateHz / 10)
  const shelf = headShelf(sampleRateHz)
  const highPass = rlbHighPass(sampleRateHz)
  const states: ChannelState[] = []
  const peaks: PeakFollower[] = []
  for (let c = 0; c < channels; c++) {
    states.push({ shelf: new Float64Array(2), highPass: new Float64Array(2) })
    peaks.push(createPeakFollower())
  }
  const work = new Float64Array(stepLength)
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
      flushDenormals(states[c]!.shelf)
      flushDenormals(states[c]!.highPass)
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
          for (let i = 0, j = done * channels + c; i < count; i++, j += channels) work[i] = interleaved[j]!
          peaks[c]!.push(work, count)
          const state = states[c]!
          filterInPlace(work, count, shelf, state.shelf)
          filterInPlace(work, count, highPass, state.highPass)
          let sum = energies[c]!
          for (let i = 0; i < count; i++) sum += work[i]! * work[i]!
          energies[c] = sum
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
        truePeak = Math.max(truePeak, peak.truePeak())
        samplePeak = Math.max(samplePeak, peak.samplePeak())
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
