import { type BandLayout, FRAME_LENGTH, levelOfPower, sumBands } from './bands.ts'

/**
 * Measures the band levels of one frame. An adapter provides a fast implementation, which must agree with
 * `referenceLevels` to one step (1/256 dB).
 */
export interface LevelMeter {
  /**
   * Writes the stored levels (see `levelOfPower`) of an interleaved spectrum without window, one per band, to `out`
   * from `at` on.
   */
  measure(spectrum: Float32Array, out: Uint16Array, at: number): void
}

/** Creates a level meter for a band layout. */
export type CreateLevelMeter = (layout: BandLayout) => LevelMeter

/**
 * Returns the factor that gives a full-scale sine power 1 in its bin: a Hann window sums to half its length, and a sine
 * halves it again.
 */
export const powerScale = (layout: BandLayout): Float32Array =>
  layout.scale.map((x) => x * (4 / FRAME_LENGTH) ** 2)

/** Creates the reference meter, in plain double-precision arithmetic. */
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
