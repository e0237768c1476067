import { usualName } from '../evidence/candidate-name.ts'
import { distinctItems, type EvidenceItem, isInUse } from '../evidence/evidence-item.ts'
import { joinedKeys } from '../evidence/joined-names.ts'
import type { FuzzyConfig } from '../fuzzy/fuzzy-config.ts'
import { contributions } from '../inference/contributions.ts'
import { counterfactual, verdictLogOdds } from '../inference/flip.ts'
import type { LearnedModel } from '../inference/learned-model.ts'
import { observationShares } from '../inference/observation.ts'
import { type Posterior, posteriorOf, weighEvidence } from '../inference/posterior.ts'
import { levelsOfObservation } from '../levels/identification-level.ts'
import type { Report, ReportedCandidate, ReportedObservation, ReportScope } from './report.ts'

/** Kept item with what only the report needs. */
interface ReportItem {
  readonly item: EvidenceItem
  /** Whether the value compares with a reference standard measured by the same method. */
  readonly referenceStandard: boolean
}

/** Molecule that claims observations, with its items of these pairs and those that bear on it as such. */
export interface ReportClaim {
  readonly moleculeId: string
  /** Candidate key. Claims with one key are one candidate. */
  readonly key: string
  /** Name that the organization gave to the molecule. */
  readonly name: string | null
  /** Name for a candidate whose items state none. */
  readonly statedName?: string | null
  readonly items: readonly ReportItem[]
}

/** Most candidates that an observation lists; the others are summed. */
const LISTED_CANDIDATES = 10

/** Input of `buildReport`. */
export interface ReportInput {
  readonly scope: ReportScope
  readonly threshold: number
  readonly claims: readonly ReportClaim[]
  /** Observations to list, run and observation joined by NUL, in this order. */
  readonly observations: readonly string[]
  /** Molecules without observations to list. */
  readonly bareMolecules: readonly string[]
  /** Other ids of these molecules: claims with their keys, whose items count with theirs. */
  readonly otherIds?: readonly ReportClaim[]
  readonly observationsTotal: number
  readonly config: FuzzyConfig
  readonly model: LearnedModel
  readonly algorithmVersion: string
  readonly nowMs: number
}

interface Pooled {
  readonly key: string
  readonly moleculeIds: string[]
  /** Names that the organization gave to the molecules, and names for items that state none. */
  readonly given: string[]
  readonly stated: string[]
  readonly items: ReportItem[]
}

/** Pools claims by key, each with the items that count. */
function byKey(
  claims: readonly { readonly claim: ReportClaim; readonly own: readonly ReportItem[] }[],
  keys: readonly string[],
): ReadonlyMap<string, Pooled> {
  const candidates = new Map<string, Pooled>()
  claims.forEach(({ claim: { moleculeId, name, statedName }, own }, i) => {
    const key = keys[i]!
    const candidate: Pooled = candidates.get(key) ?? {
      key,
      moleculeIds: [],
      given: [],
      stated: [],
      items: [],
    }
    candidates.set(key, candidate)
    candidate.moleculeIds.push(moleculeId)
    candidate.given.push(...(name === null ? [] : [name]))
    candidate.stated.push(...(statedName ? [statedName] : []))
    candidate.items.push(...own)
  })
  return candidates
}

/** Pools the claims of each observation by candidate key (see `joinedKeys`). */
function pooled(claims: readonly ReportClaim[]): ReadonlyMap<string, ReadonlyMap<string, Pooled>> {
  const claiming = new Map<string, { readonly claim: ReportClaim; readonly own: readonly ReportItem[] }[]>()
  for (const claim of claims) {
    const byObservation = Map.groupBy(claim.items, ({ item }) => item.observation)
    const asSuch = byObservation.get(undefined) ?? []
    for (const [observation, own] of byObservation) {
      if (observation === undefined || !own.some(({ item }) => isInUse(item))) continue
      const listed = claiming.get(observation)
      if (listed) listed.push({ claim, own: [...own, ...asSuch] })
      else claiming.set(observation, [{ claim, own: [...own, ...asSuch] }])
    }
  }
  return new Map(
    [...claiming].map(([observation, list]) => {
      const keys = joinedKeys(
        list.map(({ claim, own }) => ({ key: claim.key, items: own.map(({ item }) => item) })),
      )
      return [observation, byKey(list, keys)]
    }),
  )
}

/**
 * Builds the report: per observation the exclusive candidates with probability, bounds, level, contributions and what
 * would turn the verdict, and the share of "none of these".
 */
export function buildReport(input: ReportInput): Report {
  const { scope, threshold, observationsTotal, algorithmVersion, model } = input
  const byObservation = pooled(input.claims)
  const observations = input.observations.flatMap((observation): ReportedObservation[] => {
    const candidates = [...(byObservation.get(observation)?.values() ?? [])]
    const at = observation.indexOf('\u0000')
    const named = { runId: observation.slice(0, at), observationId: observation.slice(at + 1) }
    return candidates.length === 0 ? [] : [{ ...named, ...observationOf(candidates, input) }]
  })
  const bareClaims = [
    ...input.claims.filter(({ moleculeId }) => input.bareMolecules.includes(moleculeId)),
    ...(input.otherIds ?? []),
  ]
  const bareCandidates = byKey(
    bareClaims.map((claim) => ({ claim, own: claim.items })),
    bareClaims.map(({ key }) => key),
  )
  const bare = [...bareCandidates.values()].map(
    (candidate): ReportedObservation => ({
      runId: null,
      observationId: null,
      ...observationOf([candidate], input),
    }),
  )
  return {
    scope,
    threshold,
    algorithmVersion,
    modelVersion: model.version,
    calibration: model.calibration,
    observationsTotal,
    observations: [...observations, ...bare],
  }
}

/** Returns the name that the organization gave, or the one that most items state. */
const nameOf = ({ given, stated, items }: Pooled): string | null =>
  given[0] ?? usualName(items.map(({ item }) => item).filter(isInUse)) ?? stated[0] ?? null

type Assessed = Omit<ReportedObservation, 'runId' | 'observationId'>

function observationOf(pool: readonly Pooled[], input: ReportInput): Assessed {
  const { config, model, nowMs } = input
  const sorted = pool.toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const candidates = sorted.map(({ key, items }) => ({
    key,
    items: distinctItems(items.map(({ item }) => item)),
  }))
  const weighed = candidates.map(({ items }) => weighEvidence(items, config, model, { nowMs }))
  const { candidates: shares, none } = observationShares(candidates, weighed, model)
  const order = shares
    .map((_, j) => j)
    .sort((a, b) => shares[b]!.probability - shares[a]!.probability || a - b)
  const listed = order.slice(0, LISTED_CANDIDATES).map((j) => {
    const logOdds = shares.flatMap((share, k) => (k === j ? [] : [share.logOdds]))
    const rivals = logOdds.length === 0 ? undefined : { logOdds }
    return {
      pooled: sorted[j]!,
      share: shares[j]!,
      result: posteriorOf(weighed[j]!, config, model, rivals),
    }
  })
  const levels = levelsOfObservation(
    listed.map(({ pooled: { items }, share, result }) => {
      const standard = new Set(
        items.filter(({ referenceStandard }) => referenceStandard).map(({ item }) => item.id),
      )
      return {
        probability: share.probability,
        items: result.items.map((one) => ({
          type: one.item.type,
          supports: one.share > 0,
          referenceStandard: standard.has(one.item.id),
        })),
      }
    }),
  )
  return {
    candidates: listed.map(({ pooled: candidate, share, result }, i) => ({
      key: candidate.key,
      moleculeIds: candidate.moleculeIds.toSorted(),
      name: nameOf(candidate),
      probability: share.probability,
      bounds: share.bounds,
      level: levels[i]!,
      ...explained(result, input),
    })),
    candidatesTotal: sorted.length,
    others: order.slice(LISTED_CANDIDATES).reduce((sum, j) => sum + shares[j]!.probability, 0),
    none,
  }
}

type Explained = Pick<
  ReportedCandidate,
  'verdict' | 'base' | 'contributions' | 'logOddsToFlip' | 'itemsToRemove'
>

/** Explains the verdict on a candidate: what each item contributes, and what would turn it. */
function explained(result: Posterior, { model, threshold }: ReportInput): Explained {
  const parts = contributions(result)
  const flip = counterfactual(result, model, verdictLogOdds(threshold))
  return {
    verdict: flip.decision,
    base: result.baseScore,
    contributions: result.items
      .map(({ item, share }, i) => ({
        evidenceId: item.id,
        type: item.type,
        source: item.source,
        value: item.value,
        contribution: parts[i]!,
        logOdds: share,
      }))
      .sort((a, b) => Math.abs(b.logOdds) - Math.abs(a.logOdds) || (a.evidenceId < b.evidenceId ? -1 : 1)),
    logOddsToFlip: flip.logOddsToFlip,
    itemsToRemove: flip.itemsToRemove ?? null,
  }
}
