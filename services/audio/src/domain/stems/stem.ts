/** The four stems, in the order of networks of the Demucs family. */
export const STEM_NAMES = ['drums', 'bass', 'other', 'vocals'] as const
/** Name of a stem. */
export type StemName = (typeof STEM_NAMES)[number]

/** Interleaved stereo samples of every stem for the same period; all four have the same length, which may be 0. */
export type StemBlocks = Record<StemName, Float32Array>

/** Measured quality of a stem: `useful` for work, `rough` for listening, `not usable`, or `not measured`. */
export type StemQuality = 'useful' | 'rough' | 'not usable' | 'not measured'

/** Name of an engine and the quality of its stems. */
export interface StemEngine {
  readonly name: 'dsp' | 'onnx'
  readonly quality: Readonly<Record<StemName, StemQuality>>
  /** One sentence for users. */
  readonly note: string
}

/** Separates a stream of interleaved stereo. The DSP engine returns at once, a network later. */
export interface StemSeparator {
  /** Takes any number of whole frames and returns the finished part, which lags behind; copies, not views. */
  push(block: Float32Array): StemBlocks | Promise<StemBlocks>
  /**
   * Returns the rest, so that output and input have the same number of frames. The separator cannot be used afterwards.
   */
  finish(): StemBlocks | Promise<StemBlocks>
}

/** Returns silent blocks of a number of frames. */
export const emptyBlocks = (frames: number): StemBlocks => ({
  drums: new Float32Array(2 * frames),
  bass: new Float32Array(2 * frames),
  other: new Float32Array(2 * frames),
  vocals: new Float32Array(2 * frames),
})

/** Joins consecutive blocks. */
export function joinBlocks(parts: readonly StemBlocks[]): StemBlocks {
  if (parts.length === 1) return parts[0]!
  const joined = emptyBlocks(parts.reduce((sum, part) => sum + part.drums.length / 2, 0))
  for (const name of STEM_NAMES) {
    let at = 0
    for (const part of parts) {
      joined[name].set(part[name], at)
      at += part[name].length
    }
  }
  return joined
}
