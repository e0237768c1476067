/**
 * Fits the weights of the traits: `node lab/search/fit-traits.ts` writes `trait-weights.json`; with `--committed` it
 * uses the measures in `measured.json`. Uses only the tuning half of the pieces and the three quarters of the queries
 * that are not held out. Coordinate ascent from the hand-set prior on nDCG at 5, 10 and all, with a cost for every
 * move; eight such fits on random four fifths of pieces and queries are averaged (Breiman, Bagging predictors, 1996),
 * because a single one follows noise. Every piece is used with noisy copies of its measures (Bishop, Training with
 * noise is equivalent to Tikhonov regularization, 1995), because other recordings are measured less well. Then all axes
 * may take part as far as the judged feel of the tuning pieces justifies (`ridge-traits.ts`).
 */

import { writeFile } from 'node:fs/promises'
import { runOptions } from '@assay/kit/testing-options'
import { TEXT_DIMENSIONS } from '../../src/domain/semantic/search-vector.ts'
import { AXES, type Axis, trackAxes } from '../../src/domain/semantic/track-axes.ts'
import { COORDINATES, coordinatesOf, TRAITS } from '../../src/domain/semantic/track-traits.ts'
import { createRandom, gaussian } from '../../test/random.ts'
import { PIECES } from '../corpus/pieces.ts'
import { rememberingEmbedder } from './embedder.ts'
import { judgeLibrary } from './judge-piece.ts'
import { loadJudgements } from './judgements.ts'
import { committedPieces, measurePieces } from './measured-corpus.ts'
import { ndcg } from './ndcg.ts'
import { type RankedQuery, rankQueries } from './ranked-queries.ts'
import { ridgeTraits } from './ridge-traits.ts'
import { TRAIT_PRIOR } from './trait-prior.ts'

type Weights = Record<string, Record<string, number>>
const BAGS = 8
const PASSES = 2
const STEPS = [0.4, -0.4, 0.2, -0.2, 0.1, -0.1]
const PRICE = 0.001
const COPIES = 2
const NOISE = 0.4

const embedder = rememberingEmbedder()
const judgements = await loadJudgements()
const allQueries = (await rankQueries(judgements, embedder)).filter((query) => !query.frozen.heldOut)
await embedder.close()
const measured = runOptions({ flags: ['committed'] }).is.committed
  ? await committedPieces()
  : await measurePieces()
const pieces = measured.map(({ half, measures }, at) => ({ half, axes: trackAxes(measures), at }))
type Piece = (typeof pieces)[number]
const random = createRandom(20)

function quality(
  weights: Weights,
  among: readonly Piece[],
  queries: readonly RankedQuery[],
  depths: readonly number[],
) {
  const places = among.map(({ axes }) => {
    const coordinates = coordinatesOf(axes, weights as typeof TRAIT_PRIOR)
    return COORDINATES.map((name) => coordinates[name])
  })
  let sum = 0
  for (const { ours, grades } of queries) {
    const scores = places.map((place) =>
      place.reduce((total, x, i) => total + x * ours.vector[TEXT_DIMENSIONS + i]!, 0),
    )
    const judged = among.map((piece) => grades[piece.at]!)
    for (const depth of depths) sum += ndcg(scores, judged, depth) / depths.length
  }
  return sum / queries.length
}

function fit(among: readonly Piece[], queries: readonly RankedQuery[]): Weights {
  const weights = structuredClone(TRAIT_PRIOR) as Weights
  const worth = (): number => {
    let price = 0
    for (const trait of TRAITS)
      for (const [axis, prior] of Object.entries(TRAIT_PRIOR[trait]))
        price += PRICE * (weights[trait]![axis]! - prior) ** 2
    return quality(weights, among, queries, [5, 10, among.length]) - price
  }
  let best = worth()
  for (let pass = 0; pass < PASSES; pass++) {
    for (const trait of TRAITS) {
      const row = weights[trait]!
      for (const axis of Object.keys(row)) {
        for (const step of STEPS) {
          const before = row[axis]!
          row[axis] = before + step
          const now = worth()
          if (now > best + 1e-5) best = now
          else row[axis] = before
        }
      }
    }
  }
  return weights
}

/** Returns a piece and noisy copies of its measures. */
const withCopies = (piece: Piece): Piece[] => [
  piece,
  ...Array.from({ length: COPIES }, () => ({
    ...piece,
    axes: Object.fromEntries(
      AXES.map((axis) => [axis, piece.axes[axis] + NOISE * gaussian(random)]),
    ) as Record<Axis, number>,
  })),
]
const tuning = pieces.filter((piece) => piece.half === 'tuning')
const show = (name: string, weights: Weights) => {
  const of = (among: readonly Piece[]) => quality(weights, among, allQueries, [10]).toFixed(3)
  const other = pieces.filter((piece) => piece.half === 'held-out')
  console.log(`${name.padEnd(10)} tuning pieces ${of(tuning)}, other pieces ${of(other)}, all ${of(pieces)}`)
}
show('prior', TRAIT_PRIOR as Weights)
const fits = Array.from({ length: BAGS }, (_, bag) => {
  const some = <T>(list: readonly T[]): T[] => list.filter(() => random() < 0.8)
  const weights = fit(some(tuning).flatMap(withCopies), some(allQueries))
  show(`fit ${bag + 1}`, weights)
  return weights
})
const averaged = Object.fromEntries(
  TRAITS.map((trait) => [
    trait,
    Object.fromEntries(
      Object.keys(TRAIT_PRIOR[trait]).map((axis) => {
        const mean = fits.reduce((sum, weights) => sum + weights[trait]![axis]!, 0) / BAGS
        return [axis, Number(mean.toFixed(2)) + 0]
      }),
    ),
  ]),
) as Weights
show('averaged', averaged)
const feels = judgeLibrary(PIECES)
const ridged = ridgeTraits(
  averaged,
  tuning.map(({ axes, at }) => ({ axes, feel: feels[at]!.feel })),
)
show('ridge', ridged)
const file = new URL('../../src/domain/semantic/trait-weights.json', import.meta.url)
await writeFile(file, `${JSON.stringify(ridged, null, 2)}\n`)
