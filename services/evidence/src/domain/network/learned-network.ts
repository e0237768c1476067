import {
  mergeNetworkStatistics,
  type NetworkStatistics,
  networkStatisticsOf,
  type PatternStatistics,
} from './network-learning.ts'
import { mergePairStatistics, type PairCounts, type PairStatistics, pairCountsOf } from './pair-statistics.ts'

/** Mean value of each evidence type of one molecule: what it teaches about types. Each in [0, 1]. */
export type TypeMeans = Readonly<Record<string, number>>

/** What the molecules of an organization teach about evidence types. Plain data, mergeable by adding. */
export interface LearnedNetwork {
  /** Which types are high together. */
  readonly pairs: PairStatistics
  /** How their values go together, per set of types present. */
  readonly patterns: NetworkStatistics
}

export const untaughtNetwork: LearnedNetwork = { pairs: {}, patterns: {} }

/** A molecule's new lesson and the one it replaces. */
export interface NetworkDelta {
  readonly before: TypeMeans | null
  readonly after: TypeMeans
}

/** Mean value per type of a molecule's items, by type. */
export function typeMeans(items: readonly { readonly type: string; readonly value: number }[]): TypeMeans {
  const byType = [...Map.groupBy(items, ({ type }) => type)].sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(
    byType.map(([type, list]) => [type, list.reduce((sum, { value }) => sum + value, 0) / list.length]),
  )
}

const lesson = (means: TypeMeans): LearnedNetwork => ({
  pairs: pairCountsOf(means),
  patterns: networkStatisticsOf(means),
})

const minus = ({ pairs, patterns }: LearnedNetwork): LearnedNetwork => ({
  pairs: Object.fromEntries(
    Object.entries(pairs).map(([key, counts]): [string, PairCounts] => [
      key,
      {
        bothHigh: -counts.bothHigh,
        firstOnly: -counts.firstOnly,
        secondOnly: -counts.secondOnly,
        bothLow: -counts.bothLow,
      },
    ]),
  ),
  patterns: Object.fromEntries(
    Object.entries(patterns).map(([key, { n, sum, products }]): [string, PatternStatistics] => [
      key,
      { n: -n, sum: sum.map((x) => -x), products: products.map((x) => -x) },
    ]),
  ),
})

const plus = (a: LearnedNetwork, b: LearnedNetwork): LearnedNetwork => ({
  pairs: mergePairStatistics(a.pairs, b.pairs),
  patterns: mergeNetworkStatistics(a.patterns, b.patterns),
})

/** Adds one delta: the molecule's old lesson is taken back, the new one added. Deltas commute. */
export function applyDelta(network: LearnedNetwork, delta: NetworkDelta): LearnedNetwork {
  const without = delta.before === null ? network : plus(network, minus(lesson(delta.before)))
  return plus(without, lesson(delta.after))
}

/** The delta by which a molecule teaches its present values, or null when it has nothing new to say. */
export function deltaOf(taught: TypeMeans | null, present: TypeMeans): NetworkDelta | null {
  const same =
    taught !== null &&
    Object.keys(taught).length === Object.keys(present).length &&
    Object.entries(present).every(([type, value]) => taught[type] === value)
  return same || (taught === null && Object.keys(present).length === 0)
    ? null
    : { before: taught, after: present }
}

/** How many pair statistics a delta touches: those of every two types that it has or had a value of. */
export function touchedPairs({ before, after }: NetworkDelta): number {
  return new Set([...Object.keys(pairCountsOf(before ?? {})), ...Object.keys(pairCountsOf(after))]).size
}
