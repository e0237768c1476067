import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { InferenceSession } from 'onnxruntime-node'
import { Refusal } from '../../domain/refusal.ts'
import type { StemNetwork } from '../../domain/stems/network-separator.ts'
import type { StemEngine } from '../../domain/stems/stem.ts'

/** File of a stem network and how to run it. */
export interface NetworkWeights {
  /**
   * Path of an ONNX file with one input [1, 2, N] and one output [1, 4, 2, N] (drums, bass, other, vocals), 44 100 Hz.
   */
  readonly path: string
  /** SHA-256 of the file, 64 hexadecimal digits. A file with another checksum is refused. */
  readonly sha256: string
  /** Threads per run; 1 by default, because several jobs run at the same time. */
  readonly threads?: number
  /** N when the file does not fix it; 343 980 by default, the 7.8 s that HTDemucs was trained on. */
  readonly chunkFrames?: number
}

/** A loaded network; `release` frees its memory. */
export interface LoadedNetwork extends StemNetwork {
  release(): Promise<void>
}

/** The project ships and measures no weights, so the quality is reported as not measured. */
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
    throw unusable('checksum_mismatch', 'the checksum of the stem network does not match', found)
  return bytes
}

type Shape = readonly (number | string)[]

/** Reads the dimensions from the file. Refuses anything except one waveform in and four stems out. */
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
      'the stem network must have one input, float [1, 2, N], and one output, float [1, 4, 2, N]',
      { inputs: session.inputNames.length, input: inputShape, output: outputShape },
    )
  const frames = inputShape[2]
  return typeof frames === 'number' && frames > 0 ? frames : fallbackFrames
}

/**
 * Loads a stem network after checking its checksum; the bytes that were hashed are the ones that run. The runtime (a 46
 * MB library) is loaded here, so a service without weights never loads it.
 */
export async function loadNetwork(weights: NetworkWeights): Promise<LoadedNetwork> {
  const bytes = await verifiedBytes(weights)
  const { InferenceSession, Tensor } = await import('onnxruntime-node').catch(() => {
    throw unusable(
      'runtime_missing',
      'the package onnxruntime-node is not installed; run npm install onnxruntime-node',
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
