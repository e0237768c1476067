import type { CreateTransform } from '../features/real-transform.ts'

/** Length of a frame and distance of two frames of HTDemucs. */
const SIZE = 4096
const HOP = 1024
const BINS = SIZE / 2
const PAD = (HOP / 2) * 3
/** Four overlapping squared Hann windows sum to 3/2. */
const WINDOW_SUM = 1.5
/** Left real, left imaginary, right real, right imaginary: complex numbers as channels. */
const PLANES = 4

/** Returns the shape of the spectrogram of a chunk: planes, bins, frames. */
export const spectrumShape = (chunkFrames: number): readonly [number, number, number] => [
  PLANES,
  BINS,
  Math.ceil(chunkFrames / HOP),
]

/** Returns the position of a sample beyond the ends of a signal that is mirrored there, without repeating the end. */
function mirrored(at: number, length: number): number {
  const period = 2 * (length - 1)
  const folded = ((at % period) + period) % period
  return folded < length ? folded : period - folded
}

/** Spectrogram of a chunk of stereo, as networks of the HTDemucs family take and give it. */
export interface HybridSpectrum {
  /** Takes [2, N] and returns [4, 2048, T]. */
  forward(planar: Float32Array): Float32Array
  /** Adds the waveform of one stem, [4, 2048, T] from `offset` on, to [2, N] of `planar` from `to` on. */
  addInverse(spectrum: Float32Array, offset: number, planar: Float32Array, to: number): void
}

/**
 * Creates the transform between waveform and spectrogram that HTDemucs computes outside its network: frames of 4096
 * samples every 1024 with a periodic Hann window, divided by the root of their length, without the bin at half the
 * sample rate; frame 0 begins 1536 samples before the chunk, which is mirrored there (Défossez, demucs/htdemucs.py,
 * `_spec` and `_ispec`, and demucs/spec.py). As in the original, what lies before frame 0 is missing in the inverse, so
 * the first and last 1536 samples are weaker; the overlap of chunks hides them.
 */
export function createHybridSpectrum(createTransform: CreateTransform, chunkFrames: number): HybridSpectrum {
  const transform = createTransform(SIZE)
  const window = Float64Array.from({ length: SIZE }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / SIZE))
  const scale = Math.sqrt(SIZE)
  const [, , frames] = spectrumShape(chunkFrames)
  const plane = BINS * frames
  const packed = new Float32Array(SIZE)
  return {
    forward(planar) {
      const spectrum = new Float32Array(PLANES * plane)
      for (let channel = 0; channel < 2; channel++) {
        const from = channel * chunkFrames
        for (let t = 0; t < frames; t++) {
          const { input } = transform
          for (let i = 0; i < SIZE; i++)
            input[i] = window[i]! * planar[from + mirrored(t * HOP - PAD + i, chunkFrames)]!
          const bins = transform.forward()
          const real = 2 * channel * plane + t
          spectrum[real] = bins[0]! / scale
          for (let b = 1; b < BINS; b++) {
            spectrum[real + b * frames] = bins[2 * b]! / scale
            spectrum[real + plane + b * frames] = bins[2 * b + 1]! / scale
          }
        }
      }
      return spectrum
    },
    addInverse(spectrum, offset, planar, to) {
      for (let channel = 0; channel < 2; channel++) {
        const start = to + channel * chunkFrames
        for (let t = 0; t < frames; t++) {
          const real = offset + 2 * channel * plane + t
          packed[0] = spectrum[real]!
          packed[1] = 0
          for (let b = 1; b < BINS; b++) {
            packed[2 * b] = spectrum[real + b * frames]!
            packed[2 * b + 1] = spectrum[real + plane + b * frames]!
          }
          const wave = transform.inverse(packed)
          const first = t * HOP - PAD
          const gain = scale / WINDOW_SUM
          const end = Math.min(SIZE, chunkFrames - first)
          for (let i = Math.max(0, -first); i < end; i++)
            planar[start + first + i]! += gain * window[i]! * wave[i]!
        }
      }
    },
  }
}
