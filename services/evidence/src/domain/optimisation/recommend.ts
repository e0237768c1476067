import { DEFAULT_UNCERTAINTY, type EvidenceItem } from '../evidence/evidence-item.ts'
import type { FuzzyConfig } from '../fuzzy/fuzzy-config.ts'
import { internalTerms } from '../fuzzy/term-sets.ts'
import { type LearnedModel, typeParameters } from '../inference/learned-model.ts'
import { type Posterior, type PosteriorOptions, posterior } from '../inference/posterior.ts'

/** Evidence type to collect next. */
export interface Recommendation {
  readonly type: 'evidence_collection'
  readonly evidenceType: string
  readonly description: string
  readonly priority: 'high' | 'medium' | 'low'
  /** Expected narrowing of the 90 % bounds on the score scale, in [0, 1]. */
  readonly expectedImprovement: number
}

/** Smallest expected narrowing of a recommendation with high priority. */
const HIGH_PRIORITY = 0.05
/** Smallest expected narrowing of a recommendation with medium priority. */
const MEDIUM_PRIORITY = 0.01

/**
 * Ranks evidence types by the value of information of one more independent item (Howard, IEEE Trans. Systems
 * Science and Cybernetics 2 (1966) 22–26): the expected narrowing of the bounds. The value of the new item is
 * averaged over the nine terms with probability p·P(t|H) + (1−p)·P(t|¬H), where p is the present score and P(t|H) ∝
 * e^(λ/2), P(t|¬H) ∝ e^(−λ/2). Leaves out types that are not expected to narrow the bounds.
 */
export function recommendEvidence(
  result: Posterior,
  candidateTypes: readonly string[],
  config: FuzzyConfig,
  learned: LearnedModel,
  options: PosteriorOptions = { nowMs: 0 },
): Recommendation[] {
  const width = result.bounds[1] - result.bounds[0]
  const items = result.items.map(({ item }) => item)
  const present = result.items.length === 0 ? 1 : width
  return [...new Set(candidateTypes)]
    .map((type) => {
      const { levels } = typeParameters(learned, type)
      const right = levels.map((level) => Math.exp(level / 2))
      const wrong = levels.map((level) => Math.exp(-level / 2))
      const [rightSum, wrongSum] = [right, wrong].map((list) => list.reduce((a, b) => a + b, 0)) as [
        number,
        number,
      ]
      let expected = 0
      internalTerms.triangular[9].centers.forEach((value, t) => {
        const chance = (result.score * right[t]!) / rightSum + ((1 - result.score) * wrong[t]!) / wrongSum
        const { bounds } = posterior(
          [...items, newItem(type, value, options.nowMs)],
          config,
          learned,
          options,
        )
        expected += chance * (bounds[1] - bounds[0])
      })
      return { type, expected, gain: present - expected }
    })
    .filter((x) => x.gain > 0)
    .sort((a, b) => b.gain - a.gain || (a.type < b.type ? -1 : 1))
    .map(
      ({ type, expected, gain }): Recommendation => ({
        type: 'evidence_collection',
        evidenceType: type,
        description: `One more independent ${type} item is expected to narrow the 90 % bounds from ${present.toFixed(3)} to ${expected.toFixed(3)}`,
        priority: gain >= HIGH_PRIORITY ? 'high' : gain >= MEDIUM_PRIORITY ? 'medium' : 'low',
        expectedImprovement: gain,
      }),
    )
}

/** Item of a new independent source. */
const newItem = (type: string, value: number, observedAtMs: number): EvidenceItem => ({
  id: '',
  type,
  value,
  uncertainty: DEFAULT_UNCERTAINTY,
  observedAtMs,
  source: '\u0000new',
  group: '\u0000new',
})
