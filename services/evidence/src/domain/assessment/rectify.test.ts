import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distinctItems, type EvidenceItem, groupKey } from '../evidence/evidence-item.ts'
import { defaultFuzzyConfig } from '../fuzzy/fuzzy-config.ts'
import { combineGroup, DEFAULT_COMBINATION } from '../inference/combine.ts'
import { type LearnedModel, untrainedModel } from '../inference/learned-model.ts'
import { posterior, type WeighedItem } from '../inference/posterior.ts'
import { consistencyScore } from '../network/scores.ts'
import { applyRectification, RECTIFICATION_METHODS, rectify } from './rectify.ts'

const TYPES = ['spectral_match', 'sequence_similarity', 'pathway_membership'] as const

const itemOf = (id: string, type: string, value: number, group: string): EvidenceItem => ({
  id,
  type,
  value,
  uncertainty: 0.02,
  observedAtMs: 0,
  source: group,
  group,
})
const weigh = (
  items: readonly EvidenceItem[],
  model: LearnedModel = untrainedModel,
): readonly WeighedItem[] => posterior(items, defaultFuzzyConfig, model, { nowMs: 0 }).items

const weighed = fc
  .array(
    fc.tuple(
      fc.constantFrom(...TYPES),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.constantFrom('x', 'y'),
    ),
    { minLength: 1, maxLength: 10 },
  )
  .map((list) =>
    weigh(distinctItems(list.map(([type, value, source], i) => itemOf(`i${i}`, type, value, source)))),
  )

/** Returns Σ|Λ_g| of one side, discounted within groups. */
function sideWeight(items: readonly WeighedItem[], sign: number): number {
  const groups = Map.groupBy(
    items.filter(({ lambda }) => sign * lambda > 0),
    ({ item }) => groupKey(item),
  )
  return [...groups.values()].reduce((sum, list) => {
    const lambdas = Float64Array.from(list, ({ lambda }) => lambda)
    return sum + Math.abs(combineGroup(lambdas, DEFAULT_COMBINATION).total)
  }, 0)
}
const evidenceOf = (items: readonly WeighedItem[]): number => sideWeight(items, 1) + sideWeight(items, -1)

describe('rectify', () => {
  it('changes nothing the second time and never raises conflict', () => {
    fc.assert(
      fc.property(weighed, fc.constantFrom(...RECTIFICATION_METHODS), (items, method) => {
        const once = rectify(items, untrainedModel, method)
        expect(once.conflictAfter).toBeLessThanOrEqual(once.conflictBefore + 1e-12)
        const after = applyRectification(items, once.items)
        for (const x of rectify(after, untrainedModel, method).items) expect(x.weight).toBeCloseTo(1, 9)
      }),
      { numRuns: 300 },
    )
  })

  it('sets aside the cover that loses least discounted evidence, as brute force finds it', () => {
    fc.assert(
      fc.property(weighed, (items) => {
        const lean = items.map((x) => Math.tanh(x.lambda / 2))
        const edges = items.flatMap((_, i) =>
          items.flatMap((_unused, j) =>
            i < j && lean[i]! * lean[j]! < 0 && (1 - lean[i]! * lean[j]!) / 2 >= 0.6 ? [[i, j] as const] : [],
          ),
        )
        const { items: result, tie } = rectify(items, untrainedModel)
        if (tie) return
        let most = 0
        for (let mask = 0; mask < 2 ** items.length; mask += 1) {
          if (!edges.every(([i, j]) => ((mask >> i) & 1) === 1 || ((mask >> j) & 1) === 1)) continue
          most = Math.max(most, evidenceOf(items.filter((_, i) => ((mask >> i) & 1) === 0)))
        }
        // A heavier one is taken only where the lightest would raise conflict.
        expect(evidenceOf(applyRectification(items, result))).toBeLessThanOrEqual(most + 1e-9)
        for (const [i, j] of edges) expect(Math.min(result[i]!.weight, result[j]!.weight)).toBe(0)
      }),
      { numRuns: 60 },
    )
  })

  it('counts two scans of one run as about 1.4 measurements', () => {
    const scans = [itemOf('a1', 'spectral_match', 0.95, 'run'), itemOf('a2', 'spectral_match', 0.9501, 'run')]
    const one = sideWeight(weigh(scans.slice(0, 1)), 1)
    expect(sideWeight(weigh(scans), 1) / one).toBeCloseTo(1.4, 1)
    // Two independent measurements against two scans of one run: the scans lose.
    const opposed = weigh([
      ...scans,
      itemOf('b', 'sequence_similarity', 0.05, 'b'),
      itemOf('c', 'pathway_membership', 0.05, 'c'),
    ])
    const { items, tie } = rectify(opposed, untrainedModel)
    expect(tie).toBe(false)
    expect(items.filter(({ action }) => action === 'set_aside').map(({ itemId }) => itemId)).toEqual([
      'a1',
      'a2',
    ])
  })

  it('leaves a tie alone and asks for a third measurement', () => {
    const items = weigh([
      itemOf('for', 'spectral_match', 0.95, 'a'),
      itemOf('against', 'spectral_match', 0.05, 'b'),
    ])
    const result = rectify(items, untrainedModel)
    expect(result).toMatchObject({ tie: true, conflictAfter: result.conflictBefore })
    for (const { action, reason } of result.items) {
      expect(action).toBe('kept')
      expect(reason).toContain('a third independent measurement is needed')
    }
  })
})

describe('consistency', () => {
  const scoreOf = (items: EvidenceItem[]) =>
    consistencyScore(posterior(items, defaultFuzzyConfig, untrainedModel, { nowMs: 0 }).groups)

  it('does not compare different types', () => {
    const types = [itemOf('1', 'spectral_match', 0.95, 'a'), itemOf('2', 'pathway_membership', 0.05, 'b')]
    expect(scoreOf(types)).toBe(1)
  })

  it('falls when sources of one type disagree', () => {
    const sources = [itemOf('1', 'spectral_match', 0.95, 'a'), itemOf('2', 'spectral_match', 0.05, 'b')]
    expect(scoreOf(sources)).toBeLessThan(0.5)
  })
})
