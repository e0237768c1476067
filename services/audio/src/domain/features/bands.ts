/** Sample rate and frame layout of every feature. */
export const SAMPLE_RATE_HZ = 44_100
/** Samples per frame. */
export const FRAME_LENGTH = 2048
/** 10 ms: frame k is centred on sample 441·k. */
export const HOP_LENGTH = 441
/** Frames per second. */
export const FRAMES_PER_SECOND = SAMPLE_RATE_HZ / HOP_LENGTH

const LOWEST_HZ = 30
const HIGHEST_HZ = 16_000
const BANDS_PER_OCTAVE = 7

/** Triangular bands over the bins of a transform, arranged for one pass over the bins. */
export interface BandLayout {
  readonly count: number
  /** Centre of each band, Hz. */
  readonly centreHz: Float64Array
  /** First and last bin that belong to any band. */
  readonly firstBin: number
  readonly lastBin: number
  /**
   * Band on whose falling side each bin lies (−1 below the first centre). The rest goes to the rising side of the next
   * band.
   */
  readonly bandBelow: Int16Array
  /** Share of each bin that goes to `bandBelow`, 0 to 1. */
  readonly shareBelow: Float32Array
  /** One over the sum of each band's weights. */
  readonly scale: Float32Array
}

/**
 * Creates bands from 30 Hz to 16 kHz, one bin apart at the bottom and a seventh of an octave apart above about 200 Hz.
 * Each band is a triangle between the centres of its neighbours, with unit sum. After the quasi-constant-Q filter bank
 * of Böck and Widmer (SuperFlux, DAFx 2013), but coarser, because drums and beats do not need semitones.
 */
export function createBandLayout(frameLength = FRAME_LENGTH, sampleRateHz = SAMPLE_RATE_HZ): BandLayout {
  const binHz = sampleRateHz / frameLength
  const ratio = 2 ** (1 / BANDS_PER_OCTAVE)
  const centres = [LOWEST_HZ]
  while (centres.at(-1)! < HIGHEST_HZ)
    centres.push(Math.max(centres.at(-1)! + binHz, centres.at(-1)! * ratio))
  const count = centres.length - 1
  const bins = frameLength / 2
  const bandBelow = new Int16Array(bins).fill(-1)
  const shareBelow = new Float32Array(bins)
  const sums = new Float64Array(count + 1)
  const lowest = centres[0]! - binHz
  let lastBin = 0
  let firstBin = bins
  for (let bin = 1; bin < bins; bin++) {
    const hz = bin * binHz
    if (hz <= lowest || hz >= centres[count]!) continue
    let below = -1
    while (below + 1 < count && centres[below + 1]! <= hz) below++
    const from = below < 0 ? lowest : centres[below]!
    const share = (centres[below + 1]! - hz) / (centres[below + 1]! - from)
    bandBelow[bin] = below
    shareBelow[bin] = share
    if (below >= 0) sums[below]! += share
    if (below + 1 < count) sums[below + 1]! += 1 - share
    firstBin = Math.min(firstBin, bin)
    lastBin = bin
  }
  return {
    count,
    centreHz: Float64Array.from(centres.slice(0, count)),
    firstBin,
    lastBin,
    bandBelow,
    shareBelow,
    scale: Float32Array.from(sums.subarray(0, count), (sum) => (sum > 0 ? 1 / sum : 0)),
  }
}

/**
 * Computes the power of each band of a Hann-windowed frame from the interleaved spectrum of the frame without window,
 * into `out` (length `count` + 2, band b at b + 1). The window is applied in the spectrum, where it has three taps (½,
 * −¼, −¼; Harris 1978), and each bin is shared by the two triangles above it.
 */
export function sumBands(layout: BandLayout, spectrum: Float32Array, out: Float64Array): void {
  const { bandBelow, shareBelow, firstBin, lastBin } = layout
  out.fill(0)
  let band = bandBelow[firstBin]!
  let below = 0
  let above = 0
  let reBefore = spectrum[2 * firstBin - 2]!
  let imBefore = firstBin === 1 ? 0 : spectrum[2 * firstBin - 1]!
  let re = spectrum[2 * firstBin]!
  let im = spectrum[2 * firstBin + 1]!
  for (let bin = firstBin; bin <= lastBin; bin++) {
    const here = bandBelow[bin]!
    if (here !== band) {
      out[band + 1]! += below
      out[band + 2]! += above
      band = here
      below = above = 0
    }
    const reAfter = spectrum[2 * bin + 2]!
    const imAfter = spectrum[2 * bin + 3]!
    const reHann = 0.5 * re - 0.25 * (reBefore + reAfter)
    const imHann = 0.5 * im - 0.25 * (imBefore + imAfter)
    const power = reHann * reHann + imHann * imHann
    const part = power * shareBelow[bin]!
    below += part
    above += power - part
    reBefore = re
    imBefore = im
    re = reAfter
    im = imAfter
  }
  out[band + 1]! += below
  out[band + 2]! += above
}

/**
 * Levels are stored as 16-bit steps of 1/256 dB above −140 dBFS: half the memory of floats, with an error below 0.002
 * dB.
 */
const LEVEL_FLOOR_DB = -140
/** Steps of a stored level per dB. */
export const LEVEL_STEPS_PER_DB = 256

/** Steps per unit of the natural logarithm of power, and at power 1. */
export const LEVEL_SLOPE = (10 / Math.LN10) * LEVEL_STEPS_PER_DB
/** Stored level of 0 dBFS. */
export const LEVEL_OFFSET = -LEVEL_FLOOR_DB * LEVEL_STEPS_PER_DB

/** Quantises the power of a band (1 = full-scale sine) to a stored level, 0 to 65 535. */
export const levelOfPower = (power: number): number => {
  if (power <= 1e-14) return 0
  const steps = LEVEL_SLOPE * Math.log(power) + LEVEL_OFFSET
  return steps <= 0 ? 0 : steps >= 65_535 ? 65_535 : (steps + 0.5) | 0
}

/** Returns the level in dBFS of a stored level. */
export const decibelsOfLevel = (level: number): number => level / LEVEL_STEPS_PER_DB + LEVEL_FLOOR_DB
