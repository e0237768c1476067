import type { InferenceSession } from 'onnxruntime-node'
import { Refusal } from '../../domain/refusal.ts'
import { spectrumShape } from '../../domain/stems/hybrid-spectrum.ts'

/** What a stem network takes and gives. */
export interface NetworkLayout {
  /** Frames of a chunk. */
  readonly chunkFrames: number
  /** Names of the input [1, 2, N] and of the output [1, 4, 2, N]. */
  readonly wave: { readonly input: string; readonly output: string }
  /** Names of the spectrograms, [1, 4, 2048, T] in and [1, 4, 4, 2048, T] out; null for a network of waveforms only. */
  readonly spectrum: { readonly input: string; readonly output: string } | null
}

type Metadata = InferenceSession['inputMetadata'][number]
type Shape = readonly (number | string)[]

const shapeOf = (value: Metadata): Shape => (value.isTensor && value.type === 'float32' ? value.shape : [])

/** Whether a shape can be the wanted one; an open dimension can be any, and null wants any. */
const fits = (shape: Shape, wanted: readonly (number | null)[]): boolean =>
  shape.length === wanted.length &&
  wanted.every(
    (size, i) => size === null || typeof shape[i] !== 'number' || shape[i] === size || shape[i] < 1,
  )

const fixed = (size: number | string | undefined): number | null =>
  typeof size === 'number' && size > 0 ? size : null

const refused = (session: InferenceSession): Refusal =>
  new Refusal(
    'SERVICE_UNAVAILABLE',
    'the stem network must take a waveform, float [1, 2, N], and give [1, 4, 2, N]; or take [1, 2, N] and a spectrogram [1, 4, 2048, T], and give [1, 4, 2, N] and [1, 4, 4, 2048, T] or [1, 16, 2048, T], where T is N / 1024 rounded up',
    {
      field: 'weights',
      issue: 'network_layout',
      provided: {
        inputs: session.inputMetadata.map((value) => [value.name, ...shapeOf(value)]),
        outputs: session.outputMetadata.map((value) => [value.name, ...shapeOf(value)]),
      },
    },
  )

/**
 * Reads the layout of a network from its file: waveforms only, or waveform and spectrogram, with the Fourier transform
 * outside the network (the common export of HTDemucs). Inputs and outputs are told apart by their shapes, because
 * exports name them differently. Refuses anything else.
 */
export function layoutOf(session: InferenceSession, fallbackFrames: number): NetworkLayout {
  const { inputMetadata: inputs, outputMetadata: outputs } = session
  const waveIn = inputs.find((value) => fits(shapeOf(value), [1, 2, null]))
  const waveOut = outputs.find((value) => fits(shapeOf(value), [1, 4, 2, null]))
  if (waveIn === undefined || waveOut === undefined || inputs.length !== outputs.length)
    throw refused(session)
  const chunkFrames = fixed(shapeOf(waveIn)[2]) ?? fixed(shapeOf(waveOut)[3]) ?? fallbackFrames
  const wave = { input: waveIn.name, output: waveOut.name }
  if (inputs.length === 1) return { chunkFrames, wave, spectrum: null }
  const [planes, bins, frames] = spectrumShape(chunkFrames)
  const spectrumIn = inputs.find(
    (value) => value !== waveIn && fits(shapeOf(value), [1, planes, bins, frames]),
  )
  const spectrumOut = outputs.find(
    (value) =>
      value !== waveOut &&
      (fits(shapeOf(value), [1, 4, planes, bins, frames]) ||
        fits(shapeOf(value), [1, 4 * planes, bins, frames])),
  )
  if (inputs.length !== 2 || spectrumIn === undefined || spectrumOut === undefined) throw refused(session)
  return { chunkFrames, wave, spectrum: { input: spectrumIn.name, output: spectrumOut.name } }
}
