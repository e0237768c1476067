import type { Handlers } from '@assay/kit/queue'
import type { QueueData } from '../operations/ports.ts'
import type { runJob } from '../operations/run-job.ts'

/** Returns the handler of the only queue; the row of a job states its type of work. */
export const jobHandlers = (run: ReturnType<typeof runJob>): Handlers<QueueData> => ({
  work: ({ data, signal }) => run(data.jobId, signal),
})
