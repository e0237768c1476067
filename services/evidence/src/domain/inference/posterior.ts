import { type EvidenceItem, groupKey, isInUse } from '../evidence/evidence-item.ts'
import { type FuzzyConfig, halfLifeOf } from '../fuzzy/fuzzy-config.ts'
import { type Granularity, INTERNAL_TERM_COUNT } from '../fuzzy/term-sets.ts'
import { sigmoid } from '../numerics/logistic.ts'
import { NORMAL_95 } from '../numerics/normal.ts'
import { type EvidenceSum, logOddsSpread, type RivalSum, type Spread, type TypeSum } from './bounds.ts'
import { combineGroup } from './combine.ts'
import { ageDays, temporalWeight } from './decay.ts'
import { type ItemEvidence, itemEvidence, type TypeModel, typeModel } from './item-evidence.ts'
import type { LearnedModel } from './learned-model.ts'
import { logSumExp, noneLogOdds, type RivalClaim, rivalShift } from './rivals.ts'

/** Item with its weights and its share of the posterior. */
export interface WeighedItem {
  readonly item: EvidenceItem
  /** w = 2^(−age/half-life); 1 without decay. */
  readonly temporalWeight: number
  /** w·weight·λ: evidence of the item before its group is discounted. */
  readonly lambda: number
  /** weight·λ: the same without decay. */
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
  /** Variance of Λ_g from the noise of its items. */
  readonly variance: number
}

/** Evidence about one candidate, weighed and summed. */
export interface WeighedEvidence extends EvidenceSum {
  readonly items: readonly WeighedItem[]
  readonly groups: readonly GroupLedger[]
}

/** Posterior of one molecule. */
export interface Posterior {
  /** Log-odds before the evidence of this molecule, rivals included. */
  readonly baseLogOdds: number
  readonly rivalLogOdds: number
  /** logit(score): ℓ and the shift by rivals. Without rivals it is ℓ, which rivals use. */
  readonly logOdds: number
  readonly baseScore: number
  readonly score: number
  /** Standard deviations of the log-odds on both sides. */
  readonly spread: Spread
  /** σ(log-odds ∓ 1.645·spread). */
  readonly bounds: readonly [number, number]
  readonly items: readonly WeighedItem[]
  readonly groups: readonly GroupLedger[]
}

/** Options of `weighEvidence`. */
export interface WeighOptions {
  readonly nowMs: number
  /** Factor of λ per type (`evidence_weights` of an optimisation). */
  readonly typeWeights?: Readonly<Record<string, number>>
  readonly granularity?: Granularity
  /** Cache of λ for the same readings, model and granularity. Missing entries are added. */
  readonly known?: Map<EvidenceItem, ItemEvidence>
}

/** Options of `posterior`. */
export interface PosteriorOptions extends WeighOptions {
  readonly rivals?: RivalClaim
}

/** Returns ℓ₀: of the base rate that the request gives, or of the model. */
export function priorLogOddsOf(config: FuzzyConfig, model: LearnedModel): number {
  return config.prior === undefined ? model.priorLogOdds : Math.log(config.prior / (1 - config.prior))
}

interface GroupSum {
  readonly members: number[]
  readonly type: string
}

/**
 * Computes ℓ = ℓ₀ + Σ_g Λ_g from distinct items (see `distinctItems`), with what the bounds need. Decay and type
 * weight are applied to each λ before its group is discounted. Items that were set aside add nothing and are not listed;
 * `disputed` sums all items.
 */
export function weighEvidence(
  items: readonly EvidenceItem[],
  config: FuzzyConfig,
  model: LearnedModel,
  options: WeighOptions,
): WeighedEvidence {
  if (items.every(isInUse)) return weighAll(items, config, model, options)
  const { logOdds, types, variance } = weighAll(items, config, model, options)
  const used = items.filter(isInUse)
  return { ...weighAll(used, config, model, options), disputed: { logOdds, types, variance } }
}

function weighAll(
  items: readonly EvidenceItem[],
  config: FuzzyConfig,
  model: LearnedModel,
  options: WeighOptions,
): WeighedEvidence {
  const prior = priorLogOddsOf(config, model)
  const n = items.length
  const types = new Map<string, TypeModel>()
  const groups = new Map<string, GroupSum>()
  const evidence = new Array<ItemEvidence>(n)
  const factors = new Float64Array(n)
  const temporal = new Float64Array(n)
  const undecayed = new Float64Array(n)
  const shares = new Float64Array(n)
  const lambdas = new Float64Array(n)
  for (let i = 0; i < n; i += 1) {
    const item = items[i]!
    let type = types.get(item.type)
    if (type === undefined) {
      const reading = config.readings[item.type] ?? config.defaultReading
      type = typeModel(model, item.type, reading, options.granularity, prior)
      types.set(item.type, type)
    }
    let one = options.known?.get(item)
    if (one === undefined) {
      one = itemEvidence(type, item.value, item.uncertainty, item.quality)
      options.known?.set(item, one)
    }
    evidence[i] = one
    const w = config.decayEnabled
      ? temporalWeight(ageDays(item.observedAtMs, options.nowMs), halfLifeOf(config, item.type))
      : 1
    const typeWeight = options.typeWeights?.[item.type] ?? 1
    factors[i] = w * typeWeight
    lambdas[i] = factors[i]! * one.lambda
    temporal[i] = w
    undecayed[i] = typeWeight * one.lambda
    const key = groupKey(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { members: [i], type: item.type })
    else group.members.push(i)
  }
  const sums = new Map<string, MutableSum>()
  const ledger: GroupLedger[] = []
  let logOdds = prior
  let variance = 0
  for (const { members, type } of groups.values()) {
    const combined = combineGroup(
      members.length === 1 ? [lambdas[members[0]!]!] : members.map((i) => lambdas[i]!),
      types.get(type)!.parameters,
    )
    let sum = sums.get(type)
    if (sum === undefined) {
      sum = {
        type,
        logOdds: 0,
        degrees: new Float64Array(INTERNAL_TERM_COUNT),
        qualityDegrees: undefined,
        sources: [],
      }
      sums.set(type, sum)
    }
    let noise = 0
    for (let k = 0; k < members.length; k += 1) {
      const i = members[k]!
      const weight = combined.weights[k]!
      const factor = weight * factors[i]!
      const one = evidence[i]!
      shares[i] = weight * lambdas[i]!
      noise += factor * factor * one.variance
      addTo(sum, one, factor)
    }
    sum.logOdds += combined.total
    sum.sources.push(combined.total)
    logOdds += combined.total
    variance += noise
    ledger.push({
      type,
      group: items[members[0]!]!.group,
      itemCount: members.length,
      effectiveCount: combined.effectiveCount,
      logOdds: combined.total,
      variance: noise,
    })
  }
  for (const { type, sources } of sums.values()) {
    variance += disagreement(sources, types.get(type)!.parameters.sourceSpread)
  }
  const weighed = items.map(
    (item, i): WeighedItem => ({
      item,
      temporalWeight: temporal[i]!,
      lambda: lambdas[i]!,
      undecayedLambda: undecayed[i]!,
      share: shares[i]!,
    }),
  )
  return { logOdds, types: [...sums.values()], variance, items: weighed, groups: ledger }
}

interface MutableSum extends TypeSum {
  logOdds: number
  qualityDegrees: Float64Array | undefined
  readonly sources: number[]
}

function addTo(sum: MutableSum, one: ItemEvidence, factor: number): void {
  for (let t = 0; t < INTERNAL_TERM_COUNT; t += 1) {
    sum.degrees[t] = sum.degrees[t]! + factor * one.degrees[t]!
  }
  if (one.qualityDegrees === undefined) return
  sum.qualityDegrees ??= new Float64Array(INTERNAL_TERM_COUNT)
  for (let t = 0; t < INTERNAL_TERM_COUNT; t += 1) {
    sum.qualityDegrees[t] = sum.qualityDegrees[t]! + factor * one.qualityDegrees[t]!
  }
}

/** Λ below which a source says so little that its own error is smaller too. */
const QUIET_SOURCE = 1

/**
 * Returns the variance of Λ from errors of the sources of one type: a random effect with τ² per source (less for
 * sources that say little), and a share τ²/(1 + τ²) of their scatter, so that conflict widens the bounds.
 */
function disagreement(sources: readonly number[], spread: number): number {
  const tau2 = spread * spread
  let mean = 0
  let effect = 0
  for (const x of sources) {
    mean += x / sources.length
    effect += tau2 * Math.min(1, (x / QUIET_SOURCE) ** 2)
  }
  let scatter = 0
  for (const x of sources) scatter += (x - mean) ** 2
  return effect + (tau2 / (1 + tau2)) * scatter
}

/** Returns the shares of rivals and of "none of these" among all outcomes but the candidate itself. */
export function rivalSums(
  rivals: readonly EvidenceSum[],
  none: number,
): { readonly rivals: readonly RivalSum[]; readonly noneShare: number } {
  if (rivals.length === 0) return { rivals: [], noneShare: 1 }
  const total = logSumExp([none, ...rivals.map(({ logOdds }) => logOdds)])
  return {
    rivals: rivals.map((sum) => ({ sum, share: Math.exp(sum.logOdds - total) })),
    noneShare: Math.exp(none - total),
  }
}

const silent = (logOdds: number): EvidenceSum => ({ logOdds, types: [], variance: 0 })

/**
 * Computes score = e^ℓ/(e^ν + e^ℓ + Σ e^rival), with bounds, from distinct items (see `distinctItems`). The base
 * score is the same without the items, rivals kept.
 */
export const posterior = (
  items: readonly EvidenceItem[],
  config: FuzzyConfig,
  model: LearnedModel,
  options: PosteriorOptions,
): Posterior => posteriorOf(weighEvidence(items, config, model, options), config, model, options.rivals)

/** Returns the posterior of evidence that was already weighed (see `posterior`). */
export function posteriorOf(
  weighed: WeighedEvidence,
  config: FuzzyConfig,
  model: LearnedModel,
  claim?: RivalClaim,
): Posterior {
  const rivalLogOdds = rivalShift(claim, model)
  const others = claim?.evidence ?? claim?.logOdds.map(silent) ?? []
  const shares = rivalSums(others, noneLogOdds(model, others.length + 1))
  const baseLogOdds = priorLogOddsOf(config, model) + rivalLogOdds
  const logOdds = weighed.logOdds + rivalLogOdds
  const spread = logOddsSpread(weighed, shares.rivals, shares.noneShare, model, logOdds)
  return {
    baseLogOdds,
    rivalLogOdds,
    logOdds,
    baseScore: sigmoid(baseLogOdds),
    score: sigmoid(logOdds),
    spread,
    bounds: boundsOf(logOdds, spread),
    items: weighed.items,
    groups: weighed.groups,
  }
}

/** Returns the nominal 90 % bounds of a probability from its log-odds. */
export function boundsOf(logOdds: number, { below, above }: Spread): readonly [number, number] {
  return [sigmoid(logOdds - NORMAL_95 * below), sigmoid(logOdds + NORMAL_95 * above)]
}
