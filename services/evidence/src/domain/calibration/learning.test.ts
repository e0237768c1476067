import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EvidenceItem } from '../evidence/evidence-item.ts'
import { defaultFuzzyConfig } from '../fuzzy/fuzzy-config.ts'
import { internalTerms } from '../fuzzy/term-sets.ts'
import { combineGroup, DEFAULT_COMBINATION } from '../inference/combine.ts'
import { temporalWeight, uncertaintyWeight } from '../inference/decay.ts'
import { likelihoodTable, logLikelihoodRatio, poolAdjacentViolators } from '../inference/likelihood-table.ts'
import { posterior } from '../inference/posterior.ts'
import { recalibrate, recalibrationInverse } from '../inference/recalibration.ts'
import { mergeNetworkStatistics, networkStatisticsOf } from '../network/network-learning.ts'
import { mergePairStatistics, pairCountsOf } from '../network/pair-statistics.ts'
import { mulberry32, randomNormal } from '../numerics/random.ts'
import { learnModel } from './learn-combination.ts'
import { countTables, type LabelledObservation, mergeTableCounts } from './learn-tables.ts'
import { calibrationReport } from './report.ts'

const unit = fc.double({ min: 0, max: 1, noNaN: true })
const counts9 = fc.array(fc.double({ min: 0, max: 50, noNaN: true }), { minLength: 9, maxLength: 9 })

function item(value: number, index: number, type = 'spectral_match'): EvidenceItem {
  return { id: `${index}`, type, value, uncertainty: 0.05, observedAtMs: 0, source: 's', group: 's' }
}

const observations = fc.array(
  fc
    .tuple(fc.boolean(), fc.array(unit, { minLength: 1, maxLength: 4 }))
    .map(([label, values]): LabelledObservation => ({ label, items: values.map((v, i) => item(v, i)) })),
  { maxLength: 12 },
)

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
  it('are distributions in likelihood-ratio order, at every granularity', () => {
    fc.assert(
      fc.property(counts9, counts9, fc.constantFrom(3, 5, 9), (whenTrue, whenFalse, granularity) => {
        const table = likelihoodTable({ whenTrue, whenFalse }, granularity as 3 | 5 | 9)
        expect(table.whenTrue.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 10)
        expect(table.whenFalse.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 10)
        for (let t = 1; t < granularity; t += 1) {
          const rise =
            table.whenTrue[t]! * table.whenFalse[t - 1]! - table.whenTrue[t - 1]! * table.whenFalse[t]!
          expect(rise).toBeGreaterThanOrEqual(-1e-12)
        }
      }),
    )
  })

  it('make λ rise with the value whatever the counts and the noise', () => {
    fc.assert(
      fc.property(counts9, counts9, unit, unit, unit, (whenTrue, whenFalse, a, b, s) => {
        const table = likelihoodTable({ whenTrue, whenFalse })
        const at = (m: number): number => logLikelihoodRatio(table, internalTerms.triangular[9], m, s).value
        expect(at(Math.max(a, b))).toBeGreaterThanOrEqual(at(Math.min(a, b)) - 1e-9)
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
    fc.assert(
      fc.property(observations, observations, (a, b) => {
        const ab = mergeTableCounts(countTables(a), countTables(b))
        const ba = mergeTableCounts(countTables(b), countTables(a))
        const batch = countTables([...a, ...b])
        for (const type of Object.keys(batch.tables)) {
          batch.tables[type]!.whenTrue.forEach((x, t) => {
            expect(ab.tables[type]!.whenTrue[t]).toBeCloseTo(x, 9)
            expect(ba.tables[type]!.whenTrue[t]).toBeCloseTo(x, 9)
          })
        }
      }),
    )
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
    const learned = learnModel(half, countTables(half), 1)
    const untrained = learnModel([], countTables([]), 0)
    const loss = (m: typeof learned): number =>
      calibrationReport(
        rest.map((o) => ({
          label: o.label,
          probability: posterior(o.items, defaultFuzzyConfig, m, { nowMs: 0 }).score,
        })),
      ).logLoss
    expect(loss(learned)).toBeLessThan(loss(untrained))
    expect(learned.combination.spectral_match?.supportScale).toBeGreaterThanOrEqual(0)
  })

  it('leaves the defaults with fewer than ten labels of a kind', () => {
    const few = labelled.slice(0, 12)
    expect(learnModel(few, countTables(few), 3).combination).toEqual({})
  })

  it('recalibration is invertible', () => {
    const map = { intercept: 0.2, slope: 0.8, bends: [0.3, -0.4, 0.2] as const }
    for (const x of [-7, -1.5, 0, 0.3, 6])
      expect(recalibrationInverse(map, recalibrate(map, x))).toBeCloseTo(x, 8)
  })
})
