import type { Handlers } from '@assay/kit/queue'
import type { measureFeatures } from '../operations/measure-features.ts'
import type { FileStore, JobData, JobStore } from '../operations/ports.ts'
import { type Analyse, runJob } from '../operations/run-job.ts'

export interface HandlerDeps {
  readonly jobs: JobStore
  readonly files: FileStore
  readonly measure: ReturnType<typeof measureFeatures>
  /** What a measurement stores as the job's results: the same body that the synchronous endpoint answers. */
  readonly presentFeatures: (features: Awaited<ReturnType<ReturnType<typeof measureFeatures>>>) => unknown
  readonly maxDurationSeconds: number
  readonly now: () => number
}

/** Exactly one handler per job type: a second door to the same operations. */
export function jobHandlers(deps: HandlerDeps): Handlers<JobData> {
  const features: Analyse = async (path, options) =>
    deps.presentFeatures(
      await deps.measure(path, { ...options, maxDurationSeconds: deps.maxDurationSeconds }),
    )
  const run = (analyse: Analyse) => {
    const work = runJob({ ...deps, analyse })
    return ({ data, signal }: { data: { jobId: string }; signal: AbortSignal }) => work(data.jobId, signal)
  }
  return { features: run(features) }
}
