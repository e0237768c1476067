/**
 * Writes what the tempo and phase models learn from, one JSON line per excerpt of rendered pieces: `node
 * lab/tempo/make-tempos.ts OUTPUT tempos|phases KIND FROM COUNT`. KIND is `train` or `validation` (recipes of Groove
 * performances), or `programmed`. Deterministic.
 */
import { appendFile, writeFile } from 'node:fs/promises'
import { createFeatureExtractor } from '../../src/domain/features/feature-extractor.ts'
import { createLevelMeter, createTransform } from '../analyse-file.ts'
import { makeMix } from '../groove/render-recipe.ts'
import { drawRecipe } from '../groove/training-recipes.ts'
import { programmedMix } from '../listener/programmed-mix.ts'
import { beatExcerpts } from './excerpts.ts'
import { excerptPhase, excerptTempos } from './piece-tempos.ts'

const [output, what, kind, from, count] = process.argv.slice(2)
if (
  output === undefined ||
  (what !== 'tempos' && what !== 'phases') ||
  (kind !== 'train' && kind !== 'validation' && kind !== 'programmed')
)
  throw new Error(
    'usage: node lab/tempo/make-tempos.ts OUTPUT tempos|phases train|validation|programmed FROM COUNT',
  )

async function mixOf(index: number) {
  if (kind === 'programmed') {
    const { samples, beats } = await programmedMix(index, ['sf2/FluidR3_GM.sf2'])
    return { samples, beats, channels: 1 as const }
  }
  const { samples, truth } = await makeMix(await drawRecipe(kind === 'train' ? 'train' : 'validation', index))
  return { samples, beats: truth.beats, channels: 2 as const }
}

await writeFile(output, '')
for (let i = Number(from); i < Number(from) + Number(count); i++) {
  const { samples, beats, channels } = await mixOf(i)
  const extractor = createFeatureExtractor({
    ...{ createTransform, createLevelMeter, channels, withLoudness: false, withPitch: true },
  })
  extractor.push(samples)
  for (const excerpt of beatExcerpts(`${kind}-${i}`, extractor.finish(), beats)) {
    const line = what === 'tempos' ? excerptTempos(excerpt) : excerptPhase(excerpt)
    if (line !== null) await appendFile(output, `${JSON.stringify(line)}\n`)
  }
}
