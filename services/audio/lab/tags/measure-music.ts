/**
 * Measures the inputs of the decision on the excerpts of `musicSet`: `node lab/tags/measure-music.ts [--new]`; with --new
 * only those that have not been measured yet.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { loadTagNetworks } from '../../src/compose/analysis.ts'
import { analyseTrack } from '../../src/domain/analyse-track.ts'
import { hearTags } from '../../src/domain/tags/hear-tags.ts'
import { musicInputs } from '../../src/domain/tags/music-or-not.ts'
import { createPatchCollector } from '../../src/domain/tags/patch-collector.ts'
import { createTransform, featuresOfFile } from '../analyse-file.ts'
import { measuredPath, musicSet } from './music-set.ts'

const networks = await loadTagNetworks(createTransform)
const before = process.argv.includes('--new')
  ? (JSON.parse(await readFile(measuredPath, 'utf8')) as { name: string }[])
  : []
const rows: object[] = []
const set = await musicSet()
for (const excerpt of set) {
  const known = before.find(({ name }) => name === excerpt.name)
  if (known) {
    rows.push(known)
    continue
  }
  const collector = createPatchCollector(createTransform)
  const measured = await featuresOfFile(excerpt.path, true, (samples) => collector.push(samples))
  const tags = hearTags(networks, collector.finish(), measured.loudness?.integratedLufs ?? null)
  // Without tags nothing is decided, so the rhythm of noise is measured too.
  const { rhythm, key, features } = analyseTrack(measured)
  const context = {
    beatConfidence: rhythm.confidence,
    keyConfidence: key?.confidence ?? 0,
    noisiness: features.noisiness ?? 1,
  }
  rows.push({ ...excerpt, inputs: tags && musicInputs(tags, context), context })
  if (rows.length % 10 === 0) console.log(rows.length, 'of', set.length)
}
await writeFile(measuredPath, JSON.stringify(rows))
