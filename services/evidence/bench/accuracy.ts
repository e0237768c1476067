/**
 * Accuracy on real library spectra: ten folds by query molecule, three seeded assignments, through the service's own
 * learning and posterior, beside six baselines in the same run. `--json` adds one JSON line; exit 0 when all bounds hold.
 * Then the simulated labs of oracle.ts.
 * `--ci` simulates fewer seeds, with wider bounds.
 */

import { runOptions } from '@assay/kit/testing-options'
import { type Row, report, row } from '@assay/kit/testing-report'
import { learnModel } from '../src/domain/calibration/learn-model.ts'
import { type CalibrationReport, calibrationReport, type Scored } from '../src/domain/calibration/report.ts'
import { defaultFuzzyConfig } from '../src/domain/fuzzy/fuzzy-config.ts'
import { posterior } from '../src/domain/inference/posterior.ts'
import { mulberry32, shuffled } from '../src/domain/numerics/random.ts'
import { type Baseline, baselines } from './baselines.ts'
import { oracleRows } from './oracle.ts'
import { loadPairs, observationOf, type SpectralPair } from './spectral-data.ts'

const FOLDS = 10
const { ci: CI, simulate } = runOptions({ flags: ['ci', 'simulate'] }).is
const SEEDS = [1, 2, 3]
/** A perfectly calibrated model would show about as much on these pairs by chance alone: see the column `floor-10`. */
const EXTRA_ECE_BOUND = 0.012
const config = { ...defaultFuzzyConfig, decayEnabled: false }

/** This service as a method: learn tables and weights on the training pairs, then the posterior of each test pair. */
function service(inputs: 'same' | 'extra'): Baseline {
  return (train, test) => {
    const labelled = train.map((pair) => observationOf(pair, inputs))
    const learned = learnModel(labelled, 1)
    const observed = test.map((pair) => observationOf(pair, inputs))
    const own = observed.map(({ items }) => posterior(items, config, learned, { nowMs: 0 }).logOdds)
    return observed.map(({ items, observationId }, i) => {
      const logOdds = observed.flatMap((other, j) =>
        j !== i && observationId !== undefined && other.observationId === observationId ? [own[j]!] : [],
      )
      return posterior(items, config, learned, { nowMs: 0, rivals: { logOdds } }).score
    })
  }
}

function crossValidate(pairs: readonly SpectralPair[], method: Baseline, seed: number): Scored[] {
  const queries = shuffled([...new Set(pairs.map((p) => p.queryMolecule))], mulberry32(seed))
  const foldOf = new Map(queries.map((query, i) => [query, i % FOLDS]))
  const scored: Scored[] = []
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const test = pairs.filter((p) => foldOf.get(p.queryMolecule) === fold)
    const probabilities = method(
      pairs.filter((p) => foldOf.get(p.queryMolecule) !== fold),
      test,
    )
    test.forEach((pair, i) => {
      scored.push({ probability: probabilities[i]!, label: pair.label })
    })
  }
  return scored
}

/** ECE that a perfectly calibrated model with these very probabilities would show by chance: labels drawn from them. */
function calibrationFloor(scored: readonly Scored[], seed: number): number {
  const random = mulberry32(seed)
  const draws = 40
  let sum = 0
  for (let i = 0; i < draws; i += 1) {
    const drawn = scored.map(({ probability }) => ({ probability, label: random() < probability }))
    sum += calibrationReport(drawn).expectedCalibrationError
  }
  return sum / draws
}

interface Figures {
  readonly auroc: number
  readonly brier: number
  readonly logLoss: number
  readonly ece: number
  readonly eceMass: number
  readonly eceFloor: number
}

function figures(pairs: readonly SpectralPair[], method: Baseline): Figures {
  const runs = SEEDS.map((seed) => crossValidate(pairs, method, seed))
  const reports = runs.map((scored) => calibrationReport(scored))
  const mean = (of: (r: CalibrationReport) => number): number =>
    reports.reduce((sum, r) => sum + of(r), 0) / reports.length
  return {
    auroc: mean((r) => r.auroc ?? 0.5),
    brier: mean((r) => r.brier),
    logLoss: mean((r) => r.logLoss),
    ece: mean((r) => r.expectedCalibrationError),
    eceMass: mean((r) => r.equalMassCalibrationError),
    eceFloor: runs.reduce((sum, scored, i) => sum + calibrationFloor(scored, SEEDS[i]!), 0) / runs.length,
  }
}

function print(name: string, f: Figures): void {
  const cells = [f.auroc, f.brier, f.logLoss, f.ece, f.eceMass, f.eceFloor].map((x) =>
    x.toFixed(4).padStart(8),
  )
  console.log(name.padEnd(44) + cells.join(' '))
}

const { simulated, pairs } = loadPairs(simulate)
console.log(
  simulated
    ? 'SIMULATED data (the reference spectra are not here, or --simulate): the figures say nothing about real spectra.'
    : `Reference spectra: ${pairs.length} pairs, ten folds by query molecule, mean of three assignments.`,
)
console.log(`${''.padEnd(44)}   AUROC    Brier  logloss   ECE-10  ECE-m15  floor-10`)
const base = Object.entries(baselines).map(([name, method]) => {
  const f = figures(pairs, method)
  print(name, f)
  return f
})
const same = figures(pairs, service('same'))
print('this service, same inputs', same)
const extra = figures(pairs, service('extra'))
print('this service, extra inputs and rivals', extra)
console.log('floor-10: the ECE-10 that the same probabilities would show if they were exactly right.\n')

const best = (of: (f: Figures) => number, sense: 'max' | 'min'): number => Math[sense](...base.map(of))
const worseColumns = base.map(
  (b) =>
    [b.auroc < same.auroc, b.brier > same.brier, b.logLoss > same.logLoss, b.ece > same.ece].filter(Boolean)
      .length,
)
const rows: Row[] = simulated
  ? [
      row(
        'simulated: log loss against the best baseline',
        same.logLoss,
        '<=',
        Number((best((f) => f.logLoss, 'min') * 1.05).toFixed(4)),
      ),
    ]
  : [
      row(
        'same inputs AUROC',
        same.auroc,
        '>=',
        0.941,
        best((f) => f.auroc, 'max'),
      ),
      row(
        'same inputs Brier',
        same.brier,
        '<=',
        0.08,
        best((f) => f.brier, 'min'),
      ),
      row(
        'same inputs log loss',
        same.logLoss,
        '<=',
        0.285,
        best((f) => f.logLoss, 'min'),
      ),
      row(
        'same inputs ECE',
        same.ece,
        '<=',
        0.02,
        best((f) => f.ece, 'min'),
      ),
      row('columns in which every baseline is worse', Math.min(...worseColumns), '>=', 3),
      row('extra inputs AUROC', extra.auroc, '>=', 0.966),
      row('extra inputs Brier', extra.brier, '<=', 0.057),
      row('extra inputs log loss', extra.logLoss, '<=', 0.204),
      row('extra inputs ECE', extra.ece, '<=', EXTRA_ECE_BOUND),
    ]
report([...rows, ...oracleRows(CI)], {
  recorded: {
    run: 'evidence-accuracy',
    command: 'npm run accuracy -w @assay/evidence',
    form: simulated ? 'simulated data' : CI ? 'CI form: fewer seeds of the simulated labs' : 'full',
  },
})
