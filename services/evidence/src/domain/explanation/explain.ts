import type { FuzzyConfig } from '../fuzzy/fuzzy-config.ts'
import { logOddsSpread, type SpreadParts } from '../inference/bounds.ts'
import type { PooledCandidate } from '../inference/candidates.ts'
import { contributions } from '../inference/contributions.ts'
import { type Counterfactual, counterfactual, verdictLogOdds } from '../inference/flip.ts'
import { combinationOf, type LearnedModel } from '../inference/learned-model.ts'
import {
  boundsOf,
  type GroupLedger,
  posterior,
  priorLogOddsOf,
  rivalSums,
  type WeighedItem,
  weighEvidence,
} from '../inference/posterior.ts'
import { logSumExp, noneLogOdds } from '../inference/rivals.ts'
import { type IdentificationLevel, levelsOfObservation } from '../levels/identification-level.ts'
import { conflictScore, consistencyScore } from '../network/scores.ts'
import { type Recommendation, recommendEvidence } from '../optimisation/recommend.ts'

/** Variances of logit p by their cause; they add up to the squared spread of each side. */
interface ExplainedSpread extends Omit<SpreadParts, 'own'> {
  /** Noise of the values of the candidate. */
  readonly measurement: number
  /** Sources of one type that disagree, and the error that each brings of its own. */
  readonly sources: number
  /** Standard deviations of logit p. */
  readonly below: number
  readonly above: number
}

/** Group of items that share a source, study or identifier, with the correlations that discount it. */
interface ExplainedGroup extends GroupLedger {
  readonly supportCorrelation: number
  readonly oppositionCorrelation: number
  /** Whether labels fitted its type; presets otherwise. */
  readonly fitted: boolean
}

/** Everything behind the probability of one candidate. */
export interface Explanation {
  readonly candidate: PooledCandidate
  /** Place among the candidates, 1 for the most probable. */
  readonly rank: number
  readonly probability: number
  readonly bounds: readonly [number, number]
  readonly none: number
  /** ℓ₀. With the shares of all items and `rivalLogOdds` it sums to `logOdds`. */
  readonly priorLogOdds: number
  readonly rivalLogOdds: number
  /** logit p. */
  readonly logOdds: number
  readonly items: readonly (WeighedItem & { readonly score: number })[]
  readonly groups: readonly ExplainedGroup[]
  /** ν, in the same sum as the ℓ of the rivals. */
  readonly noneLogOdds: number
  readonly rivals: readonly { readonly key: string; readonly name: string | null; readonly logOdds: number }[]
  readonly rivalsTotal: number
  readonly spread: ExplainedSpread
  readonly flip: Counterfactual
  readonly level: IdentificationLevel
  /** What to measure next; empty unless types to recommend from are given. */
  readonly recommendations: readonly Recommendation[]
  readonly conflictScore: number
  readonly consistencyScore: number
}

/** Options of `explainCandidate`. */
export interface ExplainOptions {
  readonly nowMs: number
  /** Probability from which a candidate is accepted. */
  readonly threshold: number
  /** Types to recommend from, beside those of the candidate; none for no recommendations, which take time. */
  readonly types: readonly string[] | undefined
  /** Ids of items that compare with a reference standard. */
  readonly standards: ReadonlySet<string>
}

/** Most rivals that an explanation lists. */
const LISTED_RIVALS = 10

/** Explains the probability of the candidate at index `at` of an observation; all others are its rivals. */
export function explainCandidate(
  candidates: readonly PooledCandidate[],
  at: number,
  config: FuzzyConfig,
  model: LearnedModel,
  options: ExplainOptions,
): Explanation {
  const { nowMs, threshold } = options
  const sums = candidates.map(({ items }) => weighEvidence(items, config, model, { nowMs }))
  const none = noneLogOdds(model, candidates.length)
  const total = logSumExp([none, ...sums.map(({ logOdds }) => logOdds)])
  const others = sums.toSpliced(at, 1)
  const claim = { logOdds: others.map(({ logOdds }) => logOdds), evidence: others }
  const rivals = others.length === 0 ? {} : { rivals: claim }
  const candidate = candidates[at]!
  const result = posterior(candidate.items, config, model, { nowMs, ...rivals })
  const shares = rivalSums(others, none)
  let parts: SpreadParts | undefined
  const own = sums[at]!
  const spread = logOddsSpread(own, shares.rivals, shares.noneShare, model, result.logOdds, (found) => {
    parts = found
  })
  const { own: noise, ...rest } = parts!
  const measured = result.groups.reduce((sum, { variance }) => sum + variance, 0)
  const measurement = own.variance === 0 ? 0 : (noise * Math.min(measured, own.variance)) / own.variance
  const scores = contributions(result)
  const order = sums
    .map((_, k) => k)
    .filter((k) => k !== at)
    .sort((a, b) => sums[b]!.logOdds - sums[a]!.logOdds)
  return {
    candidate,
    rank: 1 + others.filter(({ logOdds }) => logOdds > own.logOdds).length,
    probability: Math.exp(own.logOdds - total),
    bounds: boundsOf(result.logOdds, spread),
    none: Math.exp(none - total),
    priorLogOdds: priorLogOddsOf(config, model),
    rivalLogOdds: result.rivalLogOdds,
    logOdds: result.logOdds,
    items: result.items.map((one, i) => ({ ...one, score: scores[i]! })),
    groups: result.groups.map((group) => {
      const { supportCorrelation, oppositionCorrelation } = combinationOf(model, group.type)
      const fitted = Object.hasOwn(model.types, group.type)
      return { ...group, supportCorrelation, oppositionCorrelation, fitted }
    }),
    noneLogOdds: none,
    rivals: order.slice(0, LISTED_RIVALS).map((k) => ({
      key: candidates[k]!.key,
      name: candidates[k]!.name,
      logOdds: sums[k]!.logOdds,
    })),
    rivalsTotal: others.length,
    spread: { ...rest, ...spread, measurement, sources: noise - measurement },
    flip: counterfactual(result, model, verdictLogOdds(threshold)),
    level: levelOf(candidates, sums, at, total, options.standards),
    recommendations: options.types
      ? recommendEvidence(
          result,
          [...options.types, ...result.items.map(({ item }) => item.type)],
          config,
          model,
          { nowMs, ...rivals },
        )
      : [],
    conflictScore: conflictScore(result.items),
    consistencyScore: consistencyScore(result.groups),
  }
}

/** Returns the level of one candidate, which depends on the others that are as well supported. */
function levelOf(
  candidates: readonly PooledCandidate[],
  sums: readonly { readonly logOdds: number; readonly items: readonly WeighedItem[] }[],
  at: number,
  total: number,
  standards: ReadonlySet<string>,
): IdentificationLevel {
  const levels = levelsOfObservation(
    candidates.map((_, k) => ({
      probability: Math.exp(sums[k]!.logOdds - total),
      items: sums[k]!.items.map(({ item, share }) => ({
        type: item.type,
        supports: share > 0,
        referenceStandard: standards.has(item.id),
      })),
    })),
  )
  return levels[at]!
}
