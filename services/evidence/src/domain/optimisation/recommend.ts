import { DEFAULT_UNCERTAINTY } from '../evidence/evidence-item.ts'
import type { FuzzyConfig } from '../fuzzy/fuzzy-config.ts'
import { boundsHalfWidth } from '../inference/bounds.ts'
import { combineGroup } from '../inference/combine.ts'
import { itemEvidence, typeModel } from '../inference/item-evidence.ts'
import type { LearnedModel } from '../inference/learned-model.ts'
import { type Posterior, speakingGroups } from '../inference/posterior.ts'
import { recalibrate } from '../inference/recalibration.ts'
import { sigmoid } from '../numerics/logistic.ts'

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
 * averaged over the nine terms with probability p·P(t|H) + (1−p)·P(t|¬H), where p is the present score. Leaves out
 * types that are not expected to narrow the bounds.
 */
export function recommendEvidence(
  result: Posterior,
  candidateTypes: readonly string[],
  config: FuzzyConfig,
  learned: LearnedModel,
): Recommendation[] {
  const width = result.bounds[1] - result.bounds[0]
  const groups = speakingGroups(result.groups)
  const probability = (logOdds: number): number => sigmoid(recalibrate(learned.recalibration, logOdds))
  const present = result.items.length === 0 ? 1 : width
  return [...new Set(candidateTypes)]
    .map((type) => {
      const model = typeModel(learned, type, config.readings[type] ?? config.defaultReading)
      let expected = 0
      model.terms.centers.forEach((center, t) => {
        const chance =
          result.score * model.table.whenTrue[t]! + (1 - result.score) * model.table.whenFalse[t]!
        const evidence = itemEvidence(model, center, DEFAULT_UNCERTAINTY, undefined)
        const share = combineGroup(Float64Array.of(evidence.lambda), model.parameters).total
        const scale = evidence.lambda === 0 ? 0 : share / evidence.lambda
        const reach = boundsHalfWidth([
          ...groups,
          { logOdds: share, variance: scale * scale * evidence.variance },
        ])
        const logOdds = result.logOdds + share
        expected += chance * (probability(logOdds + reach) - probability(logOdds - reach))
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
