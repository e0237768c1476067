import type { App } from '@assay/kit/server'
import { untilGone } from '@assay/kit/waiting-client'
import type { addLabels, calibration, fitCalibration } from '../operations/calibrate.ts'
import type { fitWithoutLabels } from '../operations/calibrate-without-labels.ts'
import { presentReport, presentWithoutLabels } from '../wire/calibration.present.ts'
import {
  CalibrationAnswer,
  FitAnswer,
  LabelsAnswer,
  LabelsBody,
  WithoutLabelsAnswer,
  WithoutLabelsBody,
} from '../wire/calibration.schema.ts'
import { actorOf } from './access.ts'
import { ErrorBody } from './errors.ts'

/** Operations that the routes call. */
export interface CalibrationDeps {
  readonly addLabels: ReturnType<typeof addLabels>
  readonly calibration: ReturnType<typeof calibration>
  readonly fitCalibration: ReturnType<typeof fitCalibration>
  readonly fitWithoutLabels: ReturnType<typeof fitWithoutLabels>
}

const described = { tags: ['calibration'] }

/** Registers the routes for labels and calibration under `/v1`. */
export function calibrationRoutes(app: App, deps: CalibrationDeps): void {
  app.post(
    '/labels',
    {
      config: { access: 'write' },
      schema: {
        ...described,
        operationId: 'addLabels',
        summary: 'Label molecules or pairs as correctly or wrongly identified',
        description:
          'Stores all labels of a request or none. Labels do not change scores until the next fit.',
        body: LabelsBody,
        response: { 200: LabelsAnswer, 404: ErrorBody },
      },
    },
    async (request) => {
      const labels = request.body.labels.map((label) => ({
        moleculeId: label.molecule_id,
        observationId: label.observation_id,
        runId: label.run_id,
        correct: label.correct,
        curator: label.curator ?? null,
      }))
      return { labels_added: await deps.addLabels(actorOf(request), labels) }
    },
  )
  app.get(
    '/calibration',
    {
      config: { access: 'read' },
      schema: {
        ...described,
        operationId: 'getCalibration',
        summary: 'Compare scores with labels',
        description: 'Scores every labelled molecule with the model in use.',
        response: { 200: CalibrationAnswer },
      },
    },
    async (request, reply) => {
      const { modelVersion, inSample, report } = await deps.calibration(actorOf(request), untilGone(reply))
      return { model_version: modelVersion, in_sample: inSample, report: presentReport(report) }
    },
  )
  app.post(
    '/calibration/fit',
    {
      config: { access: 'write' },
      schema: {
        ...described,
        operationId: 'fitCalibration',
        summary: 'Learn a new model from all labels',
        description:
          'Learns the prior, the share of none of these, the levels and correlations of every evidence type and the width of the bounds from every labelled molecule and pair, with all rivals of labelled pairs, and uses the new model version from then on. With fewer than five labels of a kind it learns nothing.',
        response: { 200: FitAnswer },
      },
    },
    async (request, reply) => {
      const { modelVersion, before, crossValidated } = await deps.fitCalibration(
        actorOf(request),
        untilGone(reply),
      )
      return {
        model_version: modelVersion,
        untrained: presentReport(before),
        cross_validated: presentReport(crossValidated),
      }
    },
  )
  app.post(
    '/calibration/fit-without-labels',
    {
      config: { access: 'write' },
      schema: {
        ...described,
        operationId: 'fitWithoutLabels',
        summary: 'Learn a new model from scores and decoys, without labels',
        description:
          'Fits a monotone mixture of right and wrong candidates to the kept scores of a run, or of everything that is kept. Items with `metadata.decoy` show how wrong candidates score; without at least 20 decoys the mixture has to tell both apart. The new model version is used from then on, and answers say `calibrated_by` decoys or mixture. Refuses fewer than 50 candidates, and stores nothing then.',
        body: WithoutLabelsBody,
        response: { 200: WithoutLabelsAnswer, 404: ErrorBody, 409: ErrorBody },
      },
    },
    async (request, reply) => {
      const { run_id, replace_labels } = request.body
      const fitted = await deps.fitWithoutLabels(
        actorOf(request),
        { runId: run_id, replaceLabels: replace_labels },
        untilGone(reply),
      )
      return presentWithoutLabels(fitted)
    },
  )
}
