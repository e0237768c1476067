import type { RecordName } from '../domain/records/record-names.ts'
import { Refusal } from '../domain/refusal.ts'
import { noSuchJob } from './find-jobs.ts'
import type { JobStore } from './ports.ts'

/** One output record of an analysis that this client had done as a job. */
export function findRecord({ jobs }: { jobs: JobStore }) {
  return async (id: string, owner: string, record: RecordName): Promise<unknown> => {
    const job = await jobs.find(id, owner)
    if (!job) throw noSuchJob(id)
    if (job.type !== 'analyze') {
      throw new Refusal('NOT_FOUND', `Job ${id} is ${job.type}; records are of analyze jobs.`, {
        field: 'id',
        issue: 'no_records',
        provided: job.type,
      })
    }
    if (job.status !== 'completed') {
      throw new Refusal('CONFLICT', `Job ${id} is ${job.status}: it has no records.`, {
        field: 'id',
        issue: 'not_completed',
        provided: job.status,
      })
    }
    return (job.results as { results: Record<RecordName, unknown> }).results[record]
  }
}
