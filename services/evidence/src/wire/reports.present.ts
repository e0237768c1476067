import type { Static } from 'typebox'
import { runName } from '../domain/evidence/observed-evidence.ts'
import { isCalibrated } from '../domain/inference/calibrated.ts'
import type { ReportedCandidate, ReportRecord } from '../domain/report/report.ts'
import type { listReports, Replay } from '../operations/make-report.ts'
import { writeCursor } from './cursor.ts'
import type { ReportAnswer, ReportList } from './reports.schema.ts'

type Answer = Static<typeof ReportAnswer>
type CandidateAnswer = Answer['observations'][number]['candidates'][number]

const presentCandidate = (candidate: ReportedCandidate): CandidateAnswer => ({
  candidate: candidate.key,
  molecule_ids: [...candidate.moleculeIds],
  name: candidate.name,
  probability: candidate.probability,
  bounds: [...candidate.bounds],
  verdict: candidate.verdict,
  level: { ...candidate.level },
  base_score: candidate.base,
  contributions: candidate.contributions.map((part) => ({
    evidence_id: part.evidenceId,
    type: part.type,
    source: part.source,
    value: part.value,
    contribution_score: part.contribution,
    log_odds: part.logOdds,
  })),
  log_odds_to_flip: candidate.logOddsToFlip,
  items_to_remove: candidate.itemsToRemove === null ? null : [...candidate.itemsToRemove],
})

/** Presents a page of stored reports. */
export const presentReports = ({
  items,
  next,
}: Awaited<ReturnType<ReturnType<typeof listReports>>>): Static<typeof ReportList> => ({
  reports: items.map((one) => ({
    result_hash: one.hash,
    as_of: one.moment.toISOString(),
    run_id: one.runId,
    run_name: one.runName,
    molecule_ids: one.moleculeIds === null ? null : [...one.moleculeIds],
    confidence_threshold: one.threshold,
    observations: one.observations,
    algorithm_version: one.algorithmVersion,
  })),
  next_cursor: next === undefined ? null : writeCursor(next.toISOString()),
})

/** Presents a report, with the outcome of its replay if it was replayed. */
export const presentReport = (record: ReportRecord, replay?: Replay): Answer => ({
  result_hash: record.hash,
  as_of: record.moment.toISOString(),
  algorithm_version: record.report.algorithmVersion,
  package_version: record.packageVersion,
  model_version: record.report.modelVersion,
  calibrated: isCalibrated(record.report.calibration),
  calibrated_by: record.report.calibration.by,
  run_id: record.report.scope.runId,
  run_name: record.report.scope.name ?? null,
  molecule_ids: record.report.scope.moleculeIds === null ? null : [...record.report.scope.moleculeIds],
  confidence_threshold: record.report.threshold,
  observations_total: record.report.observationsTotal,
  observations: record.report.observations.map((observation) => ({
    run_id: observation.runId === null ? null : runName(observation.runId),
    observation_id: observation.observationId,
    candidates: observation.candidates.map(presentCandidate),
    candidates_total: observation.candidatesTotal,
    others: observation.others,
    none: observation.none,
  })),
  ...(replay
    ? {
        replay: {
          outcome: replay.outcome,
          recomputed_hash: replay.recomputedHash,
          message: replay.message,
        },
      }
    : {}),
})
