/**
 * A Fourier transform of real signals of one size. The domain asks for it, an adapter brings it (a WebAssembly module
 * loads asynchronously and from a file, which pure code cannot do).
 */
export interface RealTransform {
  readonly size: number
  /** Write `size` samples here, then call `forward`. Ask anew before each transform: memory may move. */
  readonly input: Float32Array
  /** Interleaved spectrum of `size` numbers: re(0), re(size/2), re(1), im(1), re(2), …; valid until the next call. */
  forward(): Float32Array
  /** Signal of the spectrum given in the same layout, scaled so that `inverse(forward(x))` is `x`. */
  inverse(spectrum: Float32Array): Float32Array
}

export type CreateTransform = (size: number) => RealTransform
