/** The four parts of a recording, in the order in which networks of the Demucs family give them. */
export const STEM_NAMES = ['drums', 'bass', 'other', 'vocals'] as const
export type StemName = (typeof STEM_NAMES)[number]

/** Interleaved stereo samples of every stem for the same stretch of time; all four have the same length, which may be 0. */
export type StemBlocks = Record<StemName, Float32Array>

/**
 * How far a stem may be trusted, decided from measurements and not from hope: `useful` to work with, `rough` to listen
 * into, `not usable` beyond curiosity, `not measured` when nobody here has.
 */
export type StemQuality = 'useful' | 'rough' | 'not usable' | 'not measured'

/** What an engine is and how good each of its stems is. */
export interface StemEngine {
  readonly name: 'dsp' | 'onnx'
  readonly quality: Readonly<Record<StemName, StemQuality>>
  /** One sentence for the listener. */
  readonly note: string
}

/** Anything that splits a stream of interleaved stereo: the DSP engine answers at once, a network after a while. */
export interface StemSeparator {
  /** Take any number of whole frames and answer with what is ready, which lags behind; copies, not views. */
  push(block: Float32Array): StemBlocks | Promise<StemBlocks>
  /** Answer with the rest, so that as many frames were given as were taken. The separator is spent afterwards. */
  finish(): StemBlocks | Promise<StemBlocks>
}

/** Silent blocks of a number of frames. */
export const emptyBlocks = (frames: number): StemBlocks => ({
  drums: new Float32Array(2 * frames),
  bass: new Float32Array(2 * frames),
  other: new Float32Array(2 * frames),
  vocals: new Float32Array(2 * frames),
})

/** Blocks one after the other as one. */
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
