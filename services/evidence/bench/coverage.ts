/**
 * Proof by simulation that nominal 90 % prediction intervals cover what they say, and what that costs in width against
 * a naive variant. The bounds of scores are measured against an oracle (see oracle.ts). `--json` adds one JSON line; exit 0 when all bounds hold.
 */

import { runOptions } from '@assay/kit/testing-options'
import { type Row, report, row } from '@assay/kit/testing-report'
import {
  fromNormalScore,
  mergeNetworkStatistics,
  type NetworkStatistics,
  networkModel,
  networkStatisticsOf,
  toNormalScore,
} from '../src/domain/network/network-learning.ts'
import { conditional, predictEvidence } from '../src/domain/network/predict-evidence.ts'
import { NORMAL_95, normalCdf } from '../src/domain/numerics/normal.ts'
import { mulberry32, randomNormal } from '../src/domain/numerics/random.ts'

const FULL = runOptions({ flags: ['full'] }).is.full
const RUNS = FULL ? 20_000 : 4_000
const rows: Row[] = []

/** Four types that share one factor; the fourth is predicted from the other three. */
const TYPES = ['t0', 't1', 't2', 't3']
const predictionRuns = RUNS / 4
console.log(`\nPrediction intervals, ${predictionRuns} runs per line`)
console.log('molecules  missing  covered  plug-in covered  width  plug-in width')
for (const missing of [0, 0.3]) {
  for (const n of [8, 20, 60]) {
    const random = mulberry32(n + 100 * missing)
    const totals = { runs: 0, covered: 0, plugIn: 0, width: 0, plugInWidth: 0 }
    const draw = (): number[] => {
      const factor = randomNormal(random)
      return TYPES.map(() => normalCdf(0.3 + 0.7 * factor + 0.6 * randomNormal(random)))
    }
    for (let run = 0; run < predictionRuns; run += 1) {
      let statistics: NetworkStatistics = {}
      for (let i = 0; i < n; i += 1) {
        const values = draw()
        const shown = TYPES.flatMap((type, k) => (random() >= missing ? [[type, values[k]!] as const] : []))
        statistics = mergeNetworkStatistics(statistics, networkStatisticsOf(Object.fromEntries(shown)))
      }
      const values = draw()
      const known = TYPES.slice(0, 3).map((type, k) => ({ type, value: values[k]!, uncertainty: 0 }))
      const [prediction] = predictEvidence(statistics, known, ['t3'])
      if (prediction === undefined) continue
      const truth = values[3]!
      const inside = ([low, high]: readonly [number, number]): number =>
        truth >= low && truth <= high ? 1 : 0
      const plugIn = plugInInterval(statistics, values)
      totals.runs += 1
      totals.covered += inside(prediction.uncertaintyBounds)
      totals.plugIn += inside(plugIn)
      totals.width += prediction.uncertaintyBounds[1] - prediction.uncertaintyBounds[0]
      totals.plugInWidth += plugIn[1] - plugIn[0]
    }
    const covered = totals.covered / totals.runs
    const plugIn = totals.plugIn / totals.runs
    console.log(
      [
        String(n).padStart(9),
        missing.toFixed(1).padStart(8),
        covered.toFixed(3).padStart(8),
        plugIn.toFixed(3).padStart(16),
        (totals.width / totals.runs).toFixed(3).padStart(6),
        (totals.plugInWidth / totals.runs).toFixed(3).padStart(14),
      ].join(' '),
    )
    const name = `prediction, n = ${n}, ${100 * missing} % missing: coverage`
    rows.push(row(name, covered, '>=', 0.87, plugIn))
    rows.push(row(name, covered, '<=', 0.95, plugIn))
  }
}

/** The naive variant: the same estimates taken as if they were the truth, with a normal quantile and no leverage. */
function plugInInterval(statistics: NetworkStatistics, values: readonly number[]): readonly [number, number] {
  const model = networkModel(statistics, TYPES)
  const c = conditional(model, 3, [0, 1, 2], values.slice(0, 3).map(toNormalScore), [0, 0, 0])
  const d = TYPES.length
  const n = Math.max(1, model.observations)
  let residual = model.scale[3 * d + 3]!
  for (let k = 0; k < 3; k += 1) residual -= c.coefficients[k]! * model.scale[k * d + 3]!
  const reach = NORMAL_95 * Math.sqrt(Math.max(1e-12, residual) / (n + 3))
  return [fromNormalScore(c.mean - reach), fromNormalScore(c.mean + reach)]
}

console.log()
report(rows, {
  recorded: {
    run: 'evidence-coverage',
    command: `npm run proof -w @assay/evidence${FULL ? ' -- --full' : ''}`,
    form: `${predictionRuns} runs per line`,
  },
})
