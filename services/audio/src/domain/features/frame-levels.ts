import { type BandLayout, FRAME_LENGTH, levelOfPower, sumBands } from './bands.ts'

/**
 * Measures the levels of the bands of one frame. Like a transform, the domain asks for it and an adapter brings a fast one;
 * `referenceLevels` is what it must agree with to one step (1/256 dB).
 */
export interface LevelMeter {
  /** Stored levels (see `levelOfPower`) of an interleaved spectrum without window, one per band, into `out` from `at` on. */
  measure(spectrum: Float32Array, out: Uint16Array, at: number): void
}

export type CreateLevelMeter = (layout: BandLayout) => LevelMeter

/** A full-scale sine has power 1 in its bin: a Hann window sums to half its length, a sine halves it again. */
export const powerScale = (layout: BandLayout): Float32Array =>
  layout.scale.map((x) => x * (4 / FRAME_LENGTH) ** 2)

/** The meter in plain arithmetic of double precision. */
export function referenceLevels(layout: BandLayout): LevelMeter {
  const scale = powerScale(layout)
  const power = new Float64Array(layout.count + 2)
  return {
    measure(spectrum, out, at) {
      sumBands(layout, spectrum, power)
      for (let b = 0; b < layout.count; b++) out[at + b] = levelOfPower(power[b + 1]! * scale[b]!)
    },
  }
}
