/**
 * Makes the frames that the listener is trained on: `node lab/listener/make-frames.ts FOLDER KIND FROM COUNT
 * [SOUNDFONT…]`. KIND is `train` or `validation` (recipes of Groove performances) or `programmed`; SOUNDFONTs play in
 * programmed mixes beside FluidR3. Writes band levels (`KIND-FROM.u16`) and truth (`KIND-FROM.json`). Deterministic.
 */
import { closeSync, openSync, writeSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadLevelMeters } from '../../src/adapters/kernels/frame-levels.ts'
import { loadTransforms } from '../../src/adapters/pffft/create-transform.ts'
import { createFeatureExtractor, type TrackFeatures } from '../../src/domain/features/feature-extractor.ts'
import { referenceLevel } from '../../src/domain/features/novelty.ts'
import { makeMix } from '../groove/render-recipe.ts'
import { drawRecipe } from '../groove/training-recipes.ts'
import { programmedMix } from './programmed-mix.ts'

const [folder, kind, from, count, ...fonts] = process.argv.slice(2)
if (folder === undefined || !['train', 'validation', 'programmed'].includes(kind ?? ''))
  throw new Error(
    'usage: node lab/listener/make-frames.ts FOLDER train|validation|programmed FROM COUNT [SOUNDFONT…]',
  )
const createTransform = await loadTransforms()
const createLevelMeter = await loadLevelMeters()
function featuresOf(samples: Float32Array, channels: 1 | 2): TrackFeatures {
  const extractor = createFeatureExtractor({
    ...{ createTransform, createLevelMeter, channels, withLoudness: false, withPitch: false },
  })
  extractor.push(samples)
  return extractor.finish()
}

async function mixOf(index: number) {
  if (kind === 'programmed') {
    const mix = await programmedMix(index, ['sf2/FluidR3_GM.sf2', ...fonts])
    return { ...mix, features: featuresOf(mix.samples, 1) }
  }
  const { samples, truth } = await makeMix(await drawRecipe(kind === 'train' ? 'train' : 'validation', index))
  return { ...truth, features: featuresOf(samples, 2) }
}

await mkdir(folder, { recursive: true })
const name = join(folder, `${kind}-${from}`)
const file = openSync(`${name}.u16`, 'w')
const described = []
for (let i = Number(from); i < Number(from) + Number(count); i++) {
  const { features, beats, downbeats, drumHits } = await mixOf(i)
  writeSync(
    file,
    new Uint8Array(features.levels.buffer, features.levels.byteOffset, features.levels.byteLength),
  )
  const hits = drumHits.map(({ timeSeconds, instrument, velocity }) => [timeSeconds, instrument, velocity])
  described.push({ frames: features.frames, reference: referenceLevel(features), beats, downbeats, hits })
}
closeSync(file)
await writeFile(`${name}.json`, JSON.stringify(described))
