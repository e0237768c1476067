import { type ChildScores, SURVEY_INDICES } from './score-child.ts'

/** Cut-offs in SD below and above which a share is reported. */
export const CUT_OFFS = [-3, -2, -1, 1, 2, 3] as const
export type CutOff = (typeof CUT_OFFS)[number]

/** What of a survey's design an analysis uses. */
export interface DesignUse {
  readonly strata: boolean
  readonly clusters: boolean
  readonly weights: boolean
}

/** Shares of both indices together: height for age below −2 and weight for height beyond its cut-off. */
export const COMBINED = ['stunted_and_wasted', 'stunted_and_overweight'] as const

const INDICES = SURVEY_INDICES.length

/*
 * Sums of one group within one unit, as one array of numbers. Per index: the weights of the seven intervals between
 * the cut-offs, the weight of the children with a z-score, and their weighted sum of z; then, for both indices
 * together, the weight of all children, of those stunted and wasted, and of those stunted and overweight.
 */
const INTERVALS = CUT_OFFS.length + 1
const Z_WEIGHT = INTERVALS
const Z_SUM = INTERVALS + 1
const PER_INDEX = INTERVALS + 2
const BOTH = INDICES * PER_INDEX
const SUMS = BOTH + 1 + COMBINED.length
/* The same with squared weights, and once more z² after each index's sums. */
const Z_SQUARES = PER_INDEX
const SQUARED_PER_INDEX = PER_INDEX + 1
const SQUARED_BOTH = INDICES * SQUARED_PER_INDEX
const SQUARED = SQUARED_BOTH + 1 + COMBINED.length

/** Which interval between the cut-offs holds z: 0 is below −3, 6 above 3. Shares are strictly beyond a cut-off. */
function intervalOf(z: number): number {
  if (z < 0) return z < -3 ? 0 : z < -2 ? 1 : z < -1 ? 2 : 3
  return z > 3 ? 6 : z > 2 ? 5 : z > 1 ? 4 : 3
}

/** Intervals that a share counts: from the first one up to a negative cut-off, from a positive one to the last. */
const beyond = CUT_OFFS.map((cutOff, i) => (cutOff < 0 ? [0, i] : [i + 1, INTERVALS - 1]) as [number, number])

/** A share or a mean to be estimated: which index, and a position among its cut-offs, its mean, or both indices. */
export type Measure =
  | { readonly kind: 'share'; readonly index: number; readonly cutOff: number }
  | { readonly kind: 'mean'; readonly index: number }
  | { readonly kind: 'combined'; readonly which: number }

/** Sums of one group over its children: how many, and what the standard deviation needs. */
export interface GroupTotals {
  /** Children in the denominator of each index, then of both indices together. */
  readonly children: Float64Array
  /** Children with a z-score of each index, and their weighted sum of z². */
  readonly scored: Float64Array
  readonly zSquares: Float64Array
  readonly sums: Float64Array
}

const newTotals = (): GroupTotals => ({
  children: new Float64Array(INDICES + 1),
  scored: new Float64Array(INDICES),
  zSquares: new Float64Array(INDICES),
  sums: new Float64Array(SUMS),
})

/** A primary sampling unit, or all children of a stratum where each is a unit of its own. */
interface Unit {
  readonly sums: Map<number, Float64Array>
  isWeighted: boolean
}
interface Stratum {
  readonly clusters: Map<string, Unit>
  /** Sums of squares of single children; kept only while there are no clusters. */
  readonly squares: Map<number, Float64Array>
  readonly pooled: Unit
  children: number
  weightedChildren: number
}

/** More sums of a group in a cluster than this would not fit into memory (about 100 MB): standard errors are then not given. */
const MAX_CLUSTER_SUMS = 300_000

const arrayOf = (map: Map<number, Float64Array>, key: number, size: number): Float64Array => {
  const known = map.get(key)
  if (known) return known
  const made = new Float64Array(size)
  map.set(key, made)
  return made
}

function addSums(sums: Float64Array, scores: ChildScores, w: number): void {
  for (let i = 0; i < INDICES; i++) {
    const at = i * PER_INDEX
    if (scores.severe[i]) sums[at] = sums[at]! + w
    else if (isCounted(scores, i)) {
      const z = scores.z[i]!
      const bin = at + intervalOf(z)
      sums[bin] = sums[bin]! + w
      sums[at + Z_WEIGHT] = sums[at + Z_WEIGHT]! + w
      sums[at + Z_SUM] = sums[at + Z_SUM]! + w * z
    }
  }
  if (scores.combined === undefined) return
  sums[BOTH] = sums[BOTH]! + w
  if (scores.combined === 'wasted') sums[BOTH + 1] = sums[BOTH + 1]! + w
  if (scores.combined === 'overweight') sums[BOTH + 2] = sums[BOTH + 2]! + w
}

function addSquares(squares: Float64Array, scores: ChildScores, w: number): void {
  const w2 = w * w
  for (let i = 0; i < INDICES; i++) {
    const at = i * SQUARED_PER_INDEX
    if (scores.severe[i]) squares[at] = squares[at]! + w2
    else if (isCounted(scores, i)) {
      const z = scores.z[i]!
      const bin = at + intervalOf(z)
      squares[bin] = squares[bin]! + w2
      squares[at + Z_WEIGHT] = squares[at + Z_WEIGHT]! + w2
      squares[at + Z_SUM] = squares[at + Z_SUM]! + w2 * z
      squares[at + Z_SQUARES] = squares[at + Z_SQUARES]! + w2 * z * z
    }
  }
  if (scores.combined === undefined) return
  squares[SQUARED_BOTH] = squares[SQUARED_BOTH]! + w2
  if (scores.combined === 'wasted') squares[SQUARED_BOTH + 1] = squares[SQUARED_BOTH + 1]! + w2
  if (scores.combined === 'overweight') squares[SQUARED_BOTH + 2] = squares[SQUARED_BOTH + 2]! + w2
}

function addTotals(totals: GroupTotals, scores: ChildScores, w: number): void {
  for (let i = 0; i < INDICES; i++) {
    const counted = isCounted(scores, i)
    if (!counted && !scores.severe[i]) continue
    totals.children[i] = totals.children[i]! + 1
    if (!counted || scores.severe[i]) continue
    const z = scores.z[i]!
    totals.scored[i] = totals.scored[i]! + 1
    totals.zSquares[i] = totals.zSquares[i]! + w * z * z
  }
  if (scores.combined !== undefined) totals.children[INDICES] = totals.children[INDICES]! + 1
  addSums(totals.sums, scores, w)
}

const isCounted = ({ z, flagged }: ChildScores, i: number): boolean => z[i] !== undefined && !flagged[i]

const sumOf = (sums: Float64Array, from: number, to: number): number => {
  let sum = 0
  for (let i = from; i <= to; i++) sum += sums[i]!
  return sum
}

/** Weight of a measure's denominator and its weighted sum, out of the sums of a unit or a group. */
function readSums(sums: Float64Array, measure: Measure): { weight: number; sum: number } {
  switch (measure.kind) {
    case 'share': {
      const at = measure.index * PER_INDEX
      const [first, last] = beyond[measure.cutOff]!
      return {
        weight: sumOf(sums, at, at + INTERVALS - 1),
        sum: sumOf(sums, at + first, at + last),
      }
    }
    case 'mean': {
      const at = measure.index * PER_INDEX
      return { weight: sums[at + Z_WEIGHT]!, sum: sums[at + Z_SUM]! }
    }
    case 'combined':
      return { weight: sums[BOTH]!, sum: sums[BOTH + 1 + measure.which]! }
  }
}

/** Σw²(x − m)² of a measure over children that are units of their own. */
function readSquares(squares: Float64Array, measure: Measure, mean: number): number {
  const about = (weight: number, sum: number, square: number) =>
    Math.max(0, square - 2 * mean * sum + mean * mean * weight)
  switch (measure.kind) {
    case 'share': {
      const at = measure.index * SQUARED_PER_INDEX
      const [first, last] = beyond[measure.cutOff]!
      const sum = sumOf(squares, at + first, at + last)
      return about(sumOf(squares, at, at + INTERVALS - 1), sum, sum)
    }
    case 'mean': {
      const at = measure.index * SQUARED_PER_INDEX
      return about(squares[at + Z_WEIGHT]!, squares[at + Z_SUM]!, squares[at + Z_SQUARES]!)
    }
    case 'combined': {
      const sum = squares[SQUARED_BOTH + 1 + measure.which]!
      return about(squares[SQUARED_BOTH]!, sum, sum)
    }
  }
}

/** What one measure of one group comes to. Shares are fractions; the standard error is NaN where it is not known. */
export interface Estimate {
  readonly weight: number
  readonly mean: number
  readonly standardError: number
}

/**
 * Accumulates a survey by stratum, cluster and group, and estimates shares and means with the linearised variance of a
 * ratio over the whole design, each group being a domain of it (Binder 1983, Int Stat Rev 51:279–292). A stratum with
 * one cluster adds the square of its total, centred on the overall mean. Memory grows with clusters × groups, not with
 * the children.
 */
export function accumulateDesign(use: DesignUse) {
  const strata = new Map<string, Stratum>()
  const groups = new Map<number, GroupTotals>()
  let onlyCluster: string | undefined
  let hasClusters = false
  let clusterSums = 0
  let isFull = false

  const stratumOf = (name: string): Stratum => {
    const known = strata.get(name)
    if (known) return known
    const made: Stratum = {
      clusters: new Map(),
      squares: new Map(),
      pooled: { sums: new Map(), isWeighted: false },
      children: 0,
      weightedChildren: 0,
    }
    strata.set(name, made)
    return made
  }
  const clusterOf = (stratum: Stratum, name: string): Unit => {
    const known = stratum.clusters.get(name)
    if (known) return known
    const made: Unit = { sums: new Map(), isWeighted: false }
    stratum.clusters.set(name, made)
    return made
  }
  const countClusters = (cluster: string | undefined) => {
    if (hasClusters || cluster === undefined) return
    if (onlyCluster === undefined) onlyCluster = cluster
    else if (cluster !== onlyCluster) {
      // From here on children are not units of their own, and their squares are never needed.
      hasClusters = true
      for (const { squares, pooled } of strata.values()) {
        squares.clear()
        pooled.sums.clear()
      }
    }
  }

  return {
    add(
      child: {
        readonly stratum?: string | undefined
        readonly cluster?: string | undefined
        readonly weight: number
      },
      scores: ChildScores,
      members: readonly number[],
    ) {
      const stratum = stratumOf(use.strata ? (child.stratum ?? '') : '')
      const w = child.weight
      stratum.children++
      if (w > 0) stratum.weightedChildren++
      if (use.clusters) countClusters(child.cluster)
      const unit = use.clusters ? clusterOf(stratum, child.cluster ?? '') : undefined
      if (unit && w > 0) unit.isWeighted = true
      for (const group of members) {
        let totals = groups.get(group)
        if (totals === undefined) {
          totals = newTotals()
          groups.set(group, totals)
        }
        addTotals(totals, scores, w)
        if (!hasClusters) {
          addSums(arrayOf(stratum.pooled.sums, group, SUMS), scores, w)
          addSquares(arrayOf(stratum.squares, group, SQUARED), scores, w)
        }
        if (unit === undefined || isFull) continue
        if (!unit.sums.has(group) && ++clusterSums > MAX_CLUSTER_SUMS) {
          isFull = true
          for (const { clusters } of strata.values()) for (const one of clusters.values()) one.sums.clear()
        } else addSums(arrayOf(unit.sums, group, SUMS), scores, w)
      }
    },

    totalsOf: (group: number): GroupTotals => groups.get(group) ?? newTotals(),

    /** How many clusters, strata and children there are, and whether there were too many clusters for standard errors. */
    counts: () => ({
      strata: strata.size,
      clusters: hasClusters
        ? [...strata.values()].reduce((sum, { clusters }) => sum + clusters.size, 0)
        : undefined,
      isFull: hasClusters && isFull,
    }),

    /** Clusters minus strata, over those with a weight above 0; children minus strata without clusters. */
    degreesOfFreedom(): number {
      let degrees = 0
      for (const { clusters, weightedChildren } of strata.values()) {
        const units = hasClusters
          ? [...clusters.values()].filter(({ isWeighted }) => isWeighted).length
          : weightedChildren
        if (units > 0) degrees += units - 1
      }
      return degrees
    },

    estimate(group: number, measure: Measure): Estimate {
      const { weight, sum } = readSums((groups.get(group) ?? newTotals()).sums, measure)
      const mean = sum / weight
      if (!(weight > 0) || (hasClusters && isFull)) return { weight, mean, standardError: Number.NaN }
      let variance = 0
      for (const { clusters, pooled, squares, children } of strata.values()) {
        const units = hasClusters ? clusters.size : children
        let total = 0
        let totalSquares = 0
        for (const unit of hasClusters ? clusters.values() : [pooled]) {
          const sums = unit.sums.get(group)
          if (sums === undefined) continue
          const part = readSums(sums, measure)
          const linearised = (part.sum - mean * part.weight) / weight
          total += linearised
          totalSquares += linearised * linearised
        }
        if (!hasClusters) {
          const own = squares.get(group)
          totalSquares = own === undefined ? 0 : readSquares(own, measure, mean) / (weight * weight)
        }
        variance +=
          units > 1 ? (units / (units - 1)) * (totalSquares - (total * total) / units) : totalSquares
      }
      return { weight, mean, standardError: Math.sqrt(Math.max(0, variance)) }
    },
  }
}
export type Design = ReturnType<typeof accumulateDesign>
