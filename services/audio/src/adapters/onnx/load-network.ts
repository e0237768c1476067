import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { InferenceSession } from 'onnxruntime-node'
import { Refusal } from '../../domain/refusal.ts'
import type { StemNetwork } from '../../domain/stems/network-separator.ts'
import type { StemEngine } from '../../domain/stems/stem.ts'

export interface NetworkWeights {
  /** An ONNX file with one input [1, 2, N] and one output [1, 4, 2, N] (drums, bass, other, vocals), 44 100 Hz. */
  readonly path: string
  /** SHA-256 of the file, 64 hexadecimal digits; a file that differs is not loaded. */
  readonly sha256: string
  /** Threads inside one run; 1 by default, because jobs run beside each other. */
  readonly threads?: number
  /** N where the file leaves it open; 343 980 by default, the 7.8 s that HTDemucs was trained on. */
  readonly chunkFrames?: number
}

/** A loaded network; `release` gives its memory back. */
export interface LoadedNetwork extends StemNetwork {
  release(): Promise<void>
}

/** The project ships no weights and has measured none, so it claims nothing of their quality. */
export const NETWORK_ENGINE: StemEngine = {
  name: 'onnx',
  quality: { drums: 'not measured', bass: 'not measured', other: 'not measured', vocals: 'not measured' },
  note: 'Stems by the network that the operator configured; its quality is the one its authors publish and is not measured here.',
}

const HTDEMUCS_CHUNK_FRAMES = 343_980

const unusable = (issue: string, message: string, provided: unknown = null): Refusal =>
  new Refusal('SERVICE_UNAVAILABLE', message, { field: 'weights', issue, provided })

async function verifiedBytes({ path, sha256 }: NetworkWeights): Promise<Buffer> {
  if (!/^[0-9a-f]{64}$/i.test(sha256))
    throw unusable('checksum_malformed', 'the checksum of the stem network must be 64 hexadecimal digits')
  const bytes = await readFile(path).catch((cause: NodeJS.ErrnoException) => {
    throw unusable('weights_missing', `the stem network could not be read (${cause.code ?? 'unknown'})`)
  })
  const found = createHash('sha256').update(bytes).digest('hex')
  if (found !== sha256.toLowerCase())
    throw unusable('checksum_mismatch', 'the stem network is not the file that its checksum names', found)
  return bytes
}

type Shape = readonly (number | string)[]

/** The dimensions as the file states them; anything but one waveform in and four stems out is refused by name. */
function layoutOf(session: InferenceSession, fallbackFrames: number): number {
  const input = session.inputMetadata[0]
  const output = session.outputMetadata[0]
  const shapeOf = (value: typeof input): Shape =>
    value?.isTensor === true && value.type === 'float32' ? value.shape : []
  const fits = (shape: Shape, wanted: readonly number[]) =>
    shape.length === wanted.length + 1 &&
    wanted.every((size, i) => typeof shape[i] !== 'number' || shape[i] === size || shape[i] < 1)
  const inputShape = shapeOf(input)
  const outputShape = shapeOf(output)
  const single = session.inputNames.length === 1 && session.outputNames.length === 1
  if (!single || !fits(inputShape, [1, 2]) || !fits(outputShape, [1, 4, 2]))
    throw unusable(
      'network_layout',
      'the stem network must take float [1, 2, N] and give float [1, 4, 2, N], with one input and one output',
      { inputs: session.inputNames.length, input: inputShape, output: outputShape },
    )
  const frames = inputShape[2]
  return typeof frames === 'number' && frames > 0 ? frames : fallbackFrames
}

/**
 * Load a stem network after checking its bytes against the checksum; the very bytes that were hashed are the ones that
 * run. The runtime (a 46 MB library) is loaded here and not before, so a service without weights never touches it.
 */
export async function loadNetwork(weights: NetworkWeights): Promise<LoadedNetwork> {
  const bytes = await verifiedBytes(weights)
  const { InferenceSession, Tensor } = await import('onnxruntime-node').catch(() => {
    throw unusable(
      'runtime_missing',
      'the package onnxruntime-node is not installed; npm install onnxruntime-node adds it',
    )
  })
  const session = await InferenceSession.create(bytes, {
    executionProviders: ['cpu'],
    intraOpNumThreads: weights.threads ?? 1,
    interOpNumThreads: 1,
    logSeverityLevel: 4,
  }).catch(() => {
    throw unusable('network_unreadable', 'the stem network is not an ONNX file that this runtime can run')
  })
  let chunkFrames: number
  try {
    chunkFrames = layoutOf(session, weights.chunkFrames ?? HTDEMUCS_CHUNK_FRAMES)
  } catch (refusal) {
    await session.release()
    throw refusal
  }
  const inputName = session.inputNames[0]!
  const outputName = session.outputNames[0]!
  return {
    chunkFrames,
    async run(planar) {
      const answer = await session.run({ [inputName]: new Tensor('float32', planar, [1, 2, chunkFrames]) })
      const stems = answer[outputName]!
      const data = (await stems.getData()) as Float32Array
      return data
    },
    release: () => session.release(),
  }
}
