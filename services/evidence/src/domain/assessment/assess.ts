import { distinctItems, type EvidenceItem, isInUse } from '../evidence/evidence-item.ts'
import type { FuzzyConfig } from '../fuzzy/fuzzy-config.ts'
import { fuzzyReading } from '../fuzzy/fuzzy-operations.ts'
import { TERMS, type Term } from '../fuzzy/linguistic-variables.ts'
import { type Granularity, normalisedDegrees, reportedTerms } from '../fuzzy/term-sets.ts'
import { readValue } from '../fuzzy/type-reading.ts'
import { contributions } from '../inference/contributions.ts'
import { type Counterfactual, counterfactual } from '../inference/flip.ts'
import type { LearnedModel } from '../inference/learned-model.ts'
import { bearsOn, pairPosterior } from '../inference/pairs.ts'
import type { GroupLedger, Posterior } from '../inference/posterior.ts'
import type { RivalClaim } from '../inference/rivals.ts'
import type { PairStatistics } from '../network/pair-statistics.ts'
import { RELATIONSHIP_TYPES, type RelationshipType, relationships } from '../network/relationships.ts'
import {
  type AgeBucket,
  ageDistribution,
  coherenceScore,
  conflictScore,
  consistencyScore,
  decayImpact,
  type Topology,
  topology,
} from '../network/scores.ts'
import { sigmoid } from '../numerics/logistic.ts'
import { normalQuantile } from '../numerics/normal.ts'
import { mulberry32, seedOf } from '../numerics/random.ts'
import { equalWeights, type Objective, type ObjectiveWeights, totalScore } from './objectives.ts'

/** Version of the algorithm. Raise it with any change of a result. */
export const ALGORITHM_VERSION = '2.1.0'

type TermDegrees = Readonly<Record<Term, number>>

interface Contribution {
  readonly itemId: string
  readonly type: string
  readonly fuzzyMembership: TermDegrees
  readonly temporalWeight: number
  readonly contributionScore: number
  /** Λ_i on the log-odds scale. */
  readonly logOdds: number
}

interface AssessedRelationship {
  readonly source: string
  readonly target: string
  readonly sourceId: string
  readonly targetId: string
  readonly relationshipType: RelationshipType
  readonly strength: number
}

/** Complete assessment of one molecule. */
export interface Assessment {
  readonly fuzzyConfidence: {
    readonly overallScore: number
    readonly uncertaintyBounds: readonly [number, number]
    readonly linguisticAssessment: TermDegrees
    readonly baseScore: number
    readonly fuzzyReading: { readonly score: number; readonly activation: TermDegrees }
  }
  readonly logOdds: number
  readonly contributions: readonly Contribution[]
  readonly ledger: readonly GroupLedger[]
  readonly counterfactual: Counterfactual
  /** Relationships, strongest first. */
  readonly relationships: readonly AssessedRelationship[]
  readonly relationshipCounts: Readonly<Record<RelationshipType, number>>
  readonly network: {
    readonly coherenceScore: number
    readonly consistencyScore: number
    readonly conflictScore: number
    readonly topology: Topology
  }
  /** Number of items by their strongest term; sums to the node count. */
  readonly evidenceDistribution: Readonly<Record<Term, number>>
  readonly ageDistribution: Readonly<Record<AgeBucket, number>>
  readonly decayImpact: number
  readonly objectives: {
    readonly totalScore: number
    readonly componentScores: Readonly<Partial<Record<Objective, number>>>
  }
}

/** Options of an assessment. */
export interface AssessOptions {
  readonly nowMs: number
  readonly objectiveWeights?: ObjectiveWeights
  readonly rivals?: RivalClaim
  /**
   * Observation of the pair to assess, as in `EvidenceItem.observation`. Items of other observations are listed but add
   * nothing. Without one, every item counts.
   */
  readonly observation?: string | undefined
  readonly pairs?: PairStatistics
  readonly typeWeights?: Readonly<Record<string, number>>
  readonly granularity?: Granularity
  /** Seed of the local search in large networks. */
  readonly seed?: number
}

/**
 * Equally likely points of a standard normal (midpoints of 64 equal shares). Gauss–Hermite does not fit: the terms
 * have corners, and with wide bounds its few nodes skip a whole term.
 */
const POSTERIOR_POINTS = Array.from({ length: 64 }, (_, i) => normalQuantile((i + 0.5) / 64))

function termRecord(d: readonly number[]): TermDegrees {
  // Written out because it runs once per item: building from entries took a tenth of the assessment.
  return { very_low: d[0] ?? 0, low: d[1] ?? 0, medium: d[2] ?? 0, high: d[3] ?? 0, very_high: d[4] ?? 0 }
}

/** Returns the expected degree of the score in each term, with log-odds spread as the bounds say; sums to 1. */
function linguisticAssessment(result: Posterior, active: readonly boolean[]): number[] {
  const { below, above } = result.spread
  const sums = [0, 0, 0, 0, 0]
  for (const z of POSTERIOR_POINTS) {
    const score = sigmoid(result.logOdds + (z < 0 ? below : above) * z)
    const degrees = normalisedDegrees(reportedTerms.triangular, score, 0, active)
    for (let t = 0; t < 5; t += 1) sums[t] = sums[t]! + degrees[t]!
  }
  const total = sums.reduce((a, b) => a + b, 0)
  return sums.map((s) => s / total)
}

/**
 * Assesses the evidence about one molecule: posterior, bounds, explanation, relationships, network and objectives.
 * The order of the evidence does not matter, and exact copies count once.
 *
 * Identities: base + Σ contributionScore = overallScore; memberships sum to 1; counts by kind sum to the edge
 * count, counts by term and by age to the node count.
 */
export function assess(
  evidence: readonly EvidenceItem[],
  config: FuzzyConfig,
  learned: LearnedModel,
  options: AssessOptions,
): Assessment {
  const kept = distinctItems(evidence)
  const items = kept.filter(isInUse)
  const result = pairPosterior(kept, config, learned, options)
  const inPair = bearsOn(options.observation)
  const active = TERMS.map((term) => config.terms.includes(term))
  const shares = contributions(result)
  const memberships = items.map((item) => {
    const reading = config.readings[item.type] ?? config.defaultReading
    const read = readValue(reading, item.value, item.uncertainty)
    return normalisedDegrees(reportedTerms[reading.family], read.value, read.uncertainty, active)
  })
  const relations = relationships(result.items, options.pairs)
  const relationshipCounts = Object.fromEntries(RELATIONSHIP_TYPES.map((kind) => [kind, 0])) as Record<
    RelationshipType,
    number
  >
  for (const { kind } of relations) relationshipCounts[kind] += 1
  const evidenceDistribution = Object.fromEntries(TERMS.map((term) => [term, 0])) as Record<Term, number>
  for (const degrees of memberships) {
    let top = 0
    for (let t = 1; t < degrees.length; t += 1) if (degrees[t]! > degrees[top]!) top = t
    evidenceDistribution[TERMS[top]!] += 1
  }
  const conflict = conflictScore(result.items)
  const consistency = consistencyScore(result.groups)
  const random = mulberry32(options.seed ?? seedOf('assess'))
  const coherence = coherenceScore(result.items, relations, random)
  const reading = fuzzyReading(
    result.items.flatMap((x, i) =>
      inPair(x.item) ? [{ weight: x.temporalWeight, degrees: memberships[i]! }] : [],
    ),
    config.operations,
  )
  const objectives = totalScore(options.objectiveWeights ?? equalWeights, {
    score: result.score,
    bounds: result.bounds,
    consistency,
    conflict,
    coherence,
  })
  return {
    fuzzyConfidence: {
      overallScore: result.score,
      uncertaintyBounds: result.bounds,
      linguisticAssessment: termRecord(linguisticAssessment(result, active)),
      baseScore: result.baseScore,
      fuzzyReading: { score: reading.score, activation: termRecord(reading.activation) },
    },
    logOdds: result.logOdds,
    contributions: result.items.map((x, i) => ({
      itemId: x.item.id,
      type: x.item.type,
      fuzzyMembership: termRecord(memberships[i]!),
      temporalWeight: x.temporalWeight,
      contributionScore: shares[i]!,
      logOdds: x.share,
    })),
    ledger: result.groups,
    counterfactual: counterfactual(result, learned),
    relationships: relations.map((r) => ({
      source: items[r.source]!.type,
      target: items[r.target]!.type,
      sourceId: items[r.source]!.id,
      targetId: items[r.target]!.id,
      relationshipType: r.kind,
      strength: r.strength,
    })),
    relationshipCounts,
    network: {
      coherenceScore: coherence,
      consistencyScore: consistency,
      conflictScore: conflict,
      topology: topology(items.length, relations),
    },
    evidenceDistribution,
    ageDistribution: ageDistribution(result.items, options.nowMs),
    decayImpact: decayImpact(result.items),
    objectives: { totalScore: objectives.total, componentScores: objectives.components },
  }
}
