/**
 * Checks that the onset rate, which energy, groove and sections use, follows the music. `node lab/onset-rate.ts`
 * compares it over the rendered corpus with the notes that were played (those within 30 ms are one onset), and with the
 * candidates of the drums, which are many on purpose. The constants of `findOnsets` were chosen on the tuning half.
 * `--verbose` prints one line per piece.
 */

import { runOptions } from '@assay/kit/testing-options'
import { atLeast, figure, type Row, report } from '@assay/kit/testing-report'
import { onsetCandidates } from '../src/domain/drums/onset-candidates.ts'
import { FRAMES_PER_SECOND } from '../src/domain/features/bands.ts'
import { findOnsets } from '../src/domain/features/find-onsets.ts'
import { ONSET_DELAY_SECONDS, superFlux } from '../src/domain/features/novelty.ts'
import { featuresOfFile } from './analyse-file.ts'
import { composePiece } from './corpus/compose-piece.ts'
import { PIECES } from './corpus/pieces.ts'
import { renderPiece } from './corpus/render.ts'
import { eventScore } from './scoring/match-events.ts'

const { verbose } = runOptions({ flags: ['verbose'] }).is

const LEAST_CORRELATION = 0.8
const WINDOW_SECONDS = 0.05

const mean = (values: readonly number[]): number =>
  values.reduce((sum, x) => sum + x, 0) / Math.max(1, values.length)

/** Returns the Pearson correlation, −1 to 1. */
function correlation(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [mean(a), mean(b)]
  const product = mean(a.map((x, i) => (x - meanA) * (b[i]! - meanB)))
  return product / Math.sqrt(mean(a.map((x) => (x - meanA) ** 2)) * mean(b.map((x) => (x - meanB) ** 2)))
}

/** Removes times closer than 30 ms to the one before. */
function asOnsets(times: readonly number[]): number[] {
  const out: number[] = []
  for (const time of times.toSorted((a, b) => a - b)) if (time - (out.at(-1) ?? -1) > 0.03) out.push(time)
  return out
}

const pieces = []
for (const spec of PIECES) {
  const { truth, mixPath } = await renderPiece(spec)
  const novelty = superFlux(await featuresOfFile(mixPath))
  const parts = Object.values(composePiece(spec).stems).flat()
  const played = asOnsets(parts.flatMap((part) => part.notes.map((note) => note.timeSeconds)))
  const found = findOnsets(novelty).map((frame) => frame / FRAMES_PER_SECOND - ONSET_DELAY_SECONDS)
  const piece = {
    half: spec.half,
    played: played.length / truth.durationSeconds,
    found: found.length / truth.durationSeconds,
    candidates: onsetCandidates(novelty).length / truth.durationSeconds,
    fMeasure: eventScore(played, found, WINDOW_SECONDS).fMeasure,
  }
  pieces.push(piece)
  if (verbose)
    console.log(
      `${spec.id.padEnd(30)} played ${piece.played.toFixed(2)}/s  found ${piece.found.toFixed(2)}/s  F ${piece.fMeasure.toFixed(3)}`,
    )
}

const rows: Row[] = []
for (const half of ['held-out', 'tuning'] as const) {
  const some = pieces.filter((piece) => piece.half === half)
  const played = some.map((piece) => piece.played)
  const against = (rates: readonly number[]): number => correlation(played, rates)
  rows.push(
    atLeast(
      `${half}: onset rate, correlation with the notes`,
      against(some.map((piece) => piece.found)),
      LEAST_CORRELATION,
      against(some.map((piece) => piece.candidates)),
    ),
    figure(`${half}: onsets of all instruments F (±50 ms)`, mean(some.map((piece) => piece.fMeasure))),
    figure(`${half}: onset rate found, mean`, mean(some.map((piece) => piece.found)), mean(played)),
  )
}
report(rows)
