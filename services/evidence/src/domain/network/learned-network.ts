import {
  mergeNetworkStatistics,
  type NetworkStatistics,
  networkStatisticsOf,
  type PatternStatistics,
} from './network-learning.ts'
import { mergePairStatistics, type PairCounts, type PairStatistics, pairCountsOf } from './pair-statistics.ts'

/** Mean value of each evidence type of one molecule, in [0, 1], from which the network learns. */
export type TypeMeans = Readonly<Record<string, number>>

/** Statistics of evidence types learned from the molecules of an organization. Plain data that merges by addition. */
export interface LearnedNetwork {
  /** Counts of types that are high together. */
  readonly pairs: PairStatistics
  /** Sums and products of values, per set of types present. */
  readonly patterns: NetworkStatistics
}

/** Network without any learned statistics. */
export const untaughtNetwork: LearnedNetwork = { pairs: {}, patterns: {} }

/** New contribution of a molecule and the one that it replaces. */
export interface NetworkDelta {
  readonly before: TypeMeans | null
  readonly after: TypeMeans
}

/** Returns the mean value per type of a molecule's items. */
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

/** Applies a delta: subtracts the old contribution of the molecule and adds the new one. Deltas commute. */
export function applyDelta(network: LearnedNetwork, delta: NetworkDelta): LearnedNetwork {
  const without = delta.before === null ? network : plus(network, minus(lesson(delta.before)))
  return plus(without, lesson(delta.after))
}

/** Returns the delta from the last contribution of a molecule to its present values, or null without a change. */
export function deltaOf(taught: TypeMeans | null, present: TypeMeans): NetworkDelta | null {
  const same =
    taught !== null &&
    Object.keys(taught).length === Object.keys(present).length &&
    Object.entries(present).every(([type, value]) => taught[type] === value)
  return same || (taught === null && Object.keys(present).length === 0)
    ? null
    : { before: taught, after: present }
}

/** Returns the number of pair statistics that a delta changes: all pairs of types before or after. */
export function touchedPairs({ before, after }: NetworkDelta): number {
  return new Set([...Object.keys(pairCountsOf(before ?? {})), ...Object.keys(pairCountsOf(after))]).size
}
