/**
 * Measures accuracy on the rendered corpus: `npm run accuracy -w @assay/audio`. By default it scores the held-out half
 * with every fast baseline. `--ci` scores eight of its pieces against nine tenths of each bound, to detect breakage.
 * `--fresh` scores the pieces that were written later (see `corpus/fresh-pieces.ts`) with every baseline, alone and
 * together with the held-out half. `--full` does all of this, with the slow baseline and the tuning half (figures
 * only). `--verbose` prints one line per piece.
 */

import { runOptions } from '@assay/kit/testing-options'
import { atLeast, figure, type Row, report } from '@assay/kit/testing-report'
import { createRandom } from '../test/random.ts'
import { calibrationRows } from './confidence/calibration-rows.ts'
import { FREEPATS } from './corpus/fresh-pieces.ts'
import { isNewStyle } from './corpus/fresh-styles.ts'
import type { Half, PieceSpec } from './corpus/piece.ts'
import { CI_IDS, piecesOf, RELATED_FONT } from './corpus/pieces.ts'
import { renderPiece } from './corpus/render.ts'
import { baselineScores, ownScores, type Scores } from './score-piece.ts'
import { pairedInterval } from './scoring/bootstrap.ts'
import { stemRows } from './stems.ts'

const { full, fresh, ci, verbose } = runOptions({ flags: ['full', 'fresh', 'ci', 'verbose'] }).is

const mean = (values: readonly number[]): number =>
  values.reduce((sum, x) => sum + x, 0) / Math.max(1, values.length)

/** Piece with our scores and those of each baseline. */
interface Scored {
  readonly spec: PieceSpec
  readonly own: Scores
  readonly others: Readonly<Record<string, Scores>>
}

/** Eight pieces vary more than the half, so CI only detects breakage; `npm run accuracy` checks the bounds. */
const CI_SHARE = 0.9

const BOUNDS: Record<string, number> = {
  'beat F': 0.95,
  'tempo accuracy 1': 0.93,
  'downbeat F': 0.8,
  key: 0.75,
  'kick F': 0.85,
  'snare F': 0.75,
  'hat F': 0.8,
}

const BEAT = 'beat F'
const columnOf = (list: readonly (Scores | undefined)[], name: string): number[] =>
  list.flatMap((scores) => scores?.[name] ?? [])

/**
 * Returns rows of the beat F of each baseline that tracks beats, and of our paired difference with its 95 % bootstrap
 * interval.
 */
function intervalRows(scored: readonly Scored[], bounded: boolean): Row[] {
  const rows: Row[] = []
  const random = createRandom(1)
  for (const baseline of Object.keys(scored[0]?.others ?? {})) {
    const theirs = columnOf(
      scored.map(({ others }) => others[baseline]),
      BEAT,
    )
    if (theirs.length === 0) continue
    const differences = scored.map(({ own }, i) => own[BEAT]! - theirs[i]!)
    const { mean: difference, low } = pairedInterval(differences, random)
    rows.push(figure(`beat F of ${baseline}`, mean(theirs)))
    rows.push(figure(`beat F over ${baseline}, mean difference`, difference))
    if (bounded && !ci)
      rows.push({ ...atLeast(`beat F over ${baseline}, 2.5 % end of the interval`, low, 0), ok: low > 0 })
  }
  return rows
}

/** Returns the best mean of any baseline on these pieces. */
function bestBaseline(scored: readonly Scored[], name: string): number | null {
  const means = Object.keys(scored[0]?.others ?? {}).flatMap((baseline) => {
    const values = columnOf(
      scored.map(({ others }) => others[baseline]),
      name,
    )
    return values.length > 0 ? [mean(values)] : []
  })
  return means.length > 0 ? Math.max(...means) : null
}

function rowsOf(scored: readonly Scored[], bounded: boolean): Row[] {
  const own = scored.map((piece) => piece.own)
  const rows: Row[] = []
  for (const name of new Set(own.flatMap((scores) => Object.keys(scores)))) {
    const baseline = bestBaseline(scored, name)
    const value = mean(columnOf(own, name))
    const bound = bounded && BOUNDS[name] !== undefined ? BOUNDS[name] * (ci ? CI_SHARE : 1) : undefined
    rows.push(bound === undefined ? figure(name, value, baseline) : atLeast(name, value, bound, baseline))
  }
  return [...rows, ...intervalRows(scored, bounded)]
}

/** Returns the means of the matching pieces, as figures. */
const partRows = (
  scored: readonly Scored[],
  names: readonly string[],
  title: string,
  isIn: (spec: PieceSpec) => boolean,
): Row[] => {
  const some = scored.filter(({ spec }) => isIn(spec))
  return names.map((name) => {
    const values = columnOf(
      some.map(({ own }) => own),
      name,
    )
    return figure(`${name}, ${title}`, mean(values), bestBaseline(some, name))
  })
}

async function scorePieces(specs: readonly PieceSpec[], slow: boolean): Promise<Scored[]> {
  const scored: Scored[] = []
  for (const spec of specs) {
    const piece = await renderPiece(spec)
    const own = await ownScores(spec, piece)
    const others = await baselineScores(spec, piece, { slow })
    scored.push({ spec, own, others })
    if (!verbose) continue
    const cells = Object.entries(own).map(([name, value]) => `${name} ${value.toFixed(2)}`)
    for (const [baseline, scores] of Object.entries(others))
      if (scores[BEAT] !== undefined) cells.push(`${baseline} ${scores[BEAT].toFixed(2)}`)
    console.log(`${spec.id.padEnd(30)} ${cells.join('  ')}`)
  }
  return scored
}

const DRUMS = ['kick F', 'snare F', 'hat F']

const heldOutRows = (scored: readonly Scored[]): Row[] => [
  ...rowsOf(scored, true),
  ...partRows(
    scored,
    DRUMS,
    'without the font related to the tuning one',
    (spec) => spec.soundfont !== RELATED_FONT,
  ),
]

const freshRows = (scored: readonly Scored[]): Row[] => [
  ...rowsOf(scored, true),
  ...partRows(
    scored,
    [BEAT, ...DRUMS],
    'styles that the held-out half has',
    (spec) => !isNewStyle(spec.style),
  ),
  ...partRows(scored, [BEAT, ...DRUMS], 'styles that it does not have', (spec) => isNewStyle(spec.style)),
  ...partRows(scored, [BEAT, ...DRUMS], 'Freepats', (spec) => spec.soundfont === FREEPATS),
  ...partRows(
    scored,
    [BEAT, ...DRUMS],
    'the fonts of the held-out half',
    (spec) => spec.soundfont !== FREEPATS,
  ),
]

const titled = (title: string, rows: readonly Row[]): Row[] =>
  rows.map((row) => ({ ...row, name: `${title}: ${row.name}` }))
const inCi = (spec: PieceSpec): boolean => !ci || CI_IDS.includes(spec.id)
const stemsOf = (half: Half): Promise<Row[]> => stemRows({ half, ci })

const slow = full || fresh
const heldOut = await scorePieces(piecesOf('held-out').filter(inCi), slow)
const rows: Row[] = []
if (full) {
  rows.push(...titled('held-out', heldOutRows(heldOut)))
  rows.push(...titled('tuning', rowsOf(await scorePieces(piecesOf('tuning'), slow), false)))
  rows.push(...(await stemsOf('held-out')))
} else if (!fresh) rows.push(...heldOutRows(heldOut), ...(await stemsOf('held-out')))
if (slow) {
  const later = await scorePieces(piecesOf('fresh'), slow)
  const both = [...heldOut, ...later]
  rows.push(...titled('fresh', freshRows(later)), ...titled('fresh', await stemsOf('fresh')))
  rows.push(
    ...titled(`held-out and fresh, ${both.length} pieces`, [
      ...rowsOf(both, false).filter(({ name }) => BOUNDS[name] !== undefined),
      ...intervalRows(both, true),
    ]),
  )
}
rows.push(...titled('confidence', calibrationRows()))
const form = full
  ? 'full: held-out, tuning and fresh pieces, every baseline'
  : fresh
    ? 'the 36 fresh pieces, every baseline'
    : ci
      ? 'CI form: eight held-out pieces, nine tenths of each bound'
      : 'the 24 held-out pieces, every fast baseline'
const flag = full ? ' -- --full' : fresh ? ' -- --fresh' : ci ? ' -- --ci' : ''
report(rows, {
  recorded: {
    run: full ? 'audio-full' : fresh ? 'audio-fresh' : ci ? 'audio-accuracy-ci' : 'audio-accuracy',
    command: `npm run accuracy -w @assay/audio${flag}`,
    form,
  },
})
