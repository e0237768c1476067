import type { Static } from 'typebox'
import type { ObservationFacts } from '../domain/assessment/observation-facts.ts'
import { runName } from '../domain/evidence/observed-evidence.ts'
import type { ObservationPlace, Run, RunPlace } from '../operations/ports.ts'
import type { Observed, PlacedPage, RunTable } from '../operations/runs.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { presentCalibrated } from './integrate.present.ts'
import type { ObservationAnswer, ObservationList, RunList } from './runs.schema.ts'

/** Presents a page of runs. */
export const presentRuns = ({ items, next }: PlacedPage<Run, RunPlace>): Static<typeof RunList> => ({
  runs: items.map((run) => ({
    run_id: runName(run.id),
    name: run.name,
    created_at: run.createdAt.toISOString(),
    files: run.files,
    observations: run.observations,
  })),
  next_cursor: next === undefined ? null : writeCursor(`${next.createdAt.toISOString()} ${next.id}`),
})

/** Reads the cursor of a list of runs. */
export function readRunCursor(cursor: string | undefined): RunPlace | undefined {
  const key = readCursor('run', cursor)
  if (key === undefined) return undefined
  const space = key.indexOf(' ')
  return { createdAt: new Date(key.slice(0, space)), id: key.slice(space + 1) }
}

/** Presents what the table shows beside the best candidate. Without any evidence there is nothing to show. */
const presentFacts = (facts: ObservationFacts | undefined) => ({
  shares: (facts?.shares ?? []).map(({ key, moleculeId, name, probability }) => ({
    candidate_key: key,
    molecule_id: moleculeId,
    name,
    probability,
  })),
  others: facts?.others ?? 0,
  schymanski: facts?.schymanski ?? null,
  msi: facts?.msi ?? null,
  conflict: facts?.conflict ?? 0,
  sources: facts?.sources ?? 0,
  calibrated: facts?.calibrated ?? false,
})

/** Presents a page of the table of a run. */
export const presentTable = ({ run, items, next, moved }: RunTable): Static<typeof ObservationList> => ({
  run_id: runName(run.id),
  observations: items.map((row) => ({
    observation_id: row.observationId,
    best: row.summary
      ? {
          molecule_id: row.summary.best.moleculeId,
          candidate_key: row.summary.best.key,
          name: row.summary.best.name,
          probability: row.summary.best.probability,
          bounds: [...row.summary.best.bounds],
        }
      : null,
    none: row.summary?.none ?? 1,
    candidates: row.summary?.candidates ?? 0,
    ...presentFacts(row.summary?.facts),
    model_version: row.modelVersion ?? 0,
    assessed_at: row.assessedAt!.toISOString(),
    place_is_current: row.current,
  })),
  next_cursor:
    next === undefined ? null : writeCursor(`${next.summaries} ${next.probability} ${next.observationId}`),
  moved,
})

/** Reads the cursor of the table of a run. */
export function readTableCursor(cursor: string | undefined): ObservationPlace | undefined {
  const key = readCursor('observation', cursor)
  if (key === undefined) return undefined
  const [summaries, probability] = key.split(' ', 2)
  return {
    summaries: Number(summaries),
    probability: Number(probability),
    observationId: key.slice(`${summaries} ${probability} `.length),
  }
}

/** Presents an observation with its candidates. */
export const presentObservation = (observed: Observed): Static<typeof ObservationAnswer> => ({
  observation_id: observed.key.observationId,
  run_id: runName(observed.key.runId),
  candidates: observed.candidates.map((candidate) => ({
    molecule_id: candidate.moleculeIds[0],
    molecule_ids: [...candidate.moleculeIds],
    candidate_key: candidate.key,
    name: candidate.name,
    probability: candidate.probability,
    bounds: [...candidate.bounds],
    log_odds: candidate.logOdds,
    base_probability: candidate.baseProbability,
    contributions: candidate.contributions.map(({ item, score, logOdds }) => ({
      evidence_id: item.id,
      type: item.type,
      source: item.source,
      value: item.value,
      about: item.observation === undefined ? ('molecule' as const) : ('pair' as const),
      contribution_score: score,
      log_odds: logOdds,
    })),
  })),
  candidates_total: observed.candidatesTotal,
  none: observed.none,
  calibration: presentCalibrated(
    observed.candidates.flatMap(({ items }) => items.map(({ type }) => type)),
    observed.model,
  ),
  algorithm_version: observed.algorithmVersion,
  model_version: observed.model.version,
  timestamp: observed.moment.toISOString(),
})
