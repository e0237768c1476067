import { judgeFit } from '../domain/calibration/judge-fit.ts'
import type { LabelledObservation } from '../domain/calibration/labelled-observation.ts'
import { learnModel } from '../domain/calibration/learn-model.ts'
import { type CalibrationReport, calibrationReport } from '../domain/calibration/report.ts'
import { crossValidatedScores, scoreObservations } from '../domain/calibration/score-labels.ts'
import { moleculeKey } from '../domain/evidence/identifiers.ts'
import { type ObservationKey, observationKey, runName } from '../domain/evidence/observed-evidence.ts'
import { type LearnedModel, untrainedModel } from '../domain/inference/learned-model.ts'
import { invalid, Refusal } from '../domain/refusal.ts'
import { labelledObservations } from './labelled-observations.ts'
import { unknownMolecule } from './molecules.ts'
import type { Actor, HeavyComputation, HeavyTask, LabelStore } from './ports.ts'

/** Label to store. */
export interface NewLabel {
  readonly moleculeId: string
  /** Observation that the label is about; undefined for a label of the molecule as such. */
  readonly observationId: string | undefined
  readonly runId: string | undefined
  readonly correct: boolean
  readonly curator: string | null
}

function pairOfLabel({ observationId, runId }: NewLabel, field: string): ObservationKey | null {
  if (observationId === undefined) {
    if (runId === undefined) return null
    throw invalid(`${field}.run_id`, 'requires observation_id', runId)
  }
  const pair = observationKey({ observation_id: observationId, run_id: runId })
  if (pair === undefined) throw invalid(`${field}.observation_id`, 'must not be empty', observationId)
  return pair
}

/**
 * Stores curated labels: whether the identification of a molecule, or of one of its observations as this molecule, is
 * correct. A later label of a pair or molecule replaces the earlier one.
 */
export function addLabels(deps: { labels: LabelStore }) {
  return async (actor: Actor, labels: readonly NewLabel[]): Promise<number> => {
    const keyed = labels.map((label, i) => ({
      correct: label.correct,
      curator: label.curator,
      moleculeId: moleculeKey(label.moleculeId, `labels.${i}.molecule_id`),
      pair: pairOfLabel(label, `labels.${i}`),
    }))
    const seen = new Set<string>()
    keyed.forEach(({ moleculeId, pair }, i) => {
      const key = JSON.stringify([moleculeId, pair])
      if (seen.has(key)) throw invalid(`labels.${i}.molecule_id`, 'must not be labelled twice', moleculeId)
      seen.add(key)
    })
    const missing = await deps.labels.label(actor, keyed)
    if (missing?.what === 'molecule') throw unknownMolecule(keyed[missing.index]!.moleculeId)
    if (missing) {
      const { moleculeId, pair } = keyed[missing.index]!
      throw new Refusal(
        'NOT_FOUND',
        `${moleculeId} is not a candidate of observation ${pair!.observationId} in run ${runName(pair!.runId)}.`,
        {
          field: `labels.${missing.index}.observation_id`,
          issue: 'has no evidence for this molecule',
          provided: pair!.observationId,
        },
      )
    }
    return keyed.length
  }
}

/** Report of the model in use. */
export interface Calibration {
  readonly modelVersion: number
  /** Whether the model was fitted to the labels of the report. */
  readonly inSample: boolean
  readonly report: CalibrationReport
}

interface ScoreInput {
  readonly observations: readonly LabelledObservation[]
  readonly model: LearnedModel
  readonly nowMs: number
}

/** Scores labelled molecules with the model in use. */
export const scoreTask: HeavyTask<ScoreInput, CalibrationReport> = {
  name: 'score',
  compute: ({ observations, model, nowMs }) =>
    calibrationReport(scoreObservations(observations, model, nowMs)),
}

interface FitOutput {
  readonly model: LearnedModel
  readonly before: CalibrationReport
  readonly crossValidated: CalibrationReport
}

/** Learns a model and reports its cross-validated scores. */
export const fitTask: HeavyTask<Omit<ScoreInput, 'model'>, FitOutput> = {
  name: 'fit',
  compute: ({ observations, nowMs }) => {
    const crossValidated = calibrationReport(crossValidatedScores(observations, nowMs))
    return {
      // The store assigns the version.
      model: judgeFit(learnModel(observations, untrainedModel.version), crossValidated),
      before: calibrationReport(scoreObservations(observations, untrainedModel, nowMs)),
      crossValidated,
    }
  },
}

/** Returns the number of items behind labels, which determines the cost of a fit. */
export const labelledSize = (observations: readonly LabelledObservation[]): number =>
  observations.reduce((sum, { items }) => sum + items.length, 0)

/** Compares the scores of labelled molecules under the model in use with the labels. */
export function calibration(deps: { labels: LabelStore; compute: HeavyComputation }) {
  return async ({ organizationId }: Actor, signal?: AbortSignal): Promise<Calibration> => {
    const labelled = await deps.labels.labelled(organizationId)
    const { model, moment } = labelled
    const observations = labelledObservations(labelled, moment.getTime())
    const input = { observations, model, nowMs: moment.getTime() }
    return {
      modelVersion: model.version,
      inSample: model.calibration.by === 'labels',
      report: await deps.compute.run(scoreTask, input, {
        organizationId,
        size: labelledSize(observations),
        signal,
      }),
    }
  }
}

/** Result of a fit. */
export interface Fitted {
  readonly modelVersion: number
  readonly before: CalibrationReport
  /** Out of sample: each molecule is scored by a model that has not seen it. */
  readonly crossValidated: CalibrationReport
}

/** Approximate number of times that a fit reads each item. */
export const FIT_PASSES = 1000

/**
 * Learns tables, weights and recalibration from all labels. Stores them as a new version, which is used from then
 * on.
 */
export function fitCalibration(deps: { labels: LabelStore; compute: HeavyComputation }) {
  return async (actor: Actor, signal?: AbortSignal): Promise<Fitted> => {
    const { organizationId } = actor
    const labelled = await deps.labels.labelled(organizationId)
    const { molecules, moment } = labelled
    if (molecules.length === 0)
      throw invalid('labels', 'must not be empty; send labels to POST /v1/labels first', 0)
    const observations = labelledObservations(labelled, moment.getTime())
    const size = FIT_PASSES * labelledSize(observations)
    const input = { observations, nowMs: moment.getTime() }
    const { model, ...reports } = await deps.compute.run(fitTask, input, { organizationId, size, signal })
    return { modelVersion: await deps.labels.addModel(actor, model, molecules.length), ...reports }
  }
}
