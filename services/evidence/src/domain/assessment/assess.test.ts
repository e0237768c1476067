import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EvidenceItem } from '../evidence/evidence-item.ts'
import { defaultFuzzyConfig, type FuzzyConfig } from '../fuzzy/fuzzy-config.ts'
import { MEMBERSHIP_FUNCTION_NAMES, TERMS } from '../fuzzy/linguistic-variables.ts'
import { type LearnedModel, untrainedModel } from '../inference/learned-model.ts'
import { posterior } from '../inference/posterior.ts'
import { mulberry32, shuffled } from '../numerics/random.ts'
import { assess } from './assess.ts'
import { objectiveScore } from './objectives.ts'

const DAY = 86_400_000
const unit = fc.double({ min: 0, max: 1, noNaN: true })

const itemArbitrary = fc.record({
  type: fc.constantFrom('spectral_match', 'sequence_similarity', 'pathway_membership', 'protein_interaction'),
  value: unit,
  uncertainty: fc.double({ min: 0, max: 0.9, noNaN: true }),
  ageDays: fc.integer({ min: 0, max: 400 }),
  source: fc.constantFrom('a', 'b', 'c'),
})

function toItem(
  raw: { type: string; value: number; uncertainty: number; ageDays: number; source: string },
  i: number,
): EvidenceItem {
  return {
    id: `item-${i}`,
    type: raw.type,
    value: raw.value,
    uncertainty: raw.uncertainty,
    observedAtMs: -raw.ageDays * DAY,
    source: raw.source,
    group: raw.source,
  }
}

const evidence = fc.array(itemArbitrary, { minLength: 1, maxLength: 12 }).map((list) => list.map(toItem))
const config = fc
  .record({
    family: fc.constantFrom(...MEMBERSHIP_FUNCTION_NAMES),
    decayEnabled: fc.boolean(),
    terms: fc.subarray([...TERMS], { minLength: 1 }),
  })
  .map(
    (c): FuzzyConfig => ({
      ...defaultFuzzyConfig,
      defaultReading: { family: c.family },
      decayEnabled: c.decayEnabled,
      terms: c.terms,
    }),
  )

const trained: LearnedModel = {
  ...untrainedModel,
  priorLogOdds: -0.7,
  types: {
    spectral_match: {
      levels: [-0.4, -0.4, -0.3, -0.1, 0, 0.4, 1.2, 2, 3],
      qualityLevels: [],
      supportCorrelation: 1,
      oppositionCorrelation: 0.3,
      sourceSpread: 0.2,
    },
  },
}
const model = fc.constantFrom(untrainedModel, trained)
const now = { nowMs: 0 }

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0)

describe('assess', () => {
  it('keeps every identity of the design', () => {
    fc.assert(
      fc.property(evidence, config, model, (items, fuzzy, learned) => {
        const a = assess(items, fuzzy, learned, now)
        const { overallScore, uncertaintyBounds, baseScore, linguisticAssessment } = a.fuzzyConfidence
        expect(baseScore + sum(a.contributions.map((c) => c.contributionScore))).toBeCloseTo(overallScore, 10)
        expect(uncertaintyBounds[0]).toBeLessThanOrEqual(overallScore)
        expect(uncertaintyBounds[1]).toBeGreaterThanOrEqual(overallScore)
        expect(sum(Object.values(linguisticAssessment))).toBeCloseTo(1, 10)
        for (const c of a.contributions) expect(sum(Object.values(c.fuzzyMembership))).toBeCloseTo(1, 10)
        const { topology } = a.network
        expect(sum(Object.values(a.relationshipCounts))).toBe(topology.edgeCount)
        expect(sum(Object.values(a.evidenceDistribution))).toBe(topology.nodeCount)
        expect(sum(Object.values(a.ageDistribution))).toBe(topology.nodeCount)
        const possible = (topology.nodeCount * (topology.nodeCount - 1)) / 2
        expect(topology.density).toBeCloseTo(possible === 0 ? 0 : topology.edgeCount / possible, 12)
        const { componentScores, totalScore } = a.objectives
        expect(componentScores.minimize_conflicts).toBeCloseTo(1 - a.network.conflictScore, 12)
        expect(componentScores.maximize_consistency).toBe(a.network.consistencyScore)
        expect(componentScores.maximize_confidence).toBe(overallScore)
        expect(componentScores.minimize_uncertainty).toBeCloseTo(
          1 - (uncertaintyBounds[1] - uncertaintyBounds[0]),
          12,
        )
        expect(totalScore).toBeCloseTo(sum(Object.values(componentScores)) / 4, 12)
      }),
    )
  })

  it('spreads a wide posterior over all terms between its ends', () => {
    const list = [0.93, 0.22, 0.86, 0.7].map((value, i) =>
      toItem({ type: `kind-${i}`, value, uncertainty: 0.1, ageDays: 3, source: `lab ${i}` }, i),
    )
    const { linguisticAssessment } = assess(list, defaultFuzzyConfig, untrainedModel, now).fuzzyConfidence
    for (const degree of Object.values(linguisticAssessment)) expect(degree).toBeGreaterThan(0.02)
  })

  it('does not depend on the order of the evidence, and counts copies once', () => {
    fc.assert(
      fc.property(evidence, config, model, fc.integer(), (items, fuzzy, learned, seed) => {
        const once = assess(items, fuzzy, learned, now)
        expect(assess(shuffled(items, mulberry32(seed)), fuzzy, learned, now)).toEqual(once)
        const copy = { ...items[0]!, id: 'zzz' }
        expect(assess([...items, copy], fuzzy, learned, now).fuzzyConfidence).toEqual(once.fuzzyConfidence)
      }),
    )
  })

  it('gives the base when the evidence is infinitely old or shapeless', () => {
    fc.assert(
      fc.property(evidence, model, (items, learned) => {
        const old = items.map((item) => ({ ...item, observedAtMs: -1e7 * DAY }))
        const shapeless = items.map((item) => ({ ...item, uncertainty: 1 }))
        for (const list of [old, shapeless]) {
          const a = assess(list, { ...defaultFuzzyConfig, decayEnabled: true }, learned, now).fuzzyConfidence
          expect(a.overallScore).toBeCloseTo(a.baseScore, 12)
        }
      }),
    )
  })

  it('rises with every value (triangular and gaussian terms)', () => {
    fc.assert(
      fc.property(
        evidence,
        unit,
        fc.constantFrom('triangular', 'gaussian'),
        model,
        (items, value, family, learned) => {
          const fuzzy: FuzzyConfig = { ...defaultFuzzyConfig, defaultReading: { family } }
          const score = (v: number): number =>
            posterior([{ ...items[0]!, value: v }, ...items.slice(1)], fuzzy, learned, now).logOdds
          const [low, high] = [Math.min(value, items[0]!.value), Math.max(value, items[0]!.value)]
          expect(score(high)).toBeGreaterThanOrEqual(score(low) - (family === 'triangular' ? 1e-9 : 0.02))
        },
      ),
    )
  })

  it('never raises a score for a stronger rival', () => {
    fc.assert(
      fc.property(
        evidence,
        fc.double({ min: -5, max: 5, noNaN: true }),
        fc.double({ min: 0, max: 5, noNaN: true }),
        (items, best, more) => {
          const score = (rival: number): number =>
            posterior(items, defaultFuzzyConfig, untrainedModel, { ...now, rivals: { logOdds: [rival] } })
              .score
          expect(score(best + more)).toBeLessThanOrEqual(score(best))
          expect(score(best)).toBeLessThanOrEqual(
            posterior(items, defaultFuzzyConfig, untrainedModel, now).score,
          )
        },
      ),
    )
  })

  it('says what would flip the decision, and it does', () => {
    fc.assert(
      fc.property(evidence, (items) => {
        const a = assess(items, defaultFuzzyConfig, untrainedModel, now)
        const { decision, itemsToRemove } = a.counterfactual
        if (itemsToRemove === undefined) return
        const rest = items.filter((item) => !itemsToRemove.includes(item.id))
        const score = assess(rest, defaultFuzzyConfig, untrainedModel, now).fuzzyConfidence.overallScore
        // Copies stand for each other: only distinct items were counted.
        if (
          new Set(items.map((i) => `${i.type}${i.source}${i.value}${i.uncertainty}${i.observedAtMs}`))
            .size === items.length
        ) {
          // A tie to the last bit may fall either way.
          if (Math.abs(score - 0.5) < 1e-6) return
          expect(score >= 0.5 ? 'accepted' : 'rejected').not.toBe(decision)
        }
      }),
    )
  })

  it('offers the coherence objective too', () => {
    const inputs = { score: 0.7, bounds: [0.6, 0.8] as const, consistency: 1, conflict: 0.1, coherence: 0.9 }
    expect(objectiveScore('maximize_network_coherence', inputs)).toBe(0.9)
  })
})
