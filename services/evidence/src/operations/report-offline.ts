import { contentForm, readObservationText } from '../domain/evidence/observed-evidence.ts'
import { defaultFuzzyConfig } from '../domain/fuzzy/fuzzy-config.ts'
import { lineReader } from '../domain/imports/import-lines.ts'
import type { FileHint, LineError } from '../domain/imports/import-record.ts'
import { surveyor } from '../domain/imports/survey.ts'
import { untrainedModel } from '../domain/inference/learned-model.ts'
import { observationsOfClaims } from '../domain/report/observation-order.ts'
import { reportHash, reportTask } from './make-report.ts'
import type { ContentId, ResultHash, StoredEvidence, StoredReport } from './ports.ts'

/** File of a run, as text. */
export interface RunFile {
  readonly text: string
  readonly hint: FileHint
}

/** Options of an offline report. */
export interface OfflineReportOptions {
  readonly runId: string
  readonly threshold: number
  readonly moment: Date
}

/**
 * Makes the report of a run from the files of its tools, without a server: nothing is stored and nothing was learned.
 * The observation ids of all files belong to one run.
 */
export function reportOffline(deps: {
  contentId: ContentId
  resultHash: ResultHash
  packageVersion: string
}) {
  return (
    files: readonly RunFile[],
    { runId, threshold, moment }: OfflineReportOptions,
  ): { report: StoredReport; errors: readonly (LineError & { readonly file: string })[] } => {
    const errors: (LineError & { file: string })[] = []
    const molecules = new Map<string, StoredEvidence[]>()
    for (const { text, hint } of files) {
      const lines = text.split('\n')
      const survey = surveyor(hint)
      for (const line of lines) survey.line(line)
      const found = survey.end()
      const reader = lineReader(found.format, { lineNumber: 0, survey: found }, (error) =>
        errors.push({ ...error, file: hint.name ?? '' }),
      )
      for (const { moleculeId, item } of lines.flatMap((line) => reader.read(line))) {
        const scoped = { ...item, metadata: { ...item.metadata, run_id: runId } }
        const stored: StoredEvidence = {
          ...scoped,
          id: deps.contentId(contentForm(scoped)),
          observedAt: item.observedAtMs === undefined ? moment : new Date(item.observedAtMs),
          recordedAt: moment,
        }
        const held = molecules.get(moleculeId)
        if (held) held.push(stored)
        else molecules.set(moleculeId, [stored])
      }
    }
    const claims = [...molecules]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([moleculeId, evidence]) => ({ moleculeId, name: null, evidence }))
    const observations = observationsOfClaims(claims)
    const request = {
      runId,
      observationIds: observations.map((text) => readObservationText(text).observationId),
      moleculeIds: null,
      threshold,
      observationsTotal: observations.length,
      fuzzyConfig: null,
    }
    const state = {
      moment,
      claims,
      observations,
      bareMolecules: [],
      observationsTotal: observations.length,
      model: untrainedModel,
    }
    const report = reportTask.compute(
      { state, request, config: defaultFuzzyConfig },
      { nowMs: () => 0, cpuMs: () => 0 },
    )
    const hash = reportHash(report, deps.resultHash)
    return { report: { hash, moment, packageVersion: deps.packageVersion, report, request }, errors }
  }
}
