import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distinctItems, type EvidenceItem } from '../evidence/evidence-item.ts'
import { defaultFuzzyConfig } from '../fuzzy/fuzzy-config.ts'
import { counterfactual, verdictLogOdds } from './flip.ts'
import { type LearnedModel, typeParameters, untrainedModel } from './learned-model.ts'
import { posterior } from './posterior.ts'

const unit = fc.double({ min: 0, max: 1, noNaN: true })
const item = fc.record({
  type: fc.constantFrom('spectral_match', 'pathway_membership'),
  value: fc.oneof(unit, fc.constantFrom(0.05, 0.9, 0.95)),
  uncertainty: fc.constantFrom(0.02, 0.1, 0.3),
  source: fc.constantFrom('a', 'b', 'c'),
})
const evidence = fc
  .array(item, { minLength: 1, maxLength: 9 })
  .map((list) =>
    distinctItems(
      list.map((x, i): EvidenceItem => ({ ...x, id: `item-${i}`, observedAtMs: 0, group: x.source })),
    ),
  )
const correlation = fc.oneof(unit, fc.constantFrom(0, 1))
const model = fc
  .record({
    supportCorrelation: correlation,
    oppositionCorrelation: correlation,
    priorLogOdds: fc.double({ min: -3, max: 3, noNaN: true }),
  })
  .map(
    ({ priorLogOdds, ...spectral }): LearnedModel => ({
      ...untrainedModel,
      priorLogOdds,
      types: { spectral_match: { ...typeParameters(untrainedModel, 'spectral_match'), ...spectral } },
    }),
  )
const rivals = fc.array(fc.double({ min: -4, max: 4, noNaN: true }), { maxLength: 4 })

const scoreOf = (items: readonly EvidenceItem[], learned: LearnedModel, others: readonly number[]) =>
  posterior(items, defaultFuzzyConfig, learned, { nowMs: 0, rivals: { logOdds: others } }).score

/** Returns the size of the smallest removal that reverses the verdict, by trying them all. */
function bruteForce(
  items: readonly EvidenceItem[],
  learned: LearnedModel,
  others: readonly number[],
  threshold: number,
): { readonly size: number | undefined; readonly tie: boolean } {
  const accepted = scoreOf(items, learned, others) >= threshold
  let size: number | undefined
  let tie = false
  for (let mask = 0; mask < 2 ** items.length; mask += 1) {
    const rest = items.filter((_, i) => (mask & (1 << i)) === 0)
    const score = scoreOf(rest, learned, others)
    tie ||= Math.abs(score - threshold) < 1e-9
    if (score >= threshold !== accepted) size = Math.min(size ?? 99, items.length - rest.length)
  }
  return { size, tie }
}

describe('what would flip the verdict', () => {
  it('is the smallest set of all, with discounts, rivals and any threshold', () => {
    fc.assert(
      fc.property(
        evidence,
        model,
        rivals,
        fc.constantFrom(0.5, 0.9, 0.2),
        (items, learned, others, threshold) => {
          const { size, tie } = bruteForce(items, learned, others, threshold)
          fc.pre(!tie)
          const options = { nowMs: 0, rivals: { logOdds: others } }
          const result = posterior(items, defaultFuzzyConfig, learned, options)
          const found = counterfactual(result, learned, verdictLogOdds(threshold))
          expect(found.itemsToRemove?.length).toBe(size)
          if (found.itemsToRemove === undefined) return
          const rest = items.filter(({ id }) => !found.itemsToRemove!.includes(id))
          expect(scoreOf(rest, learned, others) >= threshold).toBe(found.decision === 'rejected')
        },
      ),
      { numRuns: 150 },
    )
  })

  it('takes both of two equal scans before a weaker single measurement', () => {
    const of = (id: string, source: string, value: number): EvidenceItem => ({
      id,
      type: 'spectral_match',
      value,
      uncertainty: 0.02,
      observedAtMs: 0,
      source,
      group: source,
    })
    const items = [of('a1', 'A', 0.97), of('a2', 'A', 0.97001), of('b', 'B', 0.6)]
    const opposed = { ...untrainedModel, priorLogOdds: -1.5 }
    const result = posterior(items, defaultFuzzyConfig, opposed, { nowMs: 0 })
    expect(counterfactual(result, opposed)).toMatchObject({
      decision: 'accepted',
      itemsToRemove: ['a1', 'a2'],
    })
  })

  it('says that nothing flips a verdict that the prior alone gives', () => {
    const sure = { ...untrainedModel, priorLogOdds: 5 }
    const result = posterior([], defaultFuzzyConfig, sure, { nowMs: 0 })
    expect(counterfactual(result, sure)).toEqual({
      decision: 'accepted',
      logOddsToFlip: verdictLogOdds() - 5,
      itemsToRemove: undefined,
    })
  })

  it('answers for 10 000 items in groups of any size', () => {
    const items = Array.from({ length: 10_000 }, (_, i): EvidenceItem => {
      const group = `source-${i % 2500}`
      return {
        id: String(i),
        type: 'spectral_match',
        value: 0.6 + (i % 37) / 100,
        uncertainty: 0.02,
        observedAtMs: i,
        source: group,
        group,
      }
    })
    const against = { ...untrainedModel, priorLogOdds: -500 }
    const result = posterior(items, defaultFuzzyConfig, against, { nowMs: 0 })
    const { itemsToRemove } = counterfactual(result, against)
    const removed = new Set(itemsToRemove)
    const rest = items.filter(({ id }) => !removed.has(id))
    expect(posterior(rest, defaultFuzzyConfig, against, { nowMs: 0 }).logOdds).toBeLessThan(0)
  })
})
