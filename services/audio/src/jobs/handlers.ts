import type { Handlers } from '@assay/kit/queue'
import type { QueueData } from '../operations/ports.ts'
import type { runJob } from '../operations/run-job.ts'

/** The one queue's one handler; which work a job is stands in its row. */
export const jobHandlers = (run: ReturnType<typeof runJob>): Handlers<QueueData> => ({
  work: ({ data, signal }) => run(data.jobId, signal),
})
