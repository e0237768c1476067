import type { Handlers } from '@assay/kit/queue'
import { JOB_TYPES } from '../domain/job.ts'
import type { FileStore, JobData, JobStore } from '../operations/ports.ts'
import { type Analyses, runJob } from '../operations/run-job.ts'

export interface HandlerDeps {
  readonly jobs: JobStore
  readonly files: FileStore
  readonly analyses: Analyses
  readonly maxDurationSeconds: number
  readonly now: () => number
}

/** Exactly one handler per job type: a second door to the same analyses. */
export function jobHandlers(deps: HandlerDeps): Handlers<JobData> {
  const handlers = JOB_TYPES.map((type) => {
    const run = runJob({ ...deps, analyse: deps.analyses[type] })
    return [
      type,
      ({ data, signal }: { data: { jobId: string }; signal: AbortSignal }) => run(data.jobId, signal),
    ]
  })
  return Object.fromEntries(handlers) as Handlers<JobData>
}
