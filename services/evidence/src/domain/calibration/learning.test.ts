import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EvidenceItem } from '../evidence/evidence-item.ts'
import { defaultFuzzyConfig } from '../fuzzy/fuzzy-config.ts'
import { combineGroup, DEFAULT_COMBINATION } from '../inference/combine.ts'
import { temporalWeight, uncertaintyWeight } from '../inference/decay.ts'
import { posterior } from '../inference/posterior.ts'
import { readStoredModel } from '../inference/stored-model.ts'
import { mergeNetworkStatistics, networkStatisticsOf } from '../network/network-learning.ts'
import { mergePairStatistics, pairCountsOf } from '../network/pair-statistics.ts'
import { mulberry32, randomNormal } from '../numerics/random.ts'
import { calibrateWithoutLabels } from './calibrate-without-labels.ts'
import type { LabelledObservation } from './labelled-observation.ts'
import { learnModel } from './learn-model.ts'
import { likelihoodTable, poolAdjacentViolators } from './likelihood-table.ts'
import { calibrationReport } from './report.ts'

const unit = fc.double({ min: 0, max: 1, noNaN: true })
const counts9 = fc.array(fc.double({ min: 0, max: 50, noNaN: true }), { minLength: 9, maxLength: 9 })

function item(value: number, index: number, type = 'spectral_match'): EvidenceItem {
  return { id: `${index}`, type, value, uncertainty: 0.05, observedAtMs: 0, source: 's', group: 's' }
}

describe('decay', () => {
  it('halves exactly at the half-life and quarters at twice', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 1e5, noNaN: true }), (h) => {
        expect(temporalWeight(h, h)).toBe(0.5)
        expect(temporalWeight(2 * h, h)).toBe(0.25)
      }),
    )
    expect(uncertaintyWeight(0)).toBe(1)
    expect(uncertaintyWeight(1)).toBe(0)
  })
})

describe('likelihood tables', () => {
  it('are distributions in likelihood-ratio order', () => {
    fc.assert(
      fc.property(counts9, counts9, (whenTrue, whenFalse) => {
        const table = likelihoodTable({ whenTrue, whenFalse })
        expect(table.whenTrue.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 10)
        expect(table.whenFalse.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 10)
        for (let t = 1; t < 9; t += 1) {
          const rise =
            table.whenTrue[t]! * table.whenFalse[t - 1]! - table.whenTrue[t - 1]! * table.whenFalse[t]!
          expect(rise).toBeGreaterThanOrEqual(-1e-12)
        }
      }),
    )
  })

  it('pool adjacent violators into a non-decreasing sequence with the same mean', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(unit, fc.double({ min: 0.1, max: 5, noNaN: true })), { minLength: 1 }),
        (list) => {
          const [values, weights] = [list.map((x) => x[0]), list.map((x) => x[1])]
          const pooled = poolAdjacentViolators(values, weights)
          pooled.forEach((x, i) => {
            if (i > 0) expect(x).toBeGreaterThanOrEqual(pooled[i - 1]! - 1e-12)
          })
          const mean = (v: readonly number[]): number => v.reduce((sum, x, i) => sum + x * weights[i]!, 0)
          expect(mean(pooled)).toBeCloseTo(mean(values), 9)
        },
      ),
    )
  })
})

describe('combination', () => {
  it('is monotone, and more of the same saturates', () => {
    const lambdas = fc.array(fc.double({ min: -3, max: 3, noNaN: true }), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(lambdas, fc.double({ min: 0, max: 2, noNaN: true }), unit, unit, (list, more, up, down) => {
        const parameters = { ...DEFAULT_COMBINATION, supportCorrelation: up, oppositionCorrelation: down }
        const before = combineGroup(Float64Array.from(list), parameters).total
        const after = combineGroup(Float64Array.from(list.with(0, list[0]! + more)), parameters).total
        expect(after).toBeGreaterThanOrEqual(before - 1e-9)
      }),
    )
    const nine = combineGroup(new Float64Array(9).fill(1), DEFAULT_COMBINATION)
    expect(nine.effectiveCount).toBeLessThan(1 / (1 - (1 - DEFAULT_COMBINATION.supportCorrelation)))
  })
})

describe('merging', () => {
  it('of statistics is commutative and equals the batch', () => {
    const means = fc.dictionary(fc.constantFrom('a', 'b', 'c'), unit)
    fc.assert(
      fc.property(means, means, (x, y) => {
        expect(mergePairStatistics(pairCountsOf(x), pairCountsOf(y))).toEqual(
          mergePairStatistics(pairCountsOf(y), pairCountsOf(x)),
        )
        expect(mergeNetworkStatistics(networkStatisticsOf(x), networkStatisticsOf(y))).toEqual(
          mergeNetworkStatistics(networkStatisticsOf(y), networkStatisticsOf(x)),
        )
      }),
    )
  })
})

describe('learning', () => {
  const random = mulberry32(11)
  const labelled = Array.from({ length: 400 }, (_, i): LabelledObservation => {
    const label = i % 2 === 0
    const centre = (label ? 1 : -1) + 0.6 * randomNormal(random)
    const values = Array.from(
      { length: 1 + (i % 5) },
      () => 1 / (1 + Math.exp(-centre - 0.5 * randomNormal(random))),
    )
    return { label, items: values.map((v, k) => item(v, k)) }
  })

  it('from labels calibrates better than the defaults', () => {
    const half = labelled.slice(0, 200)
    const rest = labelled.slice(200)
    const learned = learnModel(half, 1)
    const untrained = learnModel([], 0)
    const loss = (m: typeof learned): number =>
      calibrationReport(
        rest.map((o) => ({
          label: o.label === true,
          probability: posterior(o.items, defaultFuzzyConfig, m, { nowMs: 0 }).score,
        })),
      ).logLoss
    expect(loss(learned)).toBeLessThan(loss(untrained))
    expect(learned.calibration).toEqual({ by: 'labels', labels: 200 })
    expect(untrained.calibration.by).toBe('nothing')
  })

  it('leaves the presets with fewer than five labels of a kind', () => {
    expect(learnModel(labelled.slice(0, 8), 3).types).toEqual({})
  })

  it('narrows the bounds with labels', () => {
    const width = (n: number): number => {
      const model = learnModel(labelled.slice(0, n), 1)
      const { bounds } = posterior([item(0.7, 0)], defaultFuzzyConfig, model, { nowMs: 0 })
      return bounds[1] - bounds[0]
    }
    const widths = [0, 40, 400].map(width)
    expect(widths[1]!).toBeLessThan(widths[0]!)
    expect(widths[2]!).toBeLessThan(widths[1]!)
  })

  it('survives storage, and reads models of algorithm version 1', () => {
    const learned = learnModel(labelled.slice(0, 100), 4)
    expect(readStoredModel(JSON.parse(JSON.stringify(learned)))).toEqual(learned)
    const first = {
      version: 7,
      priorLogOdds: -0.5,
      tables: {
        spectral_match: { whenTrue: [0, 0, 0, 0, 1, 2, 5, 10, 20], whenFalse: [20, 10, 5, 2, 1, 0, 0, 0, 0] },
      },
      qualityTables: {},
      combination: {},
      rivals: { countWeight: 0, bestWeight: 1 },
      recalibration: { intercept: 0, slope: 1, bends: [0, 0, 0] },
    }
    const read = readStoredModel(first)
    expect(read).toMatchObject({ version: 7, priorLogOdds: -0.5, calibration: { by: 'labels' } })
    const { score } = posterior([item(0.95, 0)], defaultFuzzyConfig, read, { nowMs: 0 })
    expect(score).toBeGreaterThan(0.85)
  })

  it('counts rivals without labels and learns the share of none', () => {
    const pairs = Array.from({ length: 60 }, (_, i): LabelledObservation[] => [
      { label: i % 3 === 0, items: [item(i % 3 === 0 ? 0.9 : 0.3, i)], observationId: `${i}` },
      { items: [item(0.4, i)], observationId: `${i}` },
    ]).flat()
    const learned = learnModel(pairs, 1)
    expect(learned.calibration.labels).toBe(60)
    expect(Number.isFinite(learned.noneLogOdds)).toBe(true)
  })

  it('without labels finds the base rate from decoys, and from the mixture alone', () => {
    const draw = mulberry32(5)
    const value = (right: boolean): number => 1 / (1 + Math.exp((right ? -1.5 : 1.5) - randomNormal(draw)))
    const targets = Array.from(
      { length: 600 },
      (_, i): LabelledObservation => ({ items: [item(value(i % 4 === 0), i)] }),
    )
    const decoys = Array.from(
      { length: 300 },
      (_, i): LabelledObservation => ({
        items: [{ ...item(value(false), i), decoy: true }],
      }),
    )
    const withDecoys = calibrateWithoutLabels([...targets, ...decoys], 2)
    expect(withDecoys.calibration).toEqual({ by: 'decoys', labels: 900 })
    expect(1 / (1 + Math.exp(-withDecoys.priorLogOdds))).toBeCloseTo(0.25, 1)
    const alone = calibrateWithoutLabels(targets, 2)
    expect(alone.calibration.by).toBe('mixture')
    expect(1 / (1 + Math.exp(-alone.priorLogOdds))).toBeCloseTo(0.25, 1)
    expect(calibrateWithoutLabels(targets.slice(0, 10), 2).calibration.by).toBe('nothing')
  })
})
