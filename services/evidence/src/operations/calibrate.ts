import { type CalibrationReport, calibrationReport, type Scored } from '../domain/calibration.ts'
import { distinctItems } from '../domain/evidence-item.ts'
import { defaultFuzzyConfig } from '../domain/fuzzy-config.ts'
import { moleculeKey } from '../domain/identifiers.ts'
import { learnModel } from '../domain/learn-combination.ts'
import { countTables, type LabelledObservation } from '../domain/learn-tables.ts'
import { type LearnedModel, untrainedModel } from '../domain/learned-model.ts'
import { observationOf } from '../domain/observed-evidence.ts'
import { posterior } from '../domain/posterior.ts'
import { invalid } from '../domain/refusal.ts'
import { itemOf } from './assess-state.ts'
import { unknownMolecule } from './molecules.ts'
import type { Actor, AssessmentStore, LabelledMolecule } from './ports.ts'

/** Labels say what is true, not when: truth does not decay, so calibration looks at evidence of age 0. */
const CONFIG = { ...defaultFuzzyConfig, decayEnabled: false }

/** Parts of the labels of which each is scored by a model that has not seen it. */
const FOLDS = 5

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

/** Scores observations by a model; those of one observation id are each other's rivals. */
function score(observations: readonly LabelledObservation[], model: LearnedModel, nowMs: number): Scored[] {
  const own = observations.map(({ items }) => posterior(items, CONFIG, model, { nowMs }).logOdds)
  const claims = Map.groupBy(
    observations.map((_, i) => i),
    (i) => observations[i]!.observationId,
  )
  return observations.map(({ label, items, observationId }, i) => {
    const others = observationId === undefined ? [] : claims.get(observationId)!.filter((j) => j !== i)
    const rivals = { logOdds: others.map((j) => own[j]!) }
    return { label, probability: posterior(items, CONFIG, model, { nowMs, rivals }).score }
  })
}

/** Each observation scored by a model learned from the other folds; rivals stay in one fold. */
function crossValidated(observations: readonly LabelledObservation[], nowMs: number): Scored[] {
  const names = new Map<string, number>()
  const folds = observations.map(({ observationId }, i) => {
    const name = observationId ?? `molecule ${i}`
    if (!names.has(name)) names.set(name, names.size)
    return names.get(name)! % FOLDS
  })
  return Array.from({ length: FOLDS }, (_, fold) => {
    const held = observations.filter((_o, i) => folds[i] === fold)
    const rest = observations.filter((_o, i) => folds[i] !== fold)
    return score(held, learnModel(rest, countTables(rest), 0), nowMs)
  }).flat()
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
      report: calibrationReport(score(observations, model, moment.getTime())),
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
export function fitCalibration(deps: { assessments: AssessmentStore }) {
  return (actor: Actor): Promise<Fitted> =>
    deps.assessments.fit(actor, ({ molecules, moment, nextVersion }) => {
      if (molecules.length === 0) throw invalid('labels', 'there are none yet; POST /v1/labels first', 0)
      const nowMs = moment.getTime()
      const observations = molecules.map(labelledObservation)
      const model = learnModel(observations, countTables(observations), nextVersion)
      return {
        model,
        result: {
          modelVersion: nextVersion,
          before: calibrationReport(score(observations, untrainedModel, nowMs)),
          crossValidated: calibrationReport(crossValidated(observations, nowMs)),
        },
      }
    })
}
