/**
 * Scores the second fresh set: `node lab/groove/score-fresh.ts`. Needs the Groove MIDI Dataset (`ASSAY_GROOVE`) and the
 * packages of the kits (`ASSAY_KITS`). `--baselines` runs the beat trackers of others, too. `--validation N` scores N
 * pieces made of validation performances instead, for choosing; the fresh set is for reporting only. `--verbose` prints
 * one line per piece. `--model FILE` uses another drum model.
 */
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { DRUM_MODEL, type DrumModel } from '../../src/domain/drums/hit-classifier.ts'
import { createRandom } from '../../test/random.ts'
import { askBaseline, BASELINES } from '../baselines/baselines.ts'
import { beatScores } from '../scoring/beat-scores.ts'
import { pairedInterval } from '../scoring/bootstrap.ts'
import recipes from './fresh-recipes.json' with { type: 'json' }
import type { Recipe } from './recipe.ts'
import { type RenderedRecipe, renderRecipe } from './render-recipe.ts'
import { type GrooveScores, SCORE_NAMES, scoreRecipe } from './score-recipe.ts'
import { drawRecipe } from './training-recipes.ts'

const { values: options } = parseArgs({
  options: {
    baselines: { type: 'boolean', default: false },
    validation: { type: 'string' },
    verbose: { type: 'boolean', default: false },
    model: { type: 'string' },
  },
})
const model =
  options.model === undefined ? DRUM_MODEL : (JSON.parse(await readFile(options.model, 'utf8')) as DrumModel)

const mean = (values: readonly number[]): number | undefined =>
  values.length === 0 ? undefined : values.reduce((sum, x) => sum + x, 0) / values.length
const column = (list: readonly GrooveScores[], name: string): number[] =>
  list.flatMap((scores) => scores[name] ?? [])
const cell = (value: number | undefined): string => (value?.toFixed(3) ?? '–').padStart(11)

/** Returns the beat F of each baseline that tracks beats. */
async function baselineBeats(piece: RenderedRecipe): Promise<Record<string, number>> {
  const out: Record<string, number> = {}
  for (const baseline of BASELINES) {
    const { beats } = await askBaseline(baseline, piece)
    if (beats !== undefined) out[baseline.name] = beatScores(piece.truth.beats, beats).fMeasure
  }
  return out
}

const list: Recipe[] =
  options.validation === undefined
    ? [...(recipes as readonly Recipe[])]
    : await Promise.all(
        Array.from({ length: Number(options.validation) }, (_, i) => drawRecipe('validation', i)),
      )
const scored: { recipe: Recipe; own: GrooveScores; others: Record<string, number> }[] = []
for (const recipe of list) {
  const piece = await renderRecipe(recipe)
  const own = await scoreRecipe(piece, model)
  scored.push({ recipe, own, others: options.baselines ? await baselineBeats(piece) : {} })
  if (options.verbose) console.log(recipe.id.padEnd(44), SCORE_NAMES.map((name) => cell(own[name])).join(''))
}

const row = (title: string, some: readonly { own: GrooveScores }[]): void =>
  console.log(
    `${title} (${some.length})`.padEnd(44),
    SCORE_NAMES.map((name) =>
      cell(
        mean(
          column(
            some.map(({ own }) => own),
            name,
          ),
        ),
      ),
    ).join(''),
  )
console.log(''.padEnd(44), SCORE_NAMES.map((name) => name.padStart(11)).join(''))
row('all', scored)
const sourceOf = ({ drums }: Recipe): string => {
  if ('kit' in drums) return drums.kit
  if ('none' in drums) return 'without drums'
  return 'soundfont' in drums ? drums.soundfont : 'synthetic'
}
for (const source of new Set(scored.map(({ recipe }) => sourceOf(recipe))))
  row(
    source,
    scored.filter(({ recipe }) => sourceOf(recipe) === source),
  )
for (const degradation of new Set(scored.map(({ recipe }) => recipe.degradation)))
  row(
    degradation,
    scored.filter(({ recipe }) => recipe.degradation === degradation),
  )
const random = createRandom(1)
for (const name of Object.keys(scored[0]?.others ?? {})) {
  const { mean: difference, low } = pairedInterval(
    scored.map(({ own, others }) => own['beat F']! - others[name]!),
    random,
  )
  const theirs = mean(scored.map(({ others }) => others[name]!))!
  console.log(
    `beat F of ${name} ${theirs.toFixed(3)}, ours above it ${difference.toFixed(3)} (from ${low.toFixed(3)})`,
  )
}
