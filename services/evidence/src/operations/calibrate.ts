import { type CalibrationReport, calibrationReport } from '../domain/calibration.ts'
import { distinctItems } from '../domain/evidence-item.ts'
import { moleculeKey } from '../domain/identifiers.ts'
import type { LabelledObservation } from '../domain/learn-tables.ts'
import { untrainedModel } from '../domain/learned-model.ts'
import { observationOf } from '../domain/observed-evidence.ts'
import { invalid } from '../domain/refusal.ts'
import { scoreObservations } from '../domain/score-labels.ts'
import { itemOf } from './assess-state.ts'
import { unknownMolecule } from './molecules.ts'
import type { Actor, AssessmentStore, HeavyComputation, LabelledMolecule } from './ports.ts'

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

/** How well the scores of labelled molecules match the truth under the model in use. */
export function calibration(deps: { assessments: AssessmentStore }) {
  return async (actor: Actor): Promise<Calibration> => {
    const { molecules, model, moment } = await deps.assessments.labelled(actor.organizationId)
    const observations = molecules.map(labelledObservation)
    return {
      modelVersion: model.version,
      inSample: model.version > untrainedModel.version,
      report: calibrationReport(scoreObservations(observations, model, moment.getTime())),
    }
  }
}

export interface Fitted {
  readonly modelVersion: number
  readonly before: CalibrationReport
  /** Out of sample: each molecule scored by a model that had not seen it. */
  readonly crossValidated: CalibrationReport
}

/** Learns tables, weights and recalibration anew from all labels; a new version, used from then on. */
export function fitCalibration(deps: { assessments: AssessmentStore; compute: HeavyComputation }) {
  return async (actor: Actor): Promise<Fitted> => {
    const { molecules, moment } = await deps.assessments.labelled(actor.organizationId)
    if (molecules.length === 0) throw invalid('labels', 'there are none yet; POST /v1/labels first', 0)
    const observations = molecules.map(labelledObservation)
    const { model, untrained, crossValidated } = await deps.compute.learn(observations, moment.getTime())
    return {
      modelVersion: await deps.assessments.addModel(actor, model, molecules.length),
      before: calibrationReport(untrained),
      crossValidated: calibrationReport(crossValidated),
    }
  }
}
