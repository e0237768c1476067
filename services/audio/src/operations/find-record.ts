import type { RecordName } from '../domain/records/record-names.ts'
import { Refusal } from '../domain/refusal.ts'
import { noSuchJob } from './find-jobs.ts'
import type { JobStore } from './ports.ts'

/** Finds an output record of a completed analysis job of this client. */
export function findRecord({ jobs }: { jobs: JobStore }) {
  return async (id: string, owner: string, record: RecordName): Promise<unknown> => {
    const job = await jobs.find(id, owner)
    if (!job) throw noSuchJob(id)
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
    return (job.results as { results: Record<RecordName, unknown> }).results[record]
  }
}
