import type { StereoFrame } from './stereo-frame.ts'

/** Spacing of the frequency grid of the low band: the bins of 4 096 samples at 44 100 Hz. */
export const GRID_HZ = 44_100 / 4096
/** Points of the grid, from `GRID_HZ` to 689 Hz. Above, a bass has hardly any power. */
export const GRID_SIZE = 64
/** Bands above the grid, to 16 kHz, for the click of a kick and the rest of the kit. */
export const BAND_COUNT = 12
/** Number of levels of a frame: the grid, its side signal by pairs of points, and the bands. */
export const LEVEL_COUNT = GRID_SIZE + GRID_SIZE / 2 + BAND_COUNT
const TOP_HZ = 16_000
/** Levels are ln(1 + GAIN · magnitude / reference): about 46 dB of range. */
const GAIN = 200
/** The reference is the loudest recent low frame; it decays by this factor every 23 ms (−1.9 dB per second). */
const DECAY = 0.995
const DECAY_SECONDS = 1024 / 44_100

/** Returns the edge of a band above the grid, Hz, for 0 to `BAND_COUNT`; equally spaced in the logarithm. */
export const bandEdgeHz = (band: number): number => {
  const low = (GRID_SIZE + 0.5) * GRID_HZ
  return low * (TOP_HZ / low) ** (band / BAND_COUNT)
}

/** Converts frames of a recording to levels that do not depend on its gain. */
export interface LowBandLevels {
  /** Writes the `LEVEL_COUNT` levels (0 to about 7) of the next frame to `out`. */
  describe(frame: StereoFrame, out: Float32Array): void
}

/** Creates the levels of frames whose bins are `binHz` apart and whose starts are `hopSeconds` apart. */
export function createLowBandLevels(options: {
  readonly bins: number
  readonly binHz: number
  readonly hopSeconds: number
}): LowBandLevels {
  const { bins, binHz, hopSeconds } = options
  const decay = DECAY ** (hopSeconds / DECAY_SECONDS)
  const edges = Array.from({ length: BAND_COUNT + 1 }, (_, band) =>
    Math.min(bins, Math.round(bandEdgeHz(band) / binHz)),
  )
  const power = new Float32Array(GRID_SIZE)
  const side = new Float32Array(GRID_SIZE)
  let reference = 0

  const heard = (frame: StereoFrame, b: number): number => frame.magnitude[b]! * frame.magnitude[b]!
  const beside = (frame: StereoFrame, b: number): number =>
    (frame.left[2 * b]! - frame.right[2 * b]!) ** 2 + (frame.left[2 * b + 1]! - frame.right[2 * b + 1]!) ** 2

  return {
    describe(frame, out) {
      let sum = 0
      for (let place = 0; place < GRID_SIZE; place++) {
        const at = ((place + 1) * GRID_HZ) / binHz
        const b = Math.floor(at)
        const part = at - b
        power[place] = (1 - part) * heard(frame, b) + part * heard(frame, b + 1)
        side[place] = (1 - part) * beside(frame, b) + part * beside(frame, b + 1)
        sum += power[place]!
      }
      reference = Math.max(Math.sqrt(sum), decay * reference)
      if (reference === 0) {
        out.fill(0)
        return
      }
      const level = (powerHere: number) => Math.log1p((GAIN * Math.sqrt(powerHere)) / reference)
      for (let place = 0; place < GRID_SIZE; place++) out[place] = level(power[place]!)
      for (let pair = 0; pair < GRID_SIZE / 2; pair++)
        out[GRID_SIZE + pair] = level(side[2 * pair]! + side[2 * pair + 1]!)
      for (let band = 0; band < BAND_COUNT; band++) {
        let bandPower = 0
        for (let b = edges[band]!; b < edges[band + 1]!; b++) bandPower += heard(frame, b)
        out[GRID_SIZE * 1.5 + band] = level(bandPower)
      }
    },
  }
}
