import type { RecordName } from '../domain/records/record-names.ts'
import { Refusal } from '../domain/refusal.ts'
import { ownJob } from './find-jobs.ts'
import type { JobStore } from './ports.ts'

/** Stored analysis of a job and the name of its file. */
export interface FoundAnalysis {
  readonly filename: string
  readonly results: unknown
}

/** Finds the results of a completed analysis job of this client. */
export function findAnalysis({ jobs }: { jobs: JobStore }) {
  return async (id: string, owner: string): Promise<FoundAnalysis> => {
    const job = await ownJob(jobs, id, owner)
    if (job.type !== 'analyze') {
      throw new Refusal('NOT_FOUND', `Job ${id} has the type ${job.type}; only analyze jobs have records.`, {
        field: 'id',
        issue: 'no_records',
        provided: job.type,
      })
    }
    if (job.status !== 'completed') {
      throw new Refusal(
        'CONFLICT',
        `Job ${id} is ${job.status} and has no records; only completed jobs have them.`,
        {
          field: 'id',
          issue: 'not_completed',
          provided: job.status,
        },
      )
    }
    return {
      filename: job.input?.filename ?? 'audio',
      results: (job.results as { results: unknown }).results,
    }
  }
}

/** Finds an output record of a completed analysis job of this client. */
export function findRecord(deps: { jobs: JobStore }) {
  const find = findAnalysis(deps)
  return async (id: string, owner: string, record: RecordName): Promise<unknown> =>
    ((await find(id, owner)).results as Record<RecordName, unknown>)[record]
}
