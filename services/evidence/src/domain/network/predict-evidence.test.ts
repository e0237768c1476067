import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normalCdf } from '../numerics/normal.ts'
import { mulberry32, randomNormal } from '../numerics/random.ts'
import {
  fromNormalScore,
  mergeNetworkStatistics,
  type NetworkStatistics,
  networkModel,
  networkStatisticsOf,
  toNormalScore,
} from './network-learning.ts'
import { predictEvidence } from './predict-evidence.ts'

const TYPES = ['a', 'b', 'c']

/** c follows b closely and b follows a: the path to c goes through b. */
function statisticsOf(n: number, missing: number, seed: number): NetworkStatistics {
  const random = mulberry32(seed)
  let statistics: NetworkStatistics = {}
  for (let i = 0; i < n; i += 1) {
    const a = randomNormal(random)
    const b = 0.9 * a + 0.4 * randomNormal(random)
    const c = 0.9 * b + 0.4 * randomNormal(random)
    const values = [a, b, c].map(normalCdf)
    const shown = TYPES.flatMap((type, k) => (random() >= missing ? [[type, values[k]!] as const] : []))
    statistics = mergeNetworkStatistics(statistics, networkStatisticsOf(Object.fromEntries(shown)))
  }
  return statistics
}

const unit = fc.double({ min: 0, max: 1, noNaN: true })

describe('normal scores', () => {
  it('go and come back', () => {
    fc.assert(
      fc.property(unit, (x) => {
        expect(fromNormalScore(toNormalScore(x))).toBeCloseTo(x, 9)
      }),
    )
  })
})

describe('predictEvidence', () => {
  const statistics = statisticsOf(200, 0.3, 5)

  it('stays on the scale, ordered, with weights that sum to 1', () => {
    fc.assert(
      fc.property(unit, unit, fc.double({ min: 0, max: 0.5, noNaN: true }), (a, b, s) => {
        const known = [
          { type: 'a', value: a, uncertainty: s },
          { type: 'b', value: b, uncertainty: s },
        ]
        const [p] = predictEvidence(statistics, known, ['c', 'b', 'unheard'])
        expect(p!.evidenceType).toBe('c')
        const [low, high] = p!.uncertaintyBounds
        expect(low).toBeLessThanOrEqual(p!.predictedValue)
        expect(high).toBeGreaterThanOrEqual(p!.predictedValue)
        expect(p!.confidence).toBeGreaterThanOrEqual(0)
        expect(p!.confidence).toBeLessThanOrEqual(1)
        expect(p!.supportingEvidence.reduce((sum, e) => sum + e.influenceWeight, 0)).toBeCloseTo(1, 9)
      }),
    )
  })

  it('finds the strongest path and the strongest influence', () => {
    const [p] = predictEvidence(
      statistics,
      [
        { type: 'a', value: 0.8, uncertainty: 0.05 },
        { type: 'b', value: 0.8, uncertainty: 0.05 },
      ],
      ['c'],
    )
    expect(p!.networkPath).toEqual(['b', 'c'])
    expect(p!.supportingEvidence[0]!.type).toBe('b')
    expect(p!.predictedValue).toBeGreaterThan(0.65)
  })

  it('is not changed by molecules that lack the predicted type', () => {
    const known = [{ type: 'b', value: 0.8, uncertainty: 0.05 }]
    let drowned = statistics
    for (let i = 0; i < 3000; i += 1)
      drowned = mergeNetworkStatistics(drowned, networkStatisticsOf({ a: (i % 10) / 10, b: 0.9 }))
    expect(predictEvidence(drowned, known, ['c'])).toEqual(predictEvidence(statistics, known, ['c']))
  })

  it('widens with the noise of what is known, and leaves out what is below the threshold', () => {
    const width = (uncertainty: number): number => {
      const [p] = predictEvidence(statistics, [{ type: 'b', value: 0.5, uncertainty }], ['c'])
      return p!.uncertaintyBounds[1] - p!.uncertaintyBounds[0]
    }
    expect(width(0.3)).toBeGreaterThan(width(0))
    expect(predictEvidence(statistics, [], ['c'], { confidenceThreshold: 0.5 })).toEqual([])
    expect(predictEvidence({}, [], ['c'])).toEqual([])
  })

  it('recovers the correlations, missing values or not', () => {
    for (const missing of [0, 0.3]) {
      const model = networkModel(statisticsOf(2000, missing, 8), TYPES)
      const correlation = model.scale[1 * 3 + 2]! / Math.sqrt(model.scale[4]! * model.scale[8]!)
      // corr(b, c) = 0.9·sd(b)/sd(c), sd(b)² = 0.97, sd(c)² = 0.9457.
      expect(correlation).toBeCloseTo((0.9 * Math.sqrt(0.97)) / Math.sqrt(0.81 * 0.97 + 0.16), 1)
    }
  })
})
