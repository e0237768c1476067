import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packageRoot } from '@assay/kit/package-root'
import { decode } from '../adapters/ffmpeg/decode.ts'
import { probe } from '../adapters/ffmpeg/probe.ts'
import { loadLevelMeters } from '../adapters/kernels/frame-levels.ts'
import { loadFrameNetworks } from '../adapters/kernels/frame-network.ts'
import { loadMusicnn } from '../adapters/kernels/musicnn.ts'
import { loadTransforms } from '../adapters/pffft/create-transform.ts'
import type { CreateTransform } from '../domain/features/real-transform.ts'
import { shippedFrameModel } from '../domain/hearing/frame-network.ts'
import { labelsOf, type TagNetworks, type TagSource } from '../domain/tags/hear-tags.ts'
import { analyseFile } from '../operations/analyse-file.ts'

/** Loads both tag networks from the package's `models` folder. */
export async function loadTagNetworks(createTransform: CreateTransform): Promise<TagNetworks> {
  const create = await loadMusicnn(createTransform)
  const open = async (source: TagSource) =>
    create(
      await readFile(join(packageRoot(import.meta.url), 'models', `musicnn-${source}.bin`)),
      labelsOf(source),
    )
  return { mtt: await open('mtt'), msd: await open('msd') }
}

/** Wires decoder, transforms, networks and analysis for the calling thread. Call it once per thread. */
export async function composeAnalysis({ tags = true }: { tags?: boolean } = {}) {
  const createTransform = await loadTransforms()
  let networks: Promise<TagNetworks> | undefined
  return analyseFile({
    decoder: { probe, decode },
    createTransform,
    createLevelMeter: await loadLevelMeters(),
    frameNetwork: (await loadFrameNetworks())(shippedFrameModel()),
    openTagNetworks: tags ? () => (networks ??= loadTagNetworks(createTransform)) : undefined,
  })
}
