/**
 * Counts how often a key is right, by its confidence. `node lab/key-confidence.ts` renders the tuning half and
 * `--variants N` (default 1) more of each piece, with other notes, another tonic and the other mode in every second
 * one. The held-out pieces are not used. The rule for a certain key (`isCertain`) must separate right from wrong: above
 * it at least three of four keys are right, below it at most half.
 */
import { rm } from 'node:fs/promises'
import { runOptions } from '@assay/kit/testing-options'
import { atLeast, atMost, figure, report } from '@assay/kit/testing-report'
import { analyseRhythm } from '../src/domain/analyse-track.ts'
import { superFlux } from '../src/domain/features/novelty.ts'
import { foldChroma } from '../src/domain/tonality/chroma.ts'
import { findKey, isCertain } from '../src/domain/tonality/find-key.ts'
import { featuresOfFile } from './analyse-file.ts'
import { keyVariant } from './confidence/key-variant.ts'
import type { PieceSpec } from './corpus/piece.ts'
import { piecesOf } from './corpus/pieces.ts'
import { renderPiece } from './corpus/render.ts'
import { keyScore } from './scoring/key-score.ts'

const LEAST_RIGHT_WHERE_CERTAIN = 0.75
const MOST_RIGHT_WHERE_NOT = 0.5

const { is, values } = runOptions({ flags: ['verbose'], options: ['variants'] })
const variants = Number(values.variants[0] ?? 1)

interface Found {
  readonly confidence: number
  readonly right: boolean
}

async function keyOf(spec: PieceSpec, keep: boolean): Promise<Found> {
  const { truth, mixPath, folder } = await renderPiece(spec)
  const features = await featuresOfFile(mixPath)
  const chroma = foldChroma(features)
  const { downbeats } = analyseRhythm(features, superFlux(features), chroma)
  const key = findKey(chroma, downbeats, features.durationSeconds)
  if (!keep) await rm(folder, { recursive: true })
  const right = key !== null && keyScore(truth.keys[0]!, key) === 1
  if (is.verbose) console.log(spec.id, key?.confidence.toFixed(2), right)
  return { confidence: key?.confidence ?? 0, right }
}

const found: Found[] = []
for (const spec of piecesOf('tuning')) {
  found.push(await keyOf(spec, true))
  for (let number = 1; number <= variants; number++) found.push(await keyOf(keyVariant(spec, number), false))
}

const shareRight = (keys: readonly Found[]) => keys.filter(({ right }) => right).length / keys.length
const between = (from: number, to: number) =>
  found.filter(({ confidence }) => confidence >= from && confidence < to)
const certain = found.filter(isCertain)
const doubtful = found.filter((key) => !isCertain(key))
const counted = (keys: readonly Found[]) => `${keys.filter(({ right }) => right).length} of ${keys.length}`
report([
  atLeast(`right where certain (${counted(certain)})`, shareRight(certain), LEAST_RIGHT_WHERE_CERTAIN),
  atMost(`right where not certain (${counted(doubtful)})`, shareRight(doubtful), MOST_RIGHT_WHERE_NOT),
  ...[
    [0, 0.2],
    [0.2, 0.35],
    [0.35, 0.5],
    [0.5, 0.75],
    [0.75, 1.01],
  ].map(([from, to]) => {
    const keys = between(from!, to!)
    return figure(
      `right with a confidence of ${from} to ${Math.min(1, to!)} (${counted(keys)})`,
      shareRight(keys),
    )
  }),
])
