import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { decode } from '../adapters/ffmpeg/decode.ts'
import { createAudioWriter } from '../adapters/ffmpeg/encode.ts'
import { probe } from '../adapters/ffmpeg/probe.ts'
import { loadNetwork, NETWORK_ENGINE } from '../adapters/onnx/load-network.ts'
import { loadTransforms } from '../adapters/pffft/create-transform.ts'
import { createNetworkSeparator } from '../domain/stems/network-separator.ts'
import { createSeparator, DSP_ENGINE } from '../domain/stems/separate.ts'
import type { SeparationTask } from '../operations/ports.ts'
import { separateStems } from '../operations/separate-stems.ts'

/** File of a stem network and its checksum. */
export interface StemWeights {
  readonly path: string
  readonly sha256: string
}

/** Returns the engine: a network when weights are given, otherwise DSP. */
export const stemEngine = (weights: StemWeights | undefined) => (weights ? NETWORK_ENGINE : DSP_ENGINE)

/** Creates the stem separation: the DSP engine, or a network when weights are given. */
export async function composeStems(weights: StemWeights | undefined) {
  const createTransform = await loadTransforms()
  const network = weights && (await loadNetwork(weights, createTransform))
  const format = { sampleRateHz: 44_100, channels: 2 } as const
  const createSeparatorOf = () =>
    network ? createNetworkSeparator(network) : createSeparator({ createTransform, ...format })
  return {
    engine: stemEngine(weights),
    separate: (path: string, request: SeparationTask) =>
      separateStems({
        decoder: { probe, decode },
        createSeparator: createSeparatorOf,
        openWriter: async (stem) => {
          await mkdir(request.folder, { recursive: true })
          const path = join(request.folder, `${stem}.${request.format}`)
          return createAudioWriter(path, { ...format, format: request.format })
        },
      })(path, request),
    close: async () => network?.release(),
  }
}
