import { type EvidenceItem, groupKey } from '../evidence/evidence-item.ts'
import { type CombinationParameters, combineGroup, DEFAULT_COMBINATION } from '../inference/combine.ts'
import { itemEvidence, typeModel } from '../inference/item-evidence.ts'
import { type LearnedModel, untrainedModel } from '../inference/learned-model.ts'
import { learnRecalibration } from '../inference/recalibration.ts'
import { logSumExp } from '../inference/rivals.ts'
import { type CoefficientPrior, fitLogistic, type LogisticFit } from '../numerics/logistic-regression.ts'
import type { LabelledObservation, TableCounts } from './learn-tables.ts'

/** Minimum number of labels of each kind to learn weights and correlations. Below it the defaults are used. */
const LEAST_LABELS_PER_KIND = 10

/**
 * Start values of the parameters in which the likelihood is not convex, close to what library spectra give: the
 * best match represents its group.
 */
const START = {
  supportCorrelation: 1,
  oppositionCorrelation: 0.3,
  neutralShift: 0.5,
  qualityWeight: 0.5,
} satisfies Partial<CombinationParameters>

/** Grid of each of these parameters, searched one at a time. β, ℓ₀ and the rival weights are convex given them. */
const SHIFTS = [0, 0.25, 1]
const QUALITY_WEIGHTS = [0, 0.25, 0.75]
const SUPPORT_CORRELATIONS = [0.5, 0.7, 0.9]
const OPPOSITION_CORRELATIONS = [0, 0.15, 0.5, 0.8]

/**
 * Minimum gain in log-likelihood to change a parameter: half the 99.9 % point of χ²₁, for about a dozen tests.
 * With smaller gains the held-out folds got worse (selection noise).
 */
const LEAST_GAIN = 5.41

const RIVAL_ITERATIONS = 8

type Shape = Omit<CombinationParameters, 'supportScale' | 'oppositionScale'>

const INTERCEPT: CoefficientPrior = { mean: 0, precision: 0.01, nonNegative: false }
/** Prior of β: N(1, 10) truncated at 0, a weak pull towards using the tables unscaled. */
const SCALE: CoefficientPrior = { mean: 1, precision: 0.1, nonNegative: true }

/** Returns the sums of the discounted support and (negative) opposition of a type's groups, with β = 1. */
function sides(groups: readonly Float64Array[], shape: Shape): [number, number] {
  let support = 0
  let opposition = 0
  for (const lambdas of groups) {
    const { shares } = combineGroup(lambdas, { ...shape, supportScale: 1, oppositionScale: 1 })
    for (const share of shares) {
      if (share > 0) support += share
      else opposition += share
    }
  }
  return [support, opposition]
}

/** Returns, per observation, the λ of each group of one type for a shift and a quality weight. */
function lambdasOf(
  observations: readonly LabelledObservation[],
  type: string,
  counts: TableCounts,
  shape: Shape,
): Float64Array[][] {
  const model: LearnedModel = {
    ...untrainedModel,
    ...counts,
    combination: { [type]: { ...DEFAULT_COMBINATION, ...shape } },
  }
  const reader = typeModel(model, type, { family: 'triangular' })
  return observations.map(({ items }) => {
    const groups = new Map<string, number[]>()
    for (const item of items as readonly EvidenceItem[]) {
      if (item.type !== type) continue
      const key = groupKey(item)
      const lambda = itemEvidence(reader, item.value, item.uncertainty, item.quality).lambda
      const list = groups.get(key)
      if (list === undefined) groups.set(key, [lambda])
      else list.push(lambda)
    }
    return Array.from(groups.values(), (list) => Float64Array.from(list))
  })
}

/** Returns the indices of the rivals of each observation. */
function rivalIndices(observations: readonly LabelledObservation[]): number[][] {
  const byId = new Map<string, number[]>()
  observations.forEach(({ observationId }, i) => {
    if (observationId !== undefined) byId.set(observationId, [...(byId.get(observationId) ?? []), i])
  })
  return observations.map(({ observationId }, i) =>
    observationId === undefined ? [] : byId.get(observationId)!.filter((j) => j !== i),
  )
}

interface Design {
  readonly features: Float64Array
  readonly priors: readonly CoefficientPrior[]
}

/** Builds the design matrix: 1, then support and opposition per type. */
function designMatrix(columns: readonly (readonly [number, number])[][]): Design {
  const rows = columns[0]?.length ?? 0
  const width = 1 + 2 * columns.length
  const features = new Float64Array(rows * width)
  for (let r = 0; r < rows; r += 1) {
    let at = r * width
    features[at] = 1
    at += 1
    for (const column of columns) {
      features[at] = column[r]![0]
      features[at + 1] = column[r]![1]
      at += 2
    }
  }
  return { features, priors: [INTERCEPT, ...columns.flatMap(() => [SCALE, SCALE])] }
}

/**
 * Learns ℓ₀, β, ρ, shift and quality weight per type, and the weights of rivals, from labelled observations.
 *
 * 1. Maximum a posteriori logistic regression on the discounted sums. 2. Coordinate descent over small grids for
 * the parameters that are not convex. 3. Iteration to a fixed point, because the log-odds of the rivals come
 * from their own evidence under the same coefficients.
 *
 * With fewer than ten labels of a kind it learns the tables only and keeps the other defaults.
 */
export function learnModel(
  observations: readonly LabelledObservation[],
  counts: TableCounts,
  version: number,
): LearnedModel {
  const base: LearnedModel = {
    ...untrainedModel,
    ...counts,
    version,
    calibration: { by: observations.length > 0 ? 'labels' : 'nothing', labels: observations.length },
  }
  const positives = observations.filter((o) => o.label).length
  if (Math.min(positives, observations.length - positives) < LEAST_LABELS_PER_KIND) return base
  const labels = Float64Array.from(observations, (o) => (o.label ? 1 : 0))
  const types = [...new Set(observations.flatMap((o) => o.items.map((item) => item.type)))].sort()
  // Only items in groups can be shifted by their correlation, so only their types start with a shift.
  const isGrouped = (type: string): boolean =>
    observations.some((o) => o.items.filter((item) => item.type === type).length > 1)
  const startOf = (type: string): Shape => ({
    ...START,
    neutralShift: isGrouped(type) ? START.neutralShift : 0,
    qualityWeight: counts.qualityTables[type] === undefined ? 0 : START.qualityWeight,
  })
  const shapes = new Map<string, Shape>(types.map((type) => [type, startOf(type)]))
  const cache = new Map<string, Float64Array[][]>()
  const columnOf = (type: string, shape: Shape): [number, number][] => {
    // Correlations do not change λ, so most candidates share it.
    const key = `${type}\u0000${shape.neutralShift}\u0000${shape.qualityWeight}`
    const lambdas = cache.get(key) ?? lambdasOf(observations, type, counts, shape)
    cache.set(key, lambdas)
    return lambdas.map((groups) => sides(groups, shape))
  }
  const columns = types.map((type) => columnOf(type, shapes.get(type)!))
  let best = fit(designMatrix(columns), labels)

  for (let sweep = 0; sweep < 2; sweep += 1) {
    types.forEach((type, index) => {
      const candidates: Partial<Shape>[][] = [SHIFTS.map((neutralShift) => ({ neutralShift }))]
      if (counts.qualityTables[type] !== undefined) {
        candidates.push(QUALITY_WEIGHTS.map((qualityWeight) => ({ qualityWeight })))
      }
      if (isGrouped(type)) {
        candidates.push(SUPPORT_CORRELATIONS.map((supportCorrelation) => ({ supportCorrelation })))
        candidates.push(OPPOSITION_CORRELATIONS.map((oppositionCorrelation) => ({ oppositionCorrelation })))
      }
      for (const change of candidates.flat()) {
        const shape = { ...shapes.get(type)!, ...change }
        const column = columnOf(type, shape)
        const trial = fit(designMatrix(columns.with(index, column)), labels, best.coefficients)
        if (trial.loss < best.loss - LEAST_GAIN) {
          best = trial
          shapes.set(type, shape)
          columns[index] = column
        }
      }
    })
  }
  return modelFrom(base, types, shapes, columns, labels, best, rivalIndices(observations))
}

function fit(design: Design, labels: Float64Array, start?: ArrayLike<number>): LogisticFit {
  return fitLogistic(design.features, labels, design.priors, undefined, start)
}

function modelFrom(
  base: LearnedModel,
  types: readonly string[],
  shapes: ReadonlyMap<string, Shape>,
  columns: (readonly [number, number])[][],
  labels: Float64Array,
  first: LogisticFit,
  rivalsOf: readonly number[][],
): LearnedModel {
  let coefficients = first.coefficients
  let against = new Float64Array(labels.length)
  if (rivalsOf.some((list) => list.length > 0)) {
    const design = designMatrix(columns)
    for (let iteration = 0; iteration < RIVAL_ITERATIONS; iteration += 1) {
      const own = ownLogOdds(columns, coefficients)
      against = Float64Array.from(rivalsOf, (list) =>
        list.length === 0 ? 0 : -logSumExp([0, ...list.map((j) => own[j]!)]),
      )
      coefficients = fitLogistic(design.features, labels, design.priors, against, coefficients).coefficients
    }
  }
  const logOdds = ownLogOdds(columns, coefficients).map((own, r) => own + against[r]!)
  return {
    ...base,
    recalibration: learnRecalibration(logOdds, labels),
    priorLogOdds: coefficients[0]!,
    calibration: { by: 'labels', labels: labels.length },
    combination: Object.fromEntries(
      types.map((type, i) => [
        type,
        {
          ...shapes.get(type)!,
          supportScale: coefficients[1 + 2 * i]!,
          oppositionScale: coefficients[2 + 2 * i]!,
        },
      ]),
    ),
  }
}

function ownLogOdds(
  columns: readonly (readonly [number, number])[][],
  coefficients: Float64Array,
): Float64Array {
  const rows = columns[0]?.length ?? 0
  return Float64Array.from({ length: rows }, (_, r) => {
    let sum = coefficients[0]!
    columns.forEach((column, i) => {
      sum += coefficients[1 + 2 * i]! * column[r]![0] + coefficients[2 + 2 * i]! * column[r]![1]
    })
    return sum
  })
}
