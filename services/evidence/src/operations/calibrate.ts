import { learnModel } from '../domain/calibration/learn-combination.ts'
import { countTables, type LabelledObservation } from '../domain/calibration/learn-tables.ts'
import { type CalibrationReport, calibrationReport } from '../domain/calibration/report.ts'
import { crossValidatedScores, scoreObservations } from '../domain/calibration/score-labels.ts'
import { distinctItems } from '../domain/evidence/evidence-item.ts'
import { moleculeKey } from '../domain/evidence/identifiers.ts'
import { observationOf } from '../domain/evidence/observed-evidence.ts'
import { type LearnedModel, untrainedModel } from '../domain/inference/learned-model.ts'
import { invalid } from '../domain/refusal.ts'
import { itemOf } from './assess-state.ts'
import { unknownMolecule } from './molecules.ts'
import type { Actor, AssessmentStore, HeavyComputation, HeavyTask, LabelledMolecule } from './ports.ts'

export interface NewLabel {
  readonly moleculeId: string
  readonly correct: boolean
  readonly curator: string | null
}

/** Takes curated truth: whether a molecule is what it was taken for. A later label of a molecule replaces the earlier. */
export function addLabels(deps: { assessments: AssessmentStore }) {
  return async (actor: Actor, labels: readonly NewLabel[]): Promise<number> => {
    const keyed = labels.map((label, i) => ({
      ...label,
      moleculeId: moleculeKey(label.moleculeId, `labels.${i}.molecule_id`),
    }))
    const seen = new Set<string>()
    keyed.forEach(({ moleculeId }, i) => {
      if (seen.has(moleculeId)) throw invalid(`labels.${i}.molecule_id`, 'is labelled twice', moleculeId)
      seen.add(moleculeId)
    })
    const unknown = await deps.assessments.label(actor, keyed)
    if (unknown !== undefined) throw unknownMolecule(unknown)
    return keyed.length
  }
}

const observationOfMolecule = ({ evidence }: LabelledMolecule) =>
  evidence.map(({ metadata }) => observationOf(metadata)).find((name) => name !== undefined)

function labelledObservation(molecule: LabelledMolecule): LabelledObservation {
  const observationId = observationOfMolecule(molecule)
  return {
    label: molecule.correct,
    items: distinctItems(molecule.evidence.map(itemOf)),
    ...(observationId === undefined ? {} : { observationId }),
  }
}

export interface Calibration {
  readonly modelVersion: number
  /** Whether the model has seen the labels it is measured by. */
  readonly inSample: boolean
  readonly report: CalibrationReport
}

interface ScoreInput {
  readonly observations: readonly LabelledObservation[]
  readonly model: LearnedModel
  readonly nowMs: number
}

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

export const fitTask: HeavyTask<Omit<ScoreInput, 'model'>, FitOutput> = {
  name: 'fit',
  compute: ({ observations, nowMs }) => ({
    // The store gives the version.
    model: learnModel(observations, countTables(observations), untrainedModel.version),
    before: calibrationReport(scoreObservations(observations, untrainedModel, nowMs)),
    crossValidated: calibrationReport(crossValidatedScores(observations, nowMs)),
  }),
}

const sizeOf = (observations: readonly LabelledObservation[]): number =>
  observations.reduce((sum, { items }) => sum + items.length, 0)

/** How well the scores of labelled molecules match the truth under the model in use. */
export function calibration(deps: { assessments: AssessmentStore; compute: HeavyComputation }) {
  return async ({ organizationId }: Actor, signal?: AbortSignal): Promise<Calibration> => {
    const { molecules, model, moment } = await deps.assessments.labelled(organizationId)
    const observations = molecules.map(labelledObservation)
    const input = { observations, model, nowMs: moment.getTime() }
    return {
      modelVersion: model.version,
      inSample: model.version > untrainedModel.version,
      report: await deps.compute.run(scoreTask, input, {
        organizationId,
        size: sizeOf(observations),
        signal,
      }),
    }
  }
}

export interface Fitted {
  readonly modelVersion: number
  readonly before: CalibrationReport
  /** Out of sample: each molecule scored by a model that had not seen it. */
  readonly crossValidated: CalibrationReport
}

/** How often a fit looks at each item, roughly. */
const FIT_PASSES = 1000

/** Learns tables, weights and recalibration anew from all labels; a new version, used from then on. */
export function fitCalibration(deps: { assessments: AssessmentStore; compute: HeavyComputation }) {
  return async (actor: Actor, signal?: AbortSignal): Promise<Fitted> => {
    const { organizationId } = actor
    const { molecules, moment } = await deps.assessments.labelled(organizationId)
    if (molecules.length === 0) throw invalid('labels', 'there are none yet; POST /v1/labels first', 0)
    const observations = molecules.map(labelledObservation)
    const size = FIT_PASSES * sizeOf(observations)
    const input = { observations, nowMs: moment.getTime() }
    const { model, ...reports } = await deps.compute.run(fitTask, input, { organizationId, size, signal })
    return { modelVersion: await deps.assessments.addModel(actor, model, molecules.length), ...reports }
  }
}
