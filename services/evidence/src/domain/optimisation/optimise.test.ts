import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { classifyBatch } from '../assessment/classify.ts'
import type { EvidenceItem } from '../evidence/evidence-item.ts'
import { defaultFuzzyConfig } from '../fuzzy/fuzzy-config.ts'
import { untrainedModel } from '../inference/learned-model.ts'
import { posterior } from '../inference/posterior.ts'
import { mulberry32 } from '../numerics/random.ts'
import { Refusal } from '../refusal.ts'
import { type OptimisationRequest, optimise } from './optimise.ts'
import { dominates, enumerateProblem, hypervolume, nsga2, paretoFront } from './pareto.ts'
import { recommendEvidence } from './recommend.ts'
import { sensitivity } from './sensitivity.ts'

const unit = fc.double({ min: 0, max: 1, noNaN: true })
const evidence = fc
  .array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), unit, fc.constantFrom('x', 'y')), {
    minLength: 1,
    maxLength: 10,
  })
  .map((list) =>
    list.map(
      ([type, value, source], i): EvidenceItem => ({
        id: `i${i}`,
        type,
        value,
        uncertainty: 0.1,
        observedAtMs: -i * 86_400_000,
        source,
        group: source,
      }),
    ),
  )

const context = { config: defaultFuzzyConfig, learned: untrainedModel, nowMs: 0, seed: 1 }
const request: OptimisationRequest = {
  objectives: {
    maximize_confidence: 0.4,
    minimize_uncertainty: 0.3,
    maximize_consistency: 0.2,
    minimize_conflicts: 0.1,
  },
  constraints: {},
  method: 'pareto_frontier',
}
/** Time that is over after so many looks at it. */
function after(looks: number): () => boolean {
  let left = looks
  return () => {
    left -= 1
    return left < 0
  }
}

describe('optimise', () => {
  it('returns no dominated solution, and the best total is on the front', () => {
    fc.assert(
      fc.property(evidence, (items) => {
        const result = optimise(items, request, context)
        const scores = result.evaluated.map((s) => Object.values(s.objectiveScores))
        for (const s of result.solutions) {
          expect(scores.some((other) => dominates(other, Object.values(s.objectiveScores)))).toBe(false)
        }
        expect(result.optimalScore).toBe(result.evaluated[0]!.totalScore)
      }),
      { numRuns: 15 },
    )
  })

  it('never finds less uncertainty by leaving evidence out', () => {
    fc.assert(
      fc.property(evidence, (items) => {
        const { evaluated } = optimise(items, request, context)
        const types = new Set(items.map(({ type }) => type)).size
        const certainty = (s: (typeof evaluated)[number]) => s.objectiveScores.minimize_uncertainty!
        for (const s of evaluated) {
          const { membershipFunction, granularity } = s.configuration
          const full = evaluated.find(
            ({ configuration: c }) =>
              c.activeTypes.length === types &&
              c.membershipFunction === membershipFunction &&
              c.granularity === granularity,
          )!
          expect(certainty(s)).toBeLessThanOrEqual(certainty(full))
        }
      }),
      { numRuns: 15 },
    )
  })

  it('keeps the front when weights are scaled', () => {
    fc.assert(
      fc.property(evidence, (items) => {
        const skewed = {
          maximize_confidence: 0.1,
          minimize_uncertainty: 0.1,
          maximize_consistency: 0.1,
          minimize_conflicts: 0.7,
        }
        const configurations = (r: OptimisationRequest): string[] =>
          optimise(items, r, context)
            .solutions.map((s) => JSON.stringify(Object.values(s.objectiveScores)))
            .sort()
        expect(configurations({ ...request, objectives: skewed })).toEqual(configurations(request))
      }),
      { numRuns: 10 },
    )
  })

  it('refuses what nothing can meet, naming the constraint', () => {
    const items = fc.sample(evidence, { numRuns: 1, seed: 4 })[0]!
    for (const [constraints, name] of [
      [{ minEvidenceCount: 99 }, 'min_evidence_count'],
      [{ maxUncertainty: 0 }, 'max_uncertainty'],
    ] as const) {
      try {
        optimise(items, { ...request, constraints }, context)
        expect.unreachable()
      } catch (error) {
        expect(error).toBeInstanceOf(Refusal)
        expect((error as Refusal).details.field).toBe(`optimization_config.constraints.${name}`)
      }
    }
  })

  it('ends when time is over with the best it has seen, and says that it is not exact', () => {
    const types = Array.from({ length: 12 }, (_, i) => `t${i}`)
    const items = types.map(
      (type, i): EvidenceItem => ({
        id: type,
        type,
        value: ((7 * i) % 12) / 12,
        uncertainty: 0.1,
        observedAtMs: 0,
        source: 'x',
        group: 'x',
      }),
    )
    for (const count of [12, 14]) {
      const more = Array.from({ length: count - 12 }, (_, i) => ({
        ...items[0]!,
        id: `m${i}`,
        type: `m${i}`,
      }))
      for (const evaluations of [0, 1, 40]) {
        const result = optimise([...items, ...more], request, context, after(evaluations))
        expect(result.exact).toBe(false)
        expect(result.evaluated.length).toBeLessThanOrEqual(Math.max(12, evaluations))
        expect(result.optimalScore).toBe(result.evaluated[0]!.totalScore)
        expect(Object.values(sensitivity(items, result, request, context).objectiveSensitivity)).toHaveLength(
          4,
        )
      }
    }
    const hopeless = { ...request, constraints: { maxUncertainty: 0 } }
    expect(() => optimise(items, hopeless, context, () => true)).toThrow(/within the time limit/)
  })

  it('looks at configurations that are spread over the whole space first', () => {
    const problem = {
      sizes: [2, 2, 2, 2, 2, 2, 2, 2, 4, 3],
      evaluate: (genes: readonly number[]) => [...genes],
    }
    const early = enumerateProblem(problem, after(48))
    expect(early).toHaveLength(48)
    for (const gene of problem.sizes.keys()) {
      const values = new Set(early.map(({ genes }) => genes[gene]))
      expect(values.size).toBe(problem.sizes[gene])
    }
    const all = enumerateProblem(problem)
    expect(new Set(all.map(({ genes }) => genes.join())).size).toBe(2 ** 8 * 12)
  })

  it('reports sensitivities and recommendations that are figures, not texts', () => {
    const items = fc.sample(evidence, { numRuns: 1, seed: 9 })[0]!
    const result = optimise(items, request, context)
    const s = sensitivity(items, result, request, context)
    for (const value of Object.values(s.objectiveSensitivity)) expect(value).toBeGreaterThanOrEqual(0)
    expect(s.parameterSensitivity.membershipFunctionType).toBeGreaterThanOrEqual(0)
    const before = posterior(items, defaultFuzzyConfig, untrainedModel, { nowMs: 0 })
    const advice = recommendEvidence(before, ['a', 'e', 'f'], defaultFuzzyConfig, untrainedModel)
    for (let i = 1; i < advice.length; i += 1) {
      expect(advice[i]!.expectedImprovement).toBeLessThanOrEqual(advice[i - 1]!.expectedImprovement)
    }
  })
})

describe('NSGA-II', () => {
  it('reaches 99.5 % of the exact hypervolume on 50 seeded cases', { timeout: 60_000 }, () => {
    for (let seed = 1; seed <= 50; seed += 1) {
      const random = mulberry32(seed)
      const bits = 7 + (seed % 3)
      const gain = Array.from({ length: bits + 7 }, () => [random(), random(), random()])
      const problem = {
        sizes: [...new Array<number>(bits).fill(2), 4, 3],
        evaluate: (genes: readonly number[]): number[] | undefined => {
          if (!genes.slice(0, bits).some((g) => g === 1)) return undefined
          return [0, 1, 2].map((k) => {
            const on = genes
              .slice(0, bits)
              .reduce((sum, g, i) => sum + (g === 1 ? gain[i]![k]! - 0.45 : 0), 0)
            const shape = gain[bits + genes[bits]!]![k]! + gain[bits + 4 + genes[bits + 1]!]![k]!
            return 1 / (1 + Math.exp(-on - shape + 1))
          })
        },
      }
      const exact = paretoFront(enumerateProblem(problem), (x) => x.scores)
      const found = nsga2(problem, { random: mulberry32(seed), generations: 30 })
      const ratio = hypervolume(found.map((x) => x.scores)) / hypervolume(exact.map((x) => x.scores))
      expect(ratio, `seed ${seed}`).toBeGreaterThanOrEqual(0.995)
      expect(ratio).toBeLessThanOrEqual(1 + 1e-12)
    }
  })
})

describe('classifyBatch', () => {
  it('gives q-values that never fall with probability and an honest expected rate', () => {
    fc.assert(
      fc.property(fc.array(unit, { minLength: 1 }), unit, (probabilities, threshold) => {
        const batch = classifyBatch(
          probabilities.map((probability, i) => ({
            moleculeId: `${i}`,
            probability,
            bounds: [0, 1],
            evidenceCount: 1,
          })),
          threshold,
        )
        const sorted = batch.molecules.toSorted((a, b) => b.probability - a.probability)
        sorted.forEach((m, i) => {
          expect(m.qValue).toBeLessThanOrEqual(1 - m.probability + 1e-12)
          if (i > 0) expect(m.qValue).toBeGreaterThanOrEqual(sorted[i - 1]!.qValue - 1e-12)
        })
        const accepted = sorted.filter((m) => m.classification === 'accepted')
        const last = accepted.at(-1)
        if (last !== undefined) expect(batch.expectedFalseDiscoveryRate).toBeCloseTo(last.qValue, 9)
      }),
    )
  })
})
