/**
 * Fourier transform of real signals of one size. Provided by an adapter, because a WebAssembly module is loaded
 * asynchronously from a file, which pure code cannot do.
 */
export interface RealTransform {
  readonly size: number
  /**
   * Write `size` samples here, then call `forward`. Read this property again before each transform, because the memory
   * may move.
   */
  readonly input: Float32Array
  /**
   * Returns the interleaved spectrum of `size` numbers: re(0), re(size/2), re(1), im(1), re(2), …; valid until the next
   * call.
   */
  forward(): Float32Array
  /** Returns the signal of a spectrum in the same layout, scaled so that `inverse(forward(x))` is `x`. */
  inverse(spectrum: Float32Array): Float32Array
}

/** Creates a transform of a size. */
export type CreateTransform = (size: number) => RealTransform
