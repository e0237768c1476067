import { internalTerms } from '../fuzzy/term-sets.ts'
import { DEFAULT_COMBINATION } from './combine.ts'
import {
  DEFAULT_SOURCE_SPREAD,
  type LearnedModel,
  type TypeParameters,
  untrainedModel,
} from './learned-model.ts'
import { presetLevels } from './type-kinds.ts'

/** Counts of a term under both hypotheses, as models of algorithm version 1 stored them. */
interface StoredCounts {
  readonly whenTrue: readonly number[]
  readonly whenFalse: readonly number[]
}

/** Model as algorithm version 1 stored it; fields that are not read are left out. */
interface FirstModel {
  readonly version: number
  readonly priorLogOdds: number
  readonly tables: Readonly<Record<string, StoredCounts>>
  readonly combination: Readonly<
    Record<
      string,
      {
        readonly supportScale: number
        readonly oppositionScale: number
        readonly supportCorrelation: number
        readonly oppositionCorrelation: number
        readonly neutralShift: number
      }
    >
  >
  readonly recalibration: {
    readonly intercept: number
    readonly slope: number
    readonly bends: readonly number[]
  }
}

/** Strength and end odds of the Dirichlet prior that version 1 added to its counts. */
const FIRST_STRENGTH = 10
const FIRST_END_ODDS = 9

/**
 * Reads a stored model. Models of algorithm version 1 are converted: λ of their tables, scaled, shifted and with the
 * mean slope of their recalibration, becomes the levels. Their bounds are those before labels, until the next fit.
 */
export function readStoredModel(stored: LearnedModel | FirstModel): LearnedModel {
  if (!('tables' in stored)) return { ...untrainedModel, ...stored }
  const { intercept, slope, bends } = stored.recalibration
  // The map's rise from −3 to 3: beyond its knots −2, 0 and 2 each bend acts on 5, 3 and 1.
  const rise = slope + (5 * (bends[0] ?? 0) + 3 * (bends[1] ?? 0) + (bends[2] ?? 0)) / 6
  const atZero = intercept + 2 * (bends[0] ?? 0)
  return {
    ...untrainedModel,
    version: stored.version,
    priorLogOdds: atZero + rise * stored.priorLogOdds,
    types: Object.fromEntries(
      Object.entries(stored.tables).map(([type, counts]) => [type, convertType(stored, type, counts, rise)]),
    ),
    calibration: { by: stored.version > 0 ? 'labels' : 'nothing', labels: 0 },
  }
}

function convertType(stored: FirstModel, type: string, counts: StoredCounts, rise: number): TypeParameters {
  const { centers } = internalTerms.triangular[9]
  const tilt = centers.map((c) => FIRST_END_ODDS ** (c - 0.5))
  const sum = tilt.reduce((a, b) => a + b, 0)
  const prior = tilt.map((x) => (FIRST_STRENGTH * x) / sum)
  const right = counts.whenTrue.map((x, t) => x + prior[t]!)
  const wrong = counts.whenFalse.map((x, t) => x + prior.at(-1 - t)!)
  const total = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0)
  const combined = stored.combination[type]
  const levels = presetLevels(type).map((_, t) => {
    const lambda =
      Math.log(right[t]! / total(right) / (wrong[t]! / total(wrong))) + (combined?.neutralShift ?? 0)
    const scale = lambda > 0 ? combined?.supportScale : combined?.oppositionScale
    return rise * (scale ?? 1) * lambda
  })
  return {
    levels,
    qualityLevels: [],
    supportCorrelation: combined?.supportCorrelation ?? DEFAULT_COMBINATION.supportCorrelation,
    oppositionCorrelation: combined?.oppositionCorrelation ?? DEFAULT_COMBINATION.oppositionCorrelation,
    sourceSpread: DEFAULT_SOURCE_SPREAD,
  }
}
