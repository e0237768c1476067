/**
 * Measures the scales of the emotion model: `node lab/emotion-scales.ts --music DIR` prints mean and standard deviation
 * of every feature over the tuning half of the corpus and the music in the folders (one track per file, including
 * subfolders), beside `FEATURE_SCALES`, and the quartiles of the nine dimensions. The scales are these figures,
 * rounded, over the 22 tuning pieces and 57 tracks of Debian's game music (see NOTES.md).
 */

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { runOptions } from '@assay/kit/testing-options'
import { analyseTrack } from '../src/domain/analyse-track.ts'
import { EMOTIONS, FEATURE_SCALES } from '../src/domain/emotion/emotion-model.ts'
import type { SpanFeatures } from '../src/domain/emotion/span-features.ts'
import { featuresOfFile } from './analyse-file.ts'
import { PIECES } from './corpus/pieces.ts'
import { renderPiece } from './corpus/render.ts'

const folders = runOptions({ options: ['music'] }).values.music
const paths: string[] = []
for (const spec of PIECES) if (spec.half === 'tuning') paths.push((await renderPiece(spec)).mixPath)
for (const folder of folders)
  for (const name of await readdir(folder, { recursive: true }))
    if (/\.(ogg|mp3|flac|opus|wav)$/i.test(name)) paths.push(join(folder, name))

const measured: { features: SpanFeatures; emotions: Readonly<Record<(typeof EMOTIONS)[number], number>> }[] =
  []
for (const path of paths) {
  const { features, feeling } = analyseTrack(await featuresOfFile(path))
  measured.push({ features, emotions: feeling.emotions })
}

console.log(`${paths.length} tracks`)
for (const [name, { middle, spread }] of Object.entries(FEATURE_SCALES)) {
  const values = measured.flatMap(({ features }) => features[name as keyof SpanFeatures] ?? [])
  const mean = values.reduce((sum, x) => sum + x, 0) / values.length
  const deviation = Math.sqrt(values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / values.length)
  console.log(
    `${name.padEnd(18)} mean ${mean.toFixed(3).padStart(8)} (${middle})  deviation ${deviation.toFixed(3).padStart(7)} (${spread})`,
  )
}
for (const emotion of EMOTIONS) {
  const values = measured.map(({ emotions }) => emotions[emotion]).sort((a, b) => a - b)
  const quartiles = [0.25, 0.5, 0.75].map((share) => values[Math.floor(share * values.length)]?.toFixed(1))
  console.log(`${emotion.padEnd(18)} quartiles ${quartiles.join(' ')}`)
}
