/** One frame of both channels: interleaved spectra (re, im per bin) and the magnitude of both together. */
export interface StereoFrame {
  readonly left: Float32Array
  readonly right: Float32Array
  readonly magnitude: Float32Array
}
