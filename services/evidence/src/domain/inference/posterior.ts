import { type EvidenceItem, groupKey } from '../evidence/evidence-item.ts'
import { type FuzzyConfig, halfLifeOf } from '../fuzzy/fuzzy-config.ts'
import type { Granularity } from '../fuzzy/term-sets.ts'
import { sigmoid } from '../numerics/logistic.ts'
import { boundsHalfWidth, type GroupEstimate } from './bounds.ts'
import { combineGroup } from './combine.ts'
import { ageDays, temporalWeight } from './decay.ts'
import { type ItemEvidence, itemEvidence, type TypeModel, typeModel } from './item-evidence.ts'
import type { LearnedModel } from './learned-model.ts'
import { recalibrate } from './recalibration.ts'
import { type RivalClaim, rivalShift } from './rivals.ts'

/** Item with its weights and its share of the posterior. */
export interface WeighedItem {
  readonly item: EvidenceItem
  /** w = 2^(−age/half-life); 1 without decay. */
  readonly temporalWeight: number
  /** w·weight·v(s)·λ: evidence of the item before its group is discounted. */
  readonly lambda: number
  /** weight·v(s)·λ: the same without decay. */
  readonly undecayedLambda: number
  /** Λ_i: log-odds that the item adds. */
  readonly share: number
}

/** Line of the ledger: number of items in a group and effective number. */
export interface GroupLedger {
  readonly type: string
  readonly group: string
  readonly itemCount: number
  readonly effectiveCount: number
  /** Λ_g */
  readonly logOdds: number
  readonly variance: number
}

/** Posterior of one molecule. */
export interface Posterior {
  /** ℓ₀ with the shift by rivals: log-odds before the evidence of this molecule. */
  readonly baseLogOdds: number
  readonly rivalLogOdds: number
  /** ℓ before recalibration, which rivals use. */
  readonly logOdds: number
  readonly baseScore: number
  readonly score: number
  readonly halfWidth: number
  /** σ(g(ℓ ± half-width)) with the recalibration g, which is the identity until labels are learned. */
  readonly bounds: readonly [number, number]
  readonly items: readonly WeighedItem[]
  readonly groups: readonly GroupLedger[]
}

/** Options of `posterior`. */
export interface PosteriorOptions {
  readonly nowMs: number
  readonly rivals?: RivalClaim
  /** Factor of λ per type (`evidence_weights` of an optimisation). */
  readonly typeWeights?: Readonly<Record<string, number>>
  readonly granularity?: Granularity
  /** Cache of λ for the same readings, model and granularity. Missing entries are added. */
  readonly known?: Map<EvidenceItem, ItemEvidence>
}

/**
 * Computes ℓ = ℓ₀ + rivals + Σ_g Λ_g and score = σ(ℓ), with bounds, from distinct items (see `distinctItems`).
 * Decay, type weight and v(s) are applied to each λ before its group is discounted.
 */
export function posterior(
  items: readonly EvidenceItem[],
  config: FuzzyConfig,
  model: LearnedModel,
  options: PosteriorOptions,
): Posterior {
  const types = new Map<string, TypeModel>()
  const groups = new Map<string, number[]>()
  const n = items.length
  const lambdas = new Float64Array(n)
  const undecayed = new Float64Array(n)
  const variances = new Float64Array(n)
  const weights = new Float64Array(n)
  for (let i = 0; i < n; i += 1) {
    const item = items[i]!
    let type = types.get(item.type)
    if (type === undefined) {
      const reading = config.readings[item.type] ?? config.defaultReading
      type = typeModel(model, item.type, reading, options.granularity)
      types.set(item.type, type)
    }
    let evidence = options.known?.get(item)
    if (evidence === undefined) {
      evidence = itemEvidence(type, item.value, item.uncertainty, item.quality)
      options.known?.set(item, evidence)
    }
    const w = config.decayEnabled
      ? temporalWeight(ageDays(item.observedAtMs, options.nowMs), halfLifeOf(config, item.type))
      : 1
    const typeWeight = options.typeWeights?.[item.type] ?? 1
    weights[i] = w
    undecayed[i] = typeWeight * evidence.lambda
    lambdas[i] = w * undecayed[i]!
    variances[i] = (w * typeWeight) ** 2 * evidence.variance
    const key = groupKey(item)
    const members = groups.get(key)
    if (members === undefined) groups.set(key, [i])
    else members.push(i)
  }

  const shares = new Float64Array(n)
  const ledger: GroupLedger[] = []
  let logOdds = 0
  for (const members of groups.values()) {
    const first = items[members[0]!]!
    const combined = combineGroup(
      Float64Array.from(members, (i) => lambdas[i]!),
      types.get(first.type)!.parameters,
    )
    let variance = 0
    members.forEach((i, k) => {
      shares[i] = combined.shares[k]!
      // dΛ/dλ is the scale and discount of the item: share/λ.
      if (lambdas[i] !== 0) variance += (shares[i]! / lambdas[i]!) ** 2 * variances[i]!
    })
    logOdds += combined.total
    ledger.push({
      type: first.type,
      group: first.group,
      itemCount: members.length,
      effectiveCount: combined.effectiveCount,
      logOdds: combined.total,
      variance,
    })
  }
  const rivalLogOdds = rivalShift(options.rivals, model)
  const baseLogOdds = model.priorLogOdds + rivalLogOdds
  const total = baseLogOdds + logOdds
  const halfWidth = boundsHalfWidth(speakingGroups(ledger))
  const probability = (x: number): number => sigmoid(recalibrate(model.recalibration, x))
  return {
    baseLogOdds,
    rivalLogOdds,
    logOdds: total,
    baseScore: probability(baseLogOdds),
    score: probability(total),
    halfWidth,
    bounds: [probability(total - halfWidth), probability(total + halfWidth)],
    items: items.map((item, i) => ({
      item,
      temporalWeight: weights[i]!,
      lambda: lambdas[i]!,
      undecayedLambda: undecayed[i]!,
      share: shares[i]!,
    })),
    groups: ledger,
  }
}

/**
 * Returns the estimates of groups with evidence. A group without any (decayed, or with uncertainty 1) estimates
 * nothing.
 */
export function speakingGroups(groups: readonly GroupLedger[]): GroupEstimate[] {
  return groups.filter((g) => Math.abs(g.logOdds) > 1e-9 || g.variance > 1e-9)
}
