import { type EvidenceItem, groupKey } from '../evidence/evidence-item.ts'
import type { FuzzyConfig } from '../fuzzy/fuzzy-config.ts'
import type { Granularity } from '../fuzzy/term-sets.ts'
import { sigmoid } from '../numerics/logistic.ts'
import { boundsHalfWidth, type GroupEstimate } from './bounds.ts'
import { combineGroup } from './combine.ts'
import { ageDays, temporalWeight } from './decay.ts'
import { type ItemEvidence, itemEvidence, type TypeModel, typeModel } from './item-evidence.ts'
import type { LearnedModel } from './learned-model.ts'
import { recalibrate } from './recalibration.ts'
import { type RivalClaim, rivalShift } from './rivals.ts'

/** One item on its way into the posterior. */
export interface WeighedItem {
  readonly item: EvidenceItem
  /** w = 2^(−age/half-life), 1 with decay off. */
  readonly temporalWeight: number
  /** w·weight·v(s)·λ: what the item says, before its group discounts it. */
  readonly lambda: number
  /** Without decay: weight·v(s)·λ. */
  readonly undecayedLambda: number
  /** Λ_i: what it adds to the log-odds. */
  readonly share: number
}

/** One line of the ledger: how many items a group holds and as how many they counted. */
export interface GroupLedger {
  readonly type: string
  readonly group: string
  readonly itemCount: number
  readonly effectiveCount: number
  /** Λ_g */
  readonly logOdds: number
  readonly variance: number
}

export interface Posterior {
  /** ℓ₀ with the rivals' shift: the log-odds before this molecule's own evidence. */
  readonly baseLogOdds: number
  readonly rivalLogOdds: number
  /** ℓ, before recalibration: what a rival is told. */
  readonly logOdds: number
  readonly baseScore: number
  readonly score: number
  readonly halfWidth: number
  /** σ(g(ℓ ± half-width)), g the recalibration (identity until labels are learned). */
  readonly bounds: readonly [number, number]
  readonly items: readonly WeighedItem[]
  readonly groups: readonly GroupLedger[]
}

export interface PosteriorOptions {
  readonly nowMs: number
  readonly rivals?: RivalClaim
  /** Multiplies λ by type (optimisation's evidence_weights). */
  readonly typeWeights?: Readonly<Record<string, number>>
  readonly granularity?: Granularity
  /** λ of items that were computed before with the same readings, model and granularity; what is missing is added. */
  readonly known?: Map<EvidenceItem, ItemEvidence>
}

/**
 * ℓ = ℓ₀ + rivals + Σ_g Λ_g and score = σ(ℓ), with bounds, from distinct items (see `distinctItems`).
 * Decay, type weight and v(s) multiply each λ before its group discounts it.
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
      ? temporalWeight(ageDays(item.observedAtMs, options.nowMs), config.halfLifeDays)
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
      // dΛ/dλ is the item's scale and discount: share/λ.
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
  const rivalLogOdds = rivalShift(options.rivals, model.rivals)
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

/** Groups that still say something: a silent one (decayed away, or of uncertainty 1) is no estimate of anything. */
export function speakingGroups(groups: readonly GroupLedger[]): GroupEstimate[] {
  return groups.filter((g) => Math.abs(g.logOdds) > 1e-9 || g.variance > 1e-9)
}
