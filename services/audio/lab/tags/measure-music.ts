/** Analyses the excerpts of `musicSet` with tags and keeps what the decision may use: `node lab/tags/measure-music.ts`. */
import { composeAnalysis } from '../../src/compose/analysis.ts'
import { meanProbabilities } from '../../src/domain/tags/hear-tags.ts'
import { musicSet, saveMeasured } from './music-set.ts'

const analyse = await composeAnalysis()
const rows: object[] = []
const set = await musicSet()
for (const excerpt of set) {
  const { analysis } = await analyse(excerpt.path, { depth: 'full', maxDurationSeconds: 600 })
  const { tags, rhythm, features, drums, key, loudness } = analysis!
  rows.push({
    ...excerpt,
    mtt: tags && [...meanProbabilities(tags, 'mtt')!],
    msd: tags && [...meanProbabilities(tags, 'msd')!],
    beat: rhythm.confidence,
    tempo: rhythm.tempoBpm,
    key: key?.confidence ?? 0,
    hits: drums.hits.length,
    lufs: loudness?.integratedLufs ?? null,
    features,
  })
  if (rows.length % 10 === 0) {
    console.log(rows.length, 'of', set.length)
    await saveMeasured(rows)
  }
}
await saveMeasured(rows)
