import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EvidenceItem } from '../evidence/evidence-item.ts'
import { defaultFuzzyConfig } from '../fuzzy/fuzzy-config.ts'
import { untrainedModel } from './learned-model.ts'
import { assessObservation } from './observation.ts'
import { posterior, weighEvidence } from './posterior.ts'

const item = fc
  .record({
    type: fc.constantFrom('spectral_match', 'pathway_membership', 'my_own_score'),
    value: fc.double({ min: 0, max: 1, noNaN: true }),
    uncertainty: fc.double({ min: 0, max: 1, noNaN: true }),
    source: fc.constantFrom('a', 'b'),
  })
  .map((x): EvidenceItem => ({ ...x, id: '', observedAtMs: 0, group: x.source }))
const candidates = fc.array(fc.array(item, { maxLength: 4 }), { maxLength: 20 })
const model = fc.record({
  noneLogOdds: fc.double({ min: -3, max: 3, noNaN: true }),
  noneByLogCount: fc.double({ min: -1, max: 1, noNaN: true }),
})
const now = { nowMs: 0 }

describe('candidates of one observation', () => {
  it('sum to 1 with "none of these", each inside its bounds', () => {
    fc.assert(
      fc.property(candidates, model, (lists, none) => {
        const keyed = lists.map((items, i) => ({ key: `${i}`, items }))
        const shares = assessObservation(keyed, defaultFuzzyConfig, { ...untrainedModel, ...none }, now)
        const sum = shares.candidates.reduce((total, { probability }) => total + probability, shares.none)
        expect(Math.abs(sum - 1)).toBeLessThan(1e-12)
        for (const { probability, bounds } of shares.candidates) {
          expect(bounds[0]).toBeLessThanOrEqual(probability + 1e-12)
          expect(bounds[1]).toBeGreaterThanOrEqual(probability - 1e-12)
        }
      }),
    )
  })

  it('agree with the posterior of each under its rivals', () => {
    fc.assert(
      fc.property(candidates, model, (lists, none) => {
        const learned = { ...untrainedModel, ...none }
        const keyed = lists.map((items, i) => ({ key: `${i}`, items }))
        const { candidates: shares } = assessObservation(keyed, defaultFuzzyConfig, learned, now)
        shares.forEach(({ probability, bounds }, j) => {
          const evidence = lists
            .filter((_, k) => k !== j)
            .map((items) => weighEvidence(items, defaultFuzzyConfig, learned, now))
          const rivals = { logOdds: evidence.map(({ logOdds }) => logOdds), evidence }
          const one = posterior(lists[j]!, defaultFuzzyConfig, learned, { ...now, rivals })
          expect(one.score).toBeCloseTo(probability, 10)
          expect(one.bounds[0]).toBeCloseTo(bounds[0], 10)
        })
      }),
    )
  })
})
