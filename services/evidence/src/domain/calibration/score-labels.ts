import { defaultFuzzyConfig } from '../fuzzy/fuzzy-config.ts'
import type { LearnedModel } from '../inference/learned-model.ts'
import { posterior } from '../inference/posterior.ts'
import type { LabelledObservation } from './labelled-observation.ts'
import { learnModel } from './learn-model.ts'
import type { Scored } from './report.ts'

/** Calibration uses evidence at age 0: labels have no date, and truth does not decay. */
const CONFIG = { ...defaultFuzzyConfig, decayEnabled: false }

/** Number of folds. Each fold is scored by a model that was learned from the others. */
const FOLDS = 5

/** Scores labelled candidates with a model. Candidates with the same observation are rivals, labelled or not. */
export function scoreObservations(
  observations: readonly LabelledObservation[],
  model: LearnedModel,
  nowMs: number,
): Scored[] {
  const own = observations.map(({ items }) => posterior(items, CONFIG, model, { nowMs }).logOdds)
  const claims = Map.groupBy(
    observations.map((_, i) => i),
    (i) => observations[i]!.observationId,
  )
  return observations.flatMap(({ label, items, observationId }, i) => {
    if (label === undefined) return []
    const others = observationId === undefined ? [] : claims.get(observationId)!.filter((j) => j !== i)
    const rivals = { logOdds: others.map((j) => own[j]!) }
    return [{ label, probability: posterior(items, CONFIG, model, { nowMs, rivals }).score }]
  })
}

/** Scores each observation with a model learned from the other folds. Rivals are in the same fold. */
export function crossValidatedScores(observations: readonly LabelledObservation[], nowMs: number): Scored[] {
  const names = new Map<string, number>()
  const folds = observations.map(({ observationId }, i) => {
    const name = observationId ?? `molecule ${i}`
    if (!names.has(name)) names.set(name, names.size)
    return names.get(name)! % FOLDS
  })
  return Array.from({ length: FOLDS }, (_, fold) => {
    const held = observations.filter((_o, i) => folds[i] === fold)
    const rest = observations.filter((_o, i) => folds[i] !== fold)
    return scoreObservations(held, learnModel(rest, 0), nowMs)
  }).flat()
}
