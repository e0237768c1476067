import { contentForm, readObservationText } from '../domain/evidence/observed-evidence.ts'
import { defaultFuzzyConfig } from '../domain/fuzzy/fuzzy-config.ts'
import type { ImportedEvidence } from '../domain/imports/import-record.ts'
import { untrainedModel } from '../domain/inference/learned-model.ts'
import { observationsOfClaims } from '../domain/report/observation-order.ts'
import { reportTask } from './make-report.ts'
import type { ContentId, ResultHash, StoredEvidence, StoredReport } from './ports.ts'

/** Options of an offline report. */
export interface OfflineReportOptions {
  readonly runId: string
  readonly threshold: number
  readonly moment: Date
}

/**
 * Makes the report of a run from the items of its files, without a server: nothing is stored and nothing was learned.
 * The observation ids of all files belong to one run, unless an item names another.
 */
export function reportOffline(deps: {
  contentId: ContentId
  resultHash: ResultHash
  packageVersion: string
}) {
  return (
    evidence: readonly ImportedEvidence[],
    { runId, threshold, moment }: OfflineReportOptions,
  ): StoredReport => {
    const molecules = new Map<string, StoredEvidence[]>()
    for (const { moleculeId, item } of evidence) {
      const scoped = { ...item, metadata: { run_id: runId, ...item.metadata } }
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
    const { json, hashed } = reportTask.compute(
      { state, request, config: defaultFuzzyConfig },
      { nowMs: () => 0, cpuMs: () => 0 },
    )
    const hash = deps.resultHash(hashed)
    return { hash, moment, packageVersion: deps.packageVersion, report: JSON.parse(json), request }
  }
}
