import { ageDays } from '../inference/decay.ts'
import type { WeighedItem } from '../inference/posterior.ts'
import { sigmoid } from '../numerics/logistic.ts'
import type { Random } from '../numerics/random.ts'
import { frustration, type SignedEdge } from './frustration.ts'
import type { Relationship } from './relationships.ts'

/**
 * Labels of the age buckets, youngest first. The last one is not in the contract; it makes the counts sum to the
 * total.
 */
export const AGE_BUCKETS = ['0-7_days', '8-30_days', '31-90_days', 'over_90_days'] as const
/** Label of an age bucket. */
export type AgeBucket = (typeof AGE_BUCKETS)[number]

/**
 * Returns the weighted mean disagreement, in [0, 1]: over all pairs of items, weighted by |λ_i||λ_j|, a(1−b) +
 * b(1−a) if their signs are opposite and 0 if they agree. Sums over both camps make it linear in the number of
 * items.
 */
export function conflictScore(items: readonly WeighedItem[]): number {
  const camps = [
    { weight: 0, lean: 0 },
    { weight: 0, lean: 0 },
  ]
  let sum = 0
  let squares = 0
  for (const { lambda } of items) {
    const weight = Math.abs(lambda)
    if (weight === 0) continue
    const camp = camps[lambda > 0 ? 0 : 1]!
    camp.weight += weight
    camp.lean += weight * (2 * sigmoid(lambda) - 1)
    sum += weight
    squares += weight * weight
  }
  const pairs = (sum * sum - squares) / 2
  if (!(pairs > 1e-300)) return 0
  // Σ w_i w_j (1 − p_i p_j)/2 over opposite pairs, p = 2σ(λ) − 1.
  const opposed = (camps[0]!.weight * camps[1]!.weight - camps[0]!.lean * camps[1]!.lean) / 2
  return Math.min(1, Math.max(0, opposed / pairs))
}

/** Evidence of one group, as in the ledger. */
interface GroupEvidence {
  readonly type: string
  /** Λ_g */
  readonly logOdds: number
  readonly variance: number
}

/** Minimum variance of a group: nothing is known more precisely than to a hundredth of a log-odds unit. */
const LEAST_VARIANCE = 1e-4

/**
 * Returns min(1, Σ(k_t − 1)/ΣQ_t) over the types with two or more groups that say something, in (0, 1]: the
 * reciprocal of Higgins' H² (Higgins & Thompson, Statistics in Medicine 21 (2002) 1539–1558), pooled over types. Only
 * sources of one type are compared: types measure different things and have no common mean. 1 if no type has two
 * sources.
 */
export function consistencyScore(groups: readonly GroupEvidence[]): number {
  const speaking = groups.filter((g) => Math.abs(g.logOdds) > 1e-9 || g.variance > 1e-9)
  let freedom = 0
  let q = 0
  for (const list of Map.groupBy(speaking, ({ type }) => type).values()) {
    if (list.length < 2) continue
    const weights = list.map((g) => 1 / Math.max(g.variance, LEAST_VARIANCE))
    const precision = weights.reduce((a, b) => a + b, 0)
    const mean = list.reduce((sum, g, i) => sum + weights[i]! * g.logOdds, 0) / precision
    freedom += list.length - 1
    q += list.reduce((sum, g, i) => sum + weights[i]! * (g.logOdds - mean) ** 2, 0)
  }
  return q <= freedom ? 1 : freedom / q
}

/** Weight of the edge between items of one type, which measure one property and are expected to agree. */
const SAME_TYPE_TIE = 0.5

/**
 * Returns 1 − frustration of the signed graph, in [½, 1]. Its edges are the relationships (contradicts is
 * negative) and an edge from each item to the strongest of its type. Relationships alone always split into two
 * camps by the sign of λ; replicates that disagree are what makes a network incoherent.
 */
export function coherenceScore(
  items: readonly WeighedItem[],
  relations: readonly Relationship[],
  random: Random,
  exactNodes?: number,
): number {
  const edges: SignedEdge[] = relations.map((r) => ({
    a: r.source,
    b: r.target,
    weight: r.kind === 'contradicts' ? -r.strength : r.strength,
  }))
  const strongest = new Map<string, number>()
  items.forEach((x, i) => {
    const held = strongest.get(x.item.type)
    if (held === undefined || Math.abs(x.lambda) > Math.abs(items[held]!.lambda))
      strongest.set(x.item.type, i)
  })
  items.forEach((x, i) => {
    const head = strongest.get(x.item.type)!
    if (head !== i && Math.abs(x.lambda) > 1e-9) edges.push({ a: head, b: i, weight: SAME_TYPE_TIE })
  })
  return 1 - frustration(items.length, edges, random, exactNodes)
}

/** Size and structure of the network. */
export interface Topology {
  readonly nodeCount: number
  readonly edgeCount: number
  /** Edges / possible edges, in [0, 1]; 0 below two nodes. */
  readonly density: number
  /** Mean local clustering (Watts & Strogatz, Nature 393 (1998) 440–442), in [0, 1]. */
  readonly clusteringCoefficient: number
}

/** Returns size, density and clustering of the network of items and relationships. */
export function topology(nodeCount: number, relations: readonly Relationship[]): Topology {
  // Items have few neighbours (`MOST_PER_ITEM`), so plain lists are faster than sets.
  const neighbours: number[][] = Array.from({ length: nodeCount }, () => [])
  for (const { source, target } of relations) {
    neighbours[source]!.push(target)
    neighbours[target]!.push(source)
  }
  let clustering = 0
  for (const list of neighbours) {
    if (list.length < 2) continue
    let closed = 0
    for (let x = 0; x < list.length; x += 1) {
      const others = neighbours[list[x]!]!
      for (let y = x + 1; y < list.length; y += 1) if (others.includes(list[y]!)) closed += 1
    }
    clustering += (2 * closed) / (list.length * (list.length - 1))
  }
  const possible = (nodeCount * (nodeCount - 1)) / 2
  return {
    nodeCount,
    edgeCount: relations.length,
    density: possible === 0 ? 0 : relations.length / possible,
    clusteringCoefficient: nodeCount === 0 ? 0 : clustering / nodeCount,
  }
}

/** Counts items per age bucket, in whole days: 7.9 days is in the first bucket. Sums to the number of items. */
export function ageDistribution(items: readonly WeighedItem[], nowMs: number): Record<AgeBucket, number> {
  const counts = { '0-7_days': 0, '8-30_days': 0, '31-90_days': 0, over_90_days: 0 }
  for (const { item } of items) {
    const days = Math.floor(ageDays(item.observedAtMs, nowMs))
    if (days <= 7) counts['0-7_days'] += 1
    else if (days <= 30) counts['8-30_days'] += 1
    else if (days <= 90) counts['31-90_days'] += 1
    else counts.over_90_days += 1
  }
  return counts
}

/** Returns 1 − Σ|wλ|/Σ|λ|, in [0, 1]: the share of the original evidence that age has removed. */
export function decayImpact(items: readonly WeighedItem[]): number {
  const now = items.reduce((sum, x) => sum + Math.abs(x.lambda), 0)
  const once = items.reduce((sum, x) => sum + Math.abs(x.undecayedLambda), 0)
  return once === 0 ? 0 : Math.max(0, 1 - now / once)
}
