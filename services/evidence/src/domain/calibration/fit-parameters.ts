import { type CombinationParameters, DEFAULT_COMBINATION } from '../inference/combine.ts'
import { fitShares, type GaussianPrior, type SharesFit } from '../numerics/merged-shares.ts'
import { parameterPrior, type TypeSlot } from './parameter-prior.ts'
import { choiceOf, marginalChoices, type PreparedCandidate, type Shapes } from './prepared-candidates.ts'

/**
 * Correlations at which a fit starts: the best match represents its group, and opposition adds up slowly, as in library
 * spectra. The likelihood has several optima, and the one from here ranked held-out candidates best.
 */
const START: CombinationParameters = { supportCorrelation: 1, oppositionCorrelation: 0.3 }

/** Correlations that are tried for types with several items in a group. */
const SHAPES: readonly CombinationParameters[] = [
  DEFAULT_COMBINATION,
  { supportCorrelation: 1, oppositionCorrelation: 1 },
  { supportCorrelation: 0.3, oppositionCorrelation: 0.3 },
  { supportCorrelation: 0.9, oppositionCorrelation: 0.6 },
]

/**
 * Minimum gain in log-likelihood to change correlations: half the 99.9 % point of χ²₁. With smaller gains the choice
 * differs between samples of the same data, which costs more than it gains.
 */
const LEAST_GAIN = 5.41

/** Number of fits in which signs and order of the items follow the levels. */
const ROUNDS = 3

/** Fitted parameters with the correlations they were fitted under. */
export interface Trained {
  readonly fit: SharesFit
  readonly shapes: Shapes
}

/** Fits the parameters under given correlations; signs and order follow the levels for a few rounds. */
export function fitRounds(
  candidates: readonly PreparedCandidate[][],
  slots: readonly TypeSlot[],
  prior: GaussianPrior,
  shapes: Shapes,
  start: Float64Array,
  rounds = ROUNDS,
): SharesFit {
  let fit: SharesFit | undefined
  for (let round = 0; round < rounds; round += 1) {
    const theta: Float64Array = fit?.parameters ?? start
    const choices = candidates.map((list) => choiceOf(list, theta, shapes))
    fit = fitShares([...choices, ...marginalChoices(choices, slots)], prior, theta)
  }
  return fit!
}

/** Fits the parameters, then the correlations of each type with several items in a group. */
export function train(candidates: readonly PreparedCandidate[][], slots: readonly TypeSlot[]): Trained {
  const prior = parameterPrior(slots)
  const grouped = new Set(
    candidates.flatMap((list) =>
      list.flatMap((c) => c.groups.filter((g) => g.items.length > 1).map((g) => g.slot.type)),
    ),
  )
  let shapes: Shapes = new Map(
    slots.map(({ type }) => [type, grouped.has(type) ? START : DEFAULT_COMBINATION]),
  )
  let fit = fitRounds(candidates, slots, prior, shapes, prior.mean)
  for (const type of grouped) {
    for (const shape of SHAPES) {
      const trial = new Map(shapes).set(type, shape)
      const next = fitRounds(candidates, slots, prior, trial, fit.parameters, 1)
      if (next.loss < fit.loss - LEAST_GAIN) {
        fit = next
        shapes = trial
      }
    }
  }
  return { fit, shapes }
}
