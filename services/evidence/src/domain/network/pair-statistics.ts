/** Number of molecules in which both, one or neither of two evidence types was high. Counts merge by addition. */
export interface PairCounts {
  readonly bothHigh: number
  /** First type (in alphabetical order) high, second low. */
  readonly firstOnly: number
  readonly secondOnly: number
  readonly bothLow: number
}

/** Keyed by `pairKey`. */
export type PairStatistics = Readonly<Record<string, PairCounts>>

/** Mean value from which a type counts as high for a molecule. */
const HIGH_VALUE = 0.5
/** θ: smallest probability of a learned relationship. */
const LEARNED_RELATIONSHIP_THRESHOLD = 0.8
/** Minimum number of molecules for a learned relationship. */
const LEAST_PAIR_COUNT = 20

/** Returns the key of two types, in either order. */
export function pairKey(a: string, b: string): string {
  return a < b ? `${a}\u0000${b}` : `${b}\u0000${a}`
}

/** Returns the counts of one molecule from its mean value per type. */
export function pairCountsOf(meanByType: Readonly<Record<string, number>>): Record<string, PairCounts> {
  const types = Object.keys(meanByType).sort()
  const out: Record<string, PairCounts> = {}
  types.forEach((first, i) => {
    for (const second of types.slice(i + 1)) {
      const a = meanByType[first]! >= HIGH_VALUE
      const b = meanByType[second]! >= HIGH_VALUE
      out[pairKey(first, second)] = {
        bothHigh: a && b ? 1 : 0,
        firstOnly: a && !b ? 1 : 0,
        secondOnly: !a && b ? 1 : 0,
        bothLow: !a && !b ? 1 : 0,
      }
    }
  })
  return out
}

/** Adds two sets of pair counts; commutative and associative. */
export function mergePairStatistics(a: PairStatistics, b: PairStatistics): PairStatistics {
  const out: Record<string, PairCounts> = { ...a }
  for (const [key, counts] of Object.entries(b)) {
    const held = out[key]
    out[key] =
      held === undefined
        ? counts
        : {
            bothHigh: held.bothHigh + counts.bothHigh,
            firstOnly: held.firstOnly + counts.firstOnly,
            secondOnly: held.secondOnly + counts.secondOnly,
            bothLow: held.bothLow + counts.bothLow,
          }
  }
  return out
}

/** Returns the lower and upper 95 % bound of a proportion (Wilson, JASA 22 (1927) 209–212), in [0, 1]. */
function wilsonBounds(successes: number, trials: number): readonly [number, number] {
  if (trials === 0) return [0, 1]
  const z = 1.959963984540054
  const p = successes / trials
  const centre = p + (z * z) / (2 * trials)
  const spread = z * Math.sqrt((p * (1 - p)) / trials + (z * z) / (4 * trials * trials))
  const scale = 1 + (z * z) / trials
  return [Math.max(0, (centre - spread) / scale), Math.min(1, (centre + spread) / scale)]
}

/** Directed relationship between types, supported by the data of many molecules. */
export interface LearnedRelationship {
  readonly kind: 'requires' | 'implies'
  readonly source: string
  readonly target: string
  /** Wilson bound that passed the threshold, in [θ, 1]. */
  readonly strength: number
}

/**
 * Returns the learned relationship of two types, if any. requires(i, j): upper bound of P(i high | j low) ≤ 1 − θ.
 * implies(i, j): lower bound of P(j high | i high) ≥ θ with a lift above 1. `requires` has precedence over
 * `implies`; of two directions the stronger one is returned.
 */
export function learnedRelationship(
  statistics: PairStatistics,
  a: string,
  b: string,
): LearnedRelationship | undefined {
  const counts = statistics[pairKey(a, b)]
  if (counts === undefined || a === b) return undefined
  const [first, second] = a < b ? [a, b] : [b, a]
  const { bothHigh, firstOnly, secondOnly, bothLow } = counts
  const n = bothHigh + firstOnly + secondOnly + bothLow
  if (n < LEAST_PAIR_COUNT) return undefined
  const theta = LEARNED_RELATIONSHIP_THRESHOLD
  const stronger = (x: LearnedRelationship, y: LearnedRelationship): LearnedRelationship =>
    y.strength > x.strength ? y : x
  const requires = stronger(
    {
      kind: 'requires',
      source: first,
      target: second,
      strength: 1 - wilsonBounds(firstOnly, firstOnly + bothLow)[1],
    },
    {
      kind: 'requires',
      source: second,
      target: first,
      strength: 1 - wilsonBounds(secondOnly, secondOnly + bothLow)[1],
    },
  )
  if (requires.strength >= theta) return requires
  const implies = stronger(
    {
      kind: 'implies',
      source: first,
      target: second,
      strength: wilsonBounds(bothHigh, bothHigh + firstOnly)[0],
    },
    {
      kind: 'implies',
      source: second,
      target: first,
      strength: wilsonBounds(bothHigh, bothHigh + secondOnly)[0],
    },
  )
  const lift = (bothHigh * n) / Math.max(1e-12, (bothHigh + firstOnly) * (bothHigh + secondOnly))
  return implies.strength >= theta && lift > 1 ? implies : undefined
}

/** Returns all learned relationships, sorted by key. */
export function learnedRelationships(statistics: PairStatistics): LearnedRelationship[] {
  return Object.keys(statistics)
    .sort()
    .flatMap((key) => {
      const [a, b] = key.split('\u0000') as [string, string]
      return learnedRelationship(statistics, a, b) ?? []
    })
}
