import { type Random, randomInteger } from '../numerics/random.ts'

/** Whether a dominates b: nowhere worse and somewhere better, where all objectives are maximised. */
export function dominates(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  let better = false
  for (let k = 0; k < a.length; k += 1) {
    if (a[k]! < b[k]!) return false
    if (a[k]! > b[k]!) better = true
  }
  return better
}

/**
 * Returns the points that no other point dominates, each score vector once (the first of equals), in the given
 * order.
 */
export function paretoFront<T>(points: readonly T[], scoresOf: (point: T) => ArrayLike<number>): T[] {
  // Sorted by descending sum, no point is dominated by a later one, so one pass against the front is enough.
  const ranked = points
    .map((point, index) => {
      const scores = scoresOf(point)
      let sum = 0
      for (let k = 0; k < scores.length; k += 1) sum += scores[k]!
      return { point, index, scores, sum }
    })
    .sort((a, b) => b.sum - a.sum || a.index - b.index)
  const front: typeof ranked = []
  for (const candidate of ranked) {
    const beaten = front.some(
      (f) => dominates(f.scores, candidate.scores) || sameScores(f.scores, candidate.scores),
    )
    if (!beaten) front.push(candidate)
  }
  // Rounding can make sums equal and hide a domination; a second pass is cheap.
  return front
    .filter((a) => !front.some((b) => b !== a && dominates(b.scores, a.scores)))
    .sort((a, b) => a.index - b.index)
    .map((f) => f.point)
}

function sameScores(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  for (let k = 0; k < a.length; k += 1) if (a[k] !== b[k]) return false
  return true
}

/** Problem over vectors of small whole numbers: gene i has values 0 … sizes[i] − 1. */
export interface DiscreteProblem {
  readonly sizes: readonly number[]
  /** Scores to maximise, or undefined if a constraint forbids the vector. */
  readonly evaluate: (genes: readonly number[]) => readonly number[] | undefined
}

/** Vector of genes with its scores. */
export interface Individual {
  readonly genes: readonly number[]
  readonly scores: readonly number[]
}

/** Returns whether the time limit was reached. */
export type Expired = () => boolean

const never: Expired = () => false

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b))

/**
 * Returns a stride near the golden section of n and coprime to it. Its multiples visit every residue, the first
 * ones far apart.
 */
function stride(n: number): number {
  let step = Math.max(1, Math.round(n * 0.618))
  while (greatestDivisor(step, n) !== 1) step += 1
  return step
}

/**
 * Returns every feasible vector, in counting order. The caller limits the product of the sizes. Visits them in
 * another order, starting with the largest value of every gene, so that the vectors seen before the time limit
 * cover the whole space.
 */
export function enumerateProblem(problem: DiscreteProblem, expired: Expired = never): Individual[] {
  const { sizes } = problem
  const total = sizes.reduce((a, b) => a * b, 1)
  const step = stride(total)
  const found = new Map<number, Individual>()
  let index = total - 1
  for (let visited = 0; visited < total && !expired(); visited += 1) {
    let rest = index
    const genes = sizes.map((size) => {
      const gene = rest % size
      rest = Math.floor(rest / size)
      return gene
    })
    const scores = problem.evaluate(genes)
    if (scores !== undefined) found.set(index, { genes, scores })
    index = (index + step) % total
  }
  return [...found].sort(([a], [b]) => a - b).map(([, individual]) => individual)
}

/** Options of `nsga2`. */
export interface NsgaOptions {
  readonly random: Random
  readonly populationSize?: number
  readonly generations?: number
  readonly expired?: Expired
}

/**
 * Finds non-dominated vectors with NSGA-II (Deb et al., IEEE Trans. Evolutionary Computation 6 (2002) 182–197):
 * non-dominated sorting, crowding distance, binary tournaments, uniform crossover, one expected mutation per
 * child. Archives all evaluated vectors, so nothing found is lost. Repeatable with the same random generator.
 */
export function nsga2(problem: DiscreteProblem, options: NsgaOptions): Individual[] {
  const { random, expired = never } = options
  const size = options.populationSize ?? 120
  const seen = new Map<string, Individual | undefined>()
  const evaluate = (genes: number[]): Individual | undefined => {
    const key = genes.join()
    if (seen.has(key)) return seen.get(key)
    const scores = problem.evaluate(genes)
    const individual = scores === undefined ? undefined : { genes, scores }
    seen.set(key, individual)
    return individual
  }
  const fresh = (): number[] => problem.sizes.map((n) => randomInteger(random, n))
  let population: Individual[] = []
  for (let tries = 0; population.length < size && tries < 20 * size && !expired(); tries += 1) {
    const individual = evaluate(fresh())
    if (individual !== undefined) population.push(individual)
  }
  for (
    let generation = 0;
    generation < (options.generations ?? 80) && population.length > 0 && !expired();
    generation += 1
  ) {
    const ranks = crowdedRanks(population)
    const pick = (): Individual => {
      const a = randomInteger(random, population.length)
      const b = randomInteger(random, population.length)
      return population[ranks[a]! <= ranks[b]! ? a : b]!
    }
    const children: Individual[] = []
    for (let c = 0; c < size && !expired(); c += 1) {
      const mother = pick().genes
      const father = pick().genes
      const genes = mother.map((gene, i) => {
        if (random() < 1 / mother.length) return randomInteger(random, problem.sizes[i]!)
        return random() < 0.5 ? gene : father[i]!
      })
      const child = evaluate(genes)
      if (child !== undefined) children.push(child)
    }
    const pool = [...new Set([...population, ...children])]
    const order = crowdedRanks(pool)
    population = pool
      .map((individual, i) => ({ individual, rank: order[i]! }))
      .sort((a, b) => a.rank - b.rank)
      .slice(0, size)
      .map((x) => x.individual)
  }
  return paretoFront(
    [...seen.values()].filter((x) => x !== undefined),
    (x) => x.scores,
  )
}

/** Returns the rank of each individual in the crowded-comparison order, 0 is best. */
function crowdedRanks(population: readonly Individual[]): Int32Array {
  const n = population.length
  const layer = new Int32Array(n)
  const crowding = new Float64Array(n)
  let remaining = Array.from({ length: n }, (_, i) => i)
  for (let depth = 0; remaining.length > 0; depth += 1) {
    const front = remaining.filter(
      (i) => !remaining.some((j) => dominates(population[j]!.scores, population[i]!.scores)),
    )
    for (const i of front) layer[i] = depth
    addCrowding(population, front, crowding)
    const inFront = new Set(front)
    remaining = remaining.filter((i) => !inFront.has(i))
  }
  const order = Array.from({ length: n }, (_, i) => i).sort(
    (a, b) => layer[a]! - layer[b]! || crowding[b]! - crowding[a]! || a - b,
  )
  const ranks = new Int32Array(n)
  order.forEach((i, rank) => {
    ranks[i] = rank
  })
  return ranks
}

function addCrowding(
  population: readonly Individual[],
  front: readonly number[],
  crowding: Float64Array,
): void {
  const objectives = population[front[0]!]!.scores.length
  for (let k = 0; k < objectives; k += 1) {
    const sorted = front.toSorted((a, b) => population[a]!.scores[k]! - population[b]!.scores[k]!)
    const span = population[sorted.at(-1)!]!.scores[k]! - population[sorted[0]!]!.scores[k]!
    crowding[sorted[0]!] = Number.POSITIVE_INFINITY
    crowding[sorted.at(-1)!] = Number.POSITIVE_INFINITY
    if (span <= 0) continue
    for (let i = 1; i < sorted.length - 1; i += 1) {
      const gap = population[sorted[i + 1]!]!.scores[k]! - population[sorted[i - 1]!]!.scores[k]!
      crowding[sorted[i]!] = crowding[sorted[i]!]! + gap / span
    }
  }
}

/**
 * Returns the volume that points dominate above the origin, with all scores in [0, 1] and maximised: recursive
 * slicing on the last objective (While et al., IEEE Trans. Evolutionary Computation 10 (2006) 29–38). Used by
 * tests to compare fronts.
 */
export function hypervolume(points: readonly (readonly number[])[]): number {
  if (points.length === 0) return 0
  const last = points[0]!.length - 1
  if (last === 0) return points.reduce((top, p) => Math.max(top, p[0]!), 0)
  const sorted = points.toSorted((a, b) => b[last]! - a[last]!)
  let volume = 0
  for (let i = 0; i < sorted.length; i += 1) {
    const depth = sorted[i]![last]! - (sorted[i + 1]?.[last] ?? 0)
    if (depth <= 0) continue
    const slice = paretoFront(
      sorted.slice(0, i + 1).map((p) => p.slice(0, last)),
      (p) => p,
    )
    volume += depth * hypervolume(slice)
  }
  return volume
}
