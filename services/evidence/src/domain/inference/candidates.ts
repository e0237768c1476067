import { usualName } from '../evidence/candidate-name.ts'
import { distinctItems, type EvidenceItem, isInUse } from '../evidence/evidence-item.ts'
import { joinedKeys } from '../evidence/joined-names.ts'
import type { FuzzyConfig } from '../fuzzy/fuzzy-config.ts'
import { contributions } from './contributions.ts'
import type { LearnedModel } from './learned-model.ts'
import { assessObservation, type ObservationShares } from './observation.ts'
import { bearsOn } from './pairs.ts'
import { posterior } from './posterior.ts'

/** Molecule that claims observations: its items of these pairs and those that bear on the molecule as such. */
export interface MoleculeClaim {
  readonly moleculeId: string
  /** Candidate key (see `candidateKey`). */
  readonly key: string
  /** Name for a candidate whose items state none. */
  readonly name: string | null
  /** Name that the organization gave the molecule, which counts before all others. */
  readonly givenName?: string | null
  readonly items: readonly EvidenceItem[]
}

/** Candidate of one observation: all molecules with one key, and their items. */
export interface PooledCandidate {
  readonly key: string
  readonly moleculeIds: readonly [string, ...string[]]
  readonly name: string | null
  /** Distinct items, those that were set aside included. */
  readonly items: readonly EvidenceItem[]
}

/** Pools the molecules that claim an observation by candidate key (see `joinedKeys`), sorted by key. */
export function poolCandidates(claims: readonly MoleculeClaim[], observation: string): PooledCandidate[] {
  const claiming = claims
    .filter(({ items }) => items.some((item) => item.observation === observation && isInUse(item)))
    .map((claim) => ({ ...claim, items: claim.items.filter(bearsOn(observation)) }))
  const keys = joinedKeys(claiming)
  return [...Map.groupBy(claiming.keys(), (i) => keys[i]!)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, indices]) => {
      const molecules = indices.map((i) => claiming[i]!)
      return {
        key,
        moleculeIds: molecules.map(({ moleculeId }) => moleculeId).sort() as [string, ...string[]],
        name:
          molecules.find(({ givenName }) => givenName)?.givenName ??
          usualName(molecules.flatMap(({ items }) => items.filter(isInUse))) ??
          molecules.find(({ name }) => name !== null)?.name ??
          null,
        items: distinctItems(molecules.flatMap(({ items }) => items)),
      }
    })
}

/** Best candidate of an observation. */
export interface ObservationSummary {
  readonly candidates: number
  readonly best: {
    readonly key: string
    readonly moleculeId: string
    readonly name: string | null
    readonly probability: number
    readonly bounds: readonly [number, number]
  }
  readonly none: number
}

/**
 * Returns the most probable candidate of an observation, the share of "none of these" and the words by which the
 * observation is found.
 */
export function summariseObservation(
  candidates: readonly PooledCandidate[],
  config: FuzzyConfig,
  model: LearnedModel,
  options: { readonly nowMs: number },
): {
  readonly summary: (ObservationSummary & { readonly shares: ObservationShares }) | undefined
  readonly words: readonly string[]
} {
  if (candidates.length === 0) return { summary: undefined, words: [] }
  const observed = assessObservation(candidates, config, model, options)
  const { candidates: shares, none } = observed
  const order = shares.map((_, i) => i).sort((a, b) => shares[b]!.probability - shares[a]!.probability)
  const { key, moleculeIds, name } = candidates[order[0]!]!
  const { probability, bounds } = shares[order[0]!]!
  const best = { key, moleculeId: moleculeIds[0], name, probability, bounds }
  return {
    summary: { candidates: candidates.length, best, none, shares: observed },
    words: searchWords(order.slice(0, SEARCHED_CANDIDATES).map((i) => candidates[i]!)),
  }
}

/** Candidate of an observation with the shares of its items. */
interface DescribedCandidate extends PooledCandidate {
  readonly probability: number
  readonly bounds: readonly [number, number]
  /** ℓ from the candidate's own evidence, before rivals. */
  readonly logOdds: number
  /** Probability without the items, rivals included; with all contributions it sums to the probability. */
  readonly baseProbability: number
  readonly contributions: readonly {
    readonly item: EvidenceItem
    readonly score: number
    readonly logOdds: number
  }[]
}

/** Candidates of an observation, most probable first, and the share of "none of these". */
export interface DescribedObservation {
  readonly candidates: readonly DescribedCandidate[]
  readonly candidatesTotal: number
  readonly none: number
}

/** Describes the `most` best candidates of an observation. All candidates count as rivals. */
export function describeObservation(
  candidates: readonly PooledCandidate[],
  config: FuzzyConfig,
  model: LearnedModel,
  options: { readonly nowMs: number; readonly most: number },
): DescribedObservation {
  const { candidates: shares, none } = assessObservation(candidates, config, model, options)
  const order = shares
    .map((_, i) => i)
    .sort((a, b) => shares[b]!.probability - shares[a]!.probability)
    .slice(0, options.most)
  return {
    candidatesTotal: candidates.length,
    none,
    candidates: order.map((i) => {
      const logOdds = shares.flatMap((share, k) => (k === i ? [] : [share.logOdds]))
      const rivals = logOdds.length === 0 ? {} : { rivals: { logOdds } }
      const result = posterior(candidates[i]!.items, config, model, { nowMs: options.nowMs, ...rivals })
      const scores = contributions(result)
      return {
        ...candidates[i]!,
        probability: shares[i]!.probability,
        bounds: shares[i]!.bounds,
        logOdds: shares[i]!.logOdds,
        baseProbability: result.baseScore,
        contributions: result.items.map(({ item, share }, k) => ({
          item,
          score: scores[k]!,
          logOdds: share,
        })),
      }
    }),
  }
}

/** Number of candidates, most probable first, by which an observation is found. */
const SEARCHED_CANDIDATES = 10
/** Largest number of words by which one observation is found. */
const MAX_WORDS = 100

/** Splits a text into lower-case words of letters and digits. */
export const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 0 && word.length <= 100)

/** Returns the words of the keys, ids and names of candidates. The key stands for an InChIKey. */
function searchWords(candidates: readonly PooledCandidate[]): string[] {
  const words = new Set<string>()
  for (const { key, moleculeIds, name } of candidates) {
    const ids = moleculeIds.filter((id) => !id.startsWith('inchikey:'))
    for (const text of [key, ...ids, name ?? '']) for (const word of wordsOf(text)) words.add(word)
    if (words.size >= MAX_WORDS) break
  }
  return [...words].slice(0, MAX_WORDS)
}
