import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { CreateTransform } from '../../domain/features/real-transform.ts'
import { Refusal } from '../../domain/refusal.ts'
import { createHybridSpectrum, spectrumShape } from '../../domain/stems/hybrid-spectrum.ts'
import type { StemNetwork } from '../../domain/stems/network-separator.ts'
import { STEM_NAMES, type StemEngine } from '../../domain/stems/stem.ts'
import { layoutOf, type NetworkLayout } from './network-layout.ts'

/** File of a stem network and how to run it. */
export interface NetworkWeights {
  /**
   * Path of an ONNX file for 44 100 Hz with stems in the order drums, bass, other, vocals. Its input is [1, 2, N] and its
   * output [1, 4, 2, N], or both with a spectrogram beside them, as HTDemucs is commonly exported: see `layoutOf`.
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

/**
 * Loads a stem network after checking its checksum; the bytes that were hashed are the ones that run. The runtime (a 46
 * MB library) is loaded here, so a service without weights never loads it.
 */
export async function loadNetwork(
  weights: NetworkWeights,
  createTransform: CreateTransform,
): Promise<LoadedNetwork> {
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
  let layout: NetworkLayout
  try {
    layout = layoutOf(session, weights.chunkFrames ?? HTDEMUCS_CHUNK_FRAMES)
  } catch (refusal) {
    await session.release()
    throw refusal
  }
  const { chunkFrames, wave, spectrum } = layout
  const hybrid = spectrum && createHybridSpectrum(createTransform, chunkFrames)
  const shape = spectrumShape(chunkFrames)
  const spectrumSize = shape[0] * shape[1] * shape[2]
  return {
    chunkFrames,
    async run(planar) {
      const waveform = { [wave.input]: new Tensor('float32', planar, [1, 2, chunkFrames]) }
      const picture =
        spectrum && hybrid
          ? { [spectrum.input]: new Tensor('float32', hybrid.forward(planar), [1, ...shape]) }
          : {}
      const answer = await session.run({ ...waveform, ...picture })
      const stems = (await answer[wave.output]!.getData()) as Float32Array
      if (!spectrum || !hybrid) return stems
      const pictures = (await answer[spectrum.output]!.getData()) as Float32Array
      if (
        stems.length !== STEM_NAMES.length * 2 * chunkFrames ||
        pictures.length !== STEM_NAMES.length * spectrumSize
      )
        throw unusable(
          'network_layout',
          'the outputs of the stem network do not have the sizes of its layout',
          [stems.length, pictures.length],
        )
      // A stem is the sum of what both branches of the network answer.
      const sum = Float32Array.from(stems)
      for (const s of STEM_NAMES.keys())
        hybrid.addInverse(pictures, s * spectrumSize, sum, s * 2 * chunkFrames)
      return sum
    },
    release: () => session.release(),
  }
}
