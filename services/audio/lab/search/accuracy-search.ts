/**
 * Measures search quality: `npm run accuracy:search -w @assay/audio`. Ranks the rendered corpus for every judged query
 * by our search, by the embedding alone, by the lexicon alone and by chance. By default all pieces are rendered and
 * measured with the engine of this tree. `--ci` ranks the committed measures (`measured.json`) and measures four pieces
 * again to check them. `--write` commits the measures. `--tuning-only` hides the held-out queries; use it while
 * changing anything. `--verbose` lists the worst tuning queries.
 */

import { runOptions } from '@assay/kit/testing-options'
import { atLeast, atMost, figure, type Row, report } from '@assay/kit/testing-report'
import { describeTrack } from '../../src/domain/semantic/describe-track.ts'
import { scoreOf, trackVector } from '../../src/domain/semantic/search-vector.ts'
import { COORDINATES, trackCoordinates } from '../../src/domain/semantic/track-traits.ts'
import { createRandom } from '../../test/random.ts'
import { CI_IDS } from '../corpus/pieces.ts'
import { pairedInterval } from '../scoring/bootstrap.ts'
import { rememberingEmbedder } from './embedder.ts'
import { loadJudgements } from './judgements.ts'
import { committedPieces, type MeasuredPiece, measurePieces, writeCommitted } from './measured-corpus.ts'
import { ndcg } from './ndcg.ts'
import { nearestExample, type RankedQuery, rankQueries } from './ranked-queries.ts'

const { is } = runOptions({ flags: ['ci', 'tuning-only', 'write', 'verbose'] })
const { ci, 'tuning-only': tuningOnly } = is
/** CI detects breakage on committed measures; the bound itself is checked on current measures. */
const CI_SHARE = 0.93
const BOUND = 0.8
const CI_MEASURED = CI_IDS.slice(0, 4)

const TAGS = ['intensity', 'tempo', 'mode', 'context', 'genre', 'word', 'phrase', 'sentence'] as const

const mean = (values: readonly number[]): number => values.reduce((sum, x) => sum + x, 0) / values.length

type Method = 'ours' | 'embedding only' | 'lexicon only' | 'random'
type Scores = Record<Method, number>

/** Returns the nDCG@10 of every method for every query. */
async function score(pieces: readonly MeasuredPiece[], queries: readonly RankedQuery[]): Promise<Scores[]> {
  const described = await embedder.embed(pieces.map((piece) => describeTrack(piece.measures)))
  const vectors = pieces.map((piece, i) => trackVector(piece.measures, described[i]!))
  return queries.map(({ ours, lexiconOnly, embedded, grades }) => {
    const by = (ranking: (i: number) => number) =>
      ndcg(
        pieces.map((_, i) => ranking(i)),
        grades,
      )
    return {
      ours: by((i) => scoreOf(ours.vector, vectors[i]!)),
      'lexicon only': by((i) => scoreOf(lexiconOnly.vector, vectors[i]!)),
      'embedding only': by((i) => described[i]!.reduce((sum, x, k) => sum + x * embedded[k]!, 0)),
      random: by(() => 0),
    }
  })
}

function rowsOf(queries: readonly RankedQuery[], scores: readonly Scores[]): Row[] {
  const of = (method: Method, keep: (query: RankedQuery) => boolean = () => true): number =>
    mean(scores.filter((_, i) => keep(queries[i]!)).map((row) => row[method]))
  const bound = BOUND * (ci ? CI_SHARE : 1)
  const best = (keep?: (query: RankedQuery) => boolean) =>
    Math.max(of('embedding only', keep), of('lexicon only', keep))
  const heldOut = (query: RankedQuery) => query.frozen.heldOut
  const negated = (query: RankedQuery) => query.frozen.tags.includes('negation')
  const tagged = TAGS.map((tag) => [tag, (query: RankedQuery) => query.frozen.tags.includes(tag)] as const)
  const groups = [
    ['tuning queries', (query: RankedQuery) => !heldOut(query)],
    ['held-out queries', heldOut],
    ['negations', negated],
    ['held-out negations', (query: RankedQuery) => heldOut(query) && negated(query)],
    ...tagged,
  ] as const
  const rows = [atLeast(`nDCG@10, all ${queries.length} queries`, of('ours'), bound, best())]
  for (const [name, keep] of groups)
    if (queries.some(keep)) rows.push(figure(`nDCG@10, ${name}`, of('ours', keep), best(keep)))
  const random = createRandom(1)
  for (const other of ['embedding only', 'lexicon only', 'random'] as const) {
    const differences = scores.map((row) => row.ours - row[other])
    const { mean: difference, low } = pairedInterval(differences, random)
    rows.push(figure(`nDCG@10 of ${other}`, of(other)))
    rows.push(figure(`over ${other}, mean difference`, difference))
    rows.push({ ...atLeast(`over ${other}, 2.5 % end of the interval`, low, 0), ok: low > 0 })
  }
  return rows
}

/** Returns the mean distance per coordinate between the committed and the current measures of some pieces. */
async function drift(committed: readonly MeasuredPiece[]): Promise<number> {
  const now = await measurePieces((id) => CI_MEASURED.includes(id))
  return mean(
    now.flatMap(({ id, measures }) => {
      const before = trackCoordinates(committed.find((piece) => piece.id === id)!.measures)
      const after = trackCoordinates(measures)
      return COORDINATES.map((name) => Math.abs(before[name] - after[name]))
    }),
  )
}

function listWorst(queries: readonly RankedQuery[], scores: readonly Scores[]): void {
  const rows = queries
    .map((query, i) => ({ query, row: scores[i]! }))
    .filter(({ query }) => !query.frozen.heldOut)
    .sort((a, b) => a.row.ours - b.row.ours)
  for (const { query, row } of rows.slice(0, 40)) {
    const words = query.ours.wishes.map((wish) => `${wish.negated ? 'not ' : ''}${wish.word}`).join(', ')
    const meant = query.ours.meanings.map(({ concept, share }) => `${concept.name} ${share.toFixed(2)}`)
    console.log(`${row.ours.toFixed(2)}  ${query.frozen.text}  [${words}] {${meant.join(', ')}}`)
  }
}

const judgements = await loadJudgements()
const embedder = rememberingEmbedder()
const queries = (await rankQueries(judgements, embedder)).filter(
  (query) => !tuningOnly || !query.frozen.heldOut,
)
const pieces = ci ? await committedPieces() : await measurePieces()
if (is.write) await writeCommitted(pieces)
const scores = await score(pieces, queries)
await embedder.close()
if (is.verbose) listWorst(queries, scores)
const rows = rowsOf(queries, scores)
rows.push(atMost('nearest example to a query, cosine', nearestExample(queries), 0.72))
if (ci) rows.push(atMost('drift of the measures since measured.json', await drift(pieces), 0.15))
report(rows, {
  recorded: {
    run: 'audio-search',
    command: `npm run accuracy:search -w @assay/audio${ci ? ' -- --ci' : ''}`,
    form: `${ci ? 'CI form: committed measures of all pieces' : 'all pieces measured anew'}${tuningOnly ? ', tuning queries only' : ''}`,
  },
})
