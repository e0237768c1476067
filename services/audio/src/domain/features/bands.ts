/** Analysis rate and frame layout that every feature assumes. */
export const SAMPLE_RATE_HZ = 44_100
export const FRAME_LENGTH = 2048
/** 10 ms: frame k is centred on sample 441·k. */
export const HOP_LENGTH = 441
export const FRAMES_PER_SECOND = SAMPLE_RATE_HZ / HOP_LENGTH

const LOWEST_HZ = 30
const HIGHEST_HZ = 16_000
const BANDS_PER_OCTAVE = 7

/** Triangular bands over the bins of a transform. */
export interface BandLayout {
  readonly count: number
  /** Centre of each band, Hz. */
  readonly centreHz: Float64Array
  /** First bin and number of bins of each band; its weights start at `weightAt`. */
  readonly firstBin: Int32Array
  readonly binCount: Int32Array
  readonly weightAt: Int32Array
  readonly weights: Float32Array
}

/**
 * Bands one bin apart at the bottom and a seventh of an octave apart above about 200 Hz, 30 Hz to 16 kHz, each a
 * triangle between its neighbours' centres with unit sum. After Böck and Widmer's quasi-constant-Q filter bank
 * (SuperFlux, DAFx 2013), coarser because drums and beats do not need the semitone.
 */
export function createBandLayout(frameLength = FRAME_LENGTH, sampleRateHz = SAMPLE_RATE_HZ): BandLayout {
  const binHz = sampleRateHz / frameLength
  const ratio = 2 ** (1 / BANDS_PER_OCTAVE)
  const centres = [LOWEST_HZ]
  while (centres.at(-1)! < HIGHEST_HZ)
    centres.push(Math.max(centres.at(-1)! + binHz, centres.at(-1)! * ratio))
  const count = centres.length - 1
  const firstBin = new Int32Array(count)
  const binCount = new Int32Array(count)
  const weightAt = new Int32Array(count)
  const weights: number[] = []
  for (let b = 0; b < count; b++) {
    const low = b === 0 ? Math.max(0, centres[0]! - binHz) : centres[b - 1]!
    const middle = centres[b]!
    const high = centres[b + 1]!
    const row: number[] = []
    let first = -1
    for (let bin = 1; bin < frameLength / 2; bin++) {
      const hz = bin * binHz
      const weight = hz <= middle ? (hz - low) / (middle - low) : (high - hz) / (high - middle)
      if (weight <= 0) continue
      if (first < 0) first = bin
      row.push(weight)
    }
    const sum = row.reduce((a, w) => a + w, 0)
    firstBin[b] = first
    binCount[b] = row.length
    weightAt[b] = weights.length
    for (const w of row) weights.push(w / sum)
  }
  return {
    count,
    centreHz: Float64Array.from(centres.slice(0, count)),
    firstBin,
    binCount,
    weightAt,
    weights: Float32Array.from(weights),
  }
}

/** Levels are kept as 16-bit steps of 1/256 dB above −140 dBFS: half the memory of floats, error below 0.002 dB. */
export const LEVEL_FLOOR_DB = -140
export const LEVEL_STEPS_PER_DB = 256

/** Quantise the power of a band (1 = full-scale sine) to a stored level, 0 to 65 535. */
export const levelOfPower = (power: number): number => {
  if (power <= 1e-14) return 0
  const steps = (10 * Math.log10(power) - LEVEL_FLOOR_DB) * LEVEL_STEPS_PER_DB
  return steps <= 0 ? 0 : steps >= 65_535 ? 65_535 : Math.round(steps)
}

/** Level in dBFS of a stored level. */
export const decibelsOfLevel = (level: number): number => level / LEVEL_STEPS_PER_DB + LEVEL_FLOOR_DB
