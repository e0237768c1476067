/**
 * Fits the decision between music and other sound on the excerpts marked `fit` and reports it on the others: `node
 * lab/tags/measure-music.ts`, then `node lab/tags/fit-music.ts [--write]`.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  judge,
  type MusicContext,
  type MusicModel,
  musicProbability,
} from '../../src/domain/tags/music-or-not.ts'
import { type Excerpt, measuredPath } from './music-set.ts'

const MODEL = join(import.meta.dirname, '../../src/domain/tags/music-model.json')
/** Strength of the squared penalty on the weights; see `chosenPenalty`. */
const PENALTIES = [0.003, 0.01, 0.03, 0.1, 0.3]
const ROUNDS = 800

type Row = Excerpt & { readonly inputs: readonly number[] | null; readonly context: MusicContext }

/** Returns the group of an excerpt; excerpts of one group are never on both sides when the penalty is chosen. */
const groupOf = ({ name }: Row): string => name.split(' ').slice(0, 2).join(' ').replaceAll(/\d+/g, '')

/** Fits by gradient descent. Both classes weigh the same. */
function fit(rows: readonly Row[], penalty: number): MusicModel {
  const size = rows[0]!.inputs!.length
  const column = (i: number) => rows.map(({ inputs }) => inputs![i]!)
  const mean = (values: readonly number[]) => values.reduce((sum, x) => sum + x, 0) / values.length
  const middles = Array.from({ length: size }, (_, i) => mean(column(i)))
  const spreads = middles.map((m, i) => Math.sqrt(mean(column(i).map((x) => (x - m) ** 2))) || 1)
  const share = mean(rows.map(({ music }) => (music ? 1 : 0)))
  const weights = new Array<number>(size).fill(0)
  let bias = 0
  for (let round = 0; round < ROUNDS; round++) {
    const model = { middles, spreads, weights, bias, threshold: 0.5 }
    const gradient = weights.map((w) => penalty * w)
    let slope = 0
    for (const { inputs, music } of rows) {
      const error = (musicProbability(inputs!, model) - (music ? 1 : 0)) / (2 * (music ? share : 1 - share))
      const step = error / rows.length
      for (let i = 0; i < size; i++)
        gradient[i]! += step * Math.max(-3, Math.min(3, (inputs![i]! - middles[i]!) / spreads[i]!))
      slope += step
    }
    for (let i = 0; i < size; i++) weights[i]! -= 0.2 * gradient[i]!
    bias -= 0.2 * slope
  }
  return { middles, spreads, weights, bias, threshold: 0.5 }
}

const rows = (JSON.parse(await readFile(measuredPath, 'utf8')) as Row[]).filter(
  ({ inputs }) => inputs !== null,
)
const fitted = rows.filter((row) => row.fit)

/** Leaves out one group at a time: mean logarithmic loss of the groups left out, and their probabilities. */
function leftOut(penalty: number): { loss: number; probabilities: { row: Row; p: number }[] } {
  const probabilities = [...new Set(fitted.map(groupOf))].flatMap((group) => {
    const model = fit(
      fitted.filter((row) => groupOf(row) !== group),
      penalty,
    )
    return fitted
      .filter((row) => groupOf(row) === group)
      .map((row) => ({ row, p: musicProbability(row.inputs!, model) }))
  })
  const losses = probabilities.map(({ row, p }) => -Math.log(Math.max(1e-9, row.music ? p : 1 - p)))
  return { loss: losses.reduce((sum, x) => sum + x, 0) / losses.length, probabilities }
}

const tried = PENALTIES.map((penalty) => ({ penalty, ...leftOut(penalty) }))
for (const { penalty, loss } of tried)
  console.log('penalty', penalty, 'loss of the groups left out', loss.toFixed(4))
const best = tried.toSorted((a, b) => a.loss - b.loss)[0]!
const show = (title: string, probabilities: readonly { row: Row; p: number }[]) => {
  console.log(title)
  for (const music of [true, false]) {
    const own = probabilities.filter(({ row }) => row.music === music).toSorted((a, b) => a.p - b.p)
    const shown = music ? own.slice(0, 8) : own.slice(-8)
    console.log(`  ${own.length} ${music ? 'music, lowest' : 'other sound, highest'}`)
    for (const { row, p } of shown) console.log('   ', p.toFixed(3), row.name)
  }
}
show('fitted packages, each left out in turn', best.probabilities)

/** Music is refused its name only when that is clear. */
const THRESHOLD = 0.3
const round = (values: readonly number[]) => values.map((x) => Number(x.toPrecision(6)))
const { middles, spreads, weights, bias } = fit(fitted, best.penalty)
const model = {
  middles: round(middles),
  spreads: round(spreads),
  weights: round(weights),
  bias: Number(bias.toPrecision(6)),
  threshold: THRESHOLD,
}
const others = rows
  .filter((row) => !row.fit)
  .map((row) => ({ row, p: judge(row.inputs!, row.context, model).probability }))
show('packages not fitted', others)
for (const music of [true, false]) {
  const own = others.filter(({ row }) => row.music === music)
  const right = own.filter(({ p }) => p >= THRESHOLD === music)
  console.log(music ? 'music kept' : 'other sound refused', right.length, 'of', own.length)
}
if (process.argv.includes('--write')) await writeFile(MODEL, `${JSON.stringify(model)}\n`)
