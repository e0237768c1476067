import { distinctItems, type EvidenceItem, isInUse } from '../evidence/evidence-item.ts'
import { joinedKeys } from '../evidence/joined-names.ts'
import type { FuzzyConfig } from '../fuzzy/fuzzy-config.ts'
import type { EvidenceSum } from './bounds.ts'
import type { LearnedModel } from './learned-model.ts'
import { type Posterior, type PosteriorOptions, posterior, weighEvidence } from './posterior.ts'
import { logSumExp, noneLogOdds, type RivalClaim } from './rivals.ts'

/** Molecule that claims observations, with its items of these pairs and those that bear on the molecule as such. */
export interface Claimant {
  /** Candidate key (see `candidateKey`). Claimants with one key are one candidate. */
  readonly key: string
  readonly items: readonly EvidenceItem[]
  readonly moleculeId?: string
}

/** Pair of a molecule and an observation: its items, its rivals and its probability. */
export interface Pair {
  /** Run and observation, joined by NUL; undefined for a molecule without observations. */
  readonly observation: string | undefined
  /** Distinct items of the pair and items that bear on the molecule as such. */
  readonly items: readonly EvidenceItem[]
  /** Items of the pair that were set aside: they add nothing, but the bounds keep their conflict. */
  readonly aside: readonly EvidenceItem[]
  /** Other ids of the same candidate, sorted; their items are among `items` with `wholeCandidate` only. */
  readonly otherIds: readonly string[]
  /** All other candidates of the observation; undefined if there is none. */
  readonly rivals: RivalClaim | undefined
  readonly probability: number
  readonly bounds: readonly [number, number]
  /** Probability that none of the candidates is right. */
  readonly none: number
}

/** Options of `assessPairs`. */
export interface PairOptions {
  readonly nowMs: number
  readonly typeWeights?: Readonly<Record<string, number>>
  /** Whether the items of all ids of the candidate count, as in `assessObservation`; only those of the molecule by default. */
  readonly wholeCandidate?: boolean
}

/** Returns whether an item bears on the pair with this observation; without one, every item does. */
export const bearsOn = (observation: string | undefined) => (item: EvidenceItem) =>
  observation === undefined || item.observation === undefined || item.observation === observation

/** Claimant of one observation, with its items of the pair and those that bear on the molecule as such. */
interface ObservationClaim extends Claimant {
  readonly claimant: Claimant
}

/** Groups claimants by the observations that they claim. */
function claimsByObservation(claimants: readonly Claimant[]): ReadonlyMap<string, ObservationClaim[]> {
  const found = new Map<string, ObservationClaim[]>()
  for (const claimant of claimants) {
    const byObservation = Map.groupBy(claimant.items, ({ observation }) => observation)
    const asSuch = byObservation.get(undefined) ?? []
    for (const [observation, own] of byObservation) {
      if (observation === undefined || !own.some(isInUse)) continue
      const claim = { ...claimant, claimant, items: [...own, ...asSuch] }
      const listed = found.get(observation)
      if (listed) listed.push(claim)
      else found.set(observation, [claim])
    }
  }
  return found
}

/** Pools the claims of one observation by candidate key (see `joinedKeys`). */
function pooled(claims: readonly ObservationClaim[]): ReadonlyMap<string, readonly EvidenceItem[]> {
  const keys = joinedKeys(claims)
  const candidates = new Map<string, EvidenceItem[]>()
  claims.forEach(({ items }, i) => {
    const listed = candidates.get(keys[i]!)
    if (listed) listed.push(...items)
    else candidates.set(keys[i]!, [...items])
  })
  return candidates
}

/** Parts items into those in use and those that were set aside. */
const partsOf = (items: readonly EvidenceItem[]): Pick<Pair, 'items' | 'aside'> => ({
  items: items.filter(isInUse),
  aside: items.filter((item) => !isInUse(item)),
})

/**
 * Returns the items of a claimant about the molecule as such. Set-aside items about observations are among them if no item
 * in use is about one, as for the molecule whose pairs are assessed.
 */
function asSuchItems({ items }: Claimant): EvidenceItem[] {
  const observed = items.some((item) => isInUse(item) && item.observation !== undefined)
  return items.filter((item) => item.observation === undefined || !(observed || isInUse(item)))
}

/** Returns the ids of all claimants but the molecule itself, sorted. */
const idsOf = (claimants: readonly Claimant[], own: Claimant): string[] =>
  claimants.flatMap(({ moleculeId }) => (moleculeId === own.moleculeId ? [] : (moleculeId ?? []))).sort()

/** Groups the claimants of each observation by candidate key. */
export function candidatesByObservation(
  claimants: readonly Claimant[],
): ReadonlyMap<string, ReadonlyMap<string, readonly EvidenceItem[]>> {
  return new Map(
    [...claimsByObservation(claimants)].map(([observation, claims]) => [observation, pooled(claims)]),
  )
}

/**
 * Assesses each pair of a molecule: *this observation is this molecule*. Candidates of one observation are exclusive,
 * and all of them count (see `assessObservation`). A claimant with the molecule's own key is the same candidate, never
 * a rival; its items count with `wholeCandidate` only. Returns the pairs with the most probable first; a molecule without
 * observations has one pair without an observation.
 */
export function assessPairs(
  own: Claimant,
  claimants: readonly Claimant[],
  config: FuzzyConfig,
  model: LearnedModel,
  options: PairOptions,
): [Pair, ...Pair[]] {
  const observations = [
    ...new Set(own.items.filter(isInUse).flatMap(({ observation }) => observation ?? [])),
  ].sort()
  if (observations.length === 0) {
    const same = claimants.filter(({ key }) => key === own.key)
    const asSuch = same.flatMap(asSuchItems)
    const items = distinctItems(options.wholeCandidate ? [...own.items, ...asSuch] : own.items)
    const { score, bounds } = posterior(items, config, model, options)
    const pair = { observation: undefined, ...partsOf(items), otherIds: idsOf(same, own), rivals: undefined }
    return [{ ...pair, probability: score, bounds, none: 1 - score }]
  }
  const claims = claimsByObservation([own, ...claimants])
  const pairs = observations.map((observation): Pair => {
    const evidence: EvidenceSum[] = []
    const listed = claims.get(observation)!
    const keys = joinedKeys(listed)
    const ownKey = keys[listed.findIndex(({ claimant }) => claimant === own)]!
    const candidates = pooled(listed)
    const bearing = options.wholeCandidate ? candidates.get(ownKey)! : own.items.filter(bearsOn(observation))
    const items = distinctItems(bearing)
    const otherIds = idsOf(
      listed.filter((_, i) => keys[i] === ownKey),
      own,
    )
    for (const [key, rival] of candidates)
      if (key !== ownKey) evidence.push(weighEvidence(distinctItems(rival), config, model, options))
    const logOdds = evidence.map((sum) => sum.logOdds)
    const rivals = logOdds.length === 0 ? undefined : { logOdds, evidence }
    const { score, bounds } = posterior(items, config, model, { ...options, ...(rivals ? { rivals } : {}) })
    const pair = { observation, ...partsOf(items), otherIds, rivals, probability: score, bounds }
    if (!rivals) return { ...pair, none: 1 - score }
    const none = noneLogOdds(model, logOdds.length + 1)
    const ownLogOdds = posterior(items, config, model, options).logOdds
    const total = logSumExp([none, ownLogOdds, ...logOdds])
    return { ...pair, none: Math.exp(none - total) }
  })
  // Equal probabilities keep the order of the observations.
  return pairs.sort((a, b) => b.probability - a.probability) as [Pair, ...Pair[]]
}

/**
 * Returns the posterior of one pair of a molecule, with all items in use listed in the given order. Items of other
 * pairs say nothing about this one: their λ and share are 0.
 */
export function pairPosterior(
  items: readonly EvidenceItem[],
  config: FuzzyConfig,
  model: LearnedModel,
  options: PosteriorOptions & { readonly observation?: string | undefined },
): Posterior {
  const inPair = bearsOn(options.observation)
  if (items.every(inPair)) return posterior(items, config, model, options)
  const result = posterior(items.filter(inPair), config, model, options)
  const others = posterior(
    items.filter((item) => !inPair(item)),
    config,
    model,
    options,
  )
  const silent = others.items.map((one) => ({ ...one, lambda: 0, undecayedLambda: 0, share: 0 }))
  const weighed = new Map([...result.items, ...silent].map((one) => [one.item, one]))
  return { ...result, items: items.flatMap((item) => weighed.get(item) ?? []) }
}
