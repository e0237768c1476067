import type { Job, JobType } from '../domain/job.ts'
import { Refusal } from '../domain/refusal.ts'
import type { FileStore, JobStore, ProgressReport } from './ports.ts'

/** One kind of analysis, from a file to the body that its endpoint answers and its job stores. */
export type Analyse = (
  path: string,
  options: {
    readonly title: string
    readonly maxDurationSeconds: number
    readonly signal?: AbortSignal
    readonly onProgress?: ProgressReport
  },
) => Promise<object>

export type Analyses = Readonly<Record<JobType, Analyse>>

/** Progress is written at most this often: a two-hour file must not become thousands of row versions. */
const REPORT_EVERY_MS = 1000

function throttled(jobs: JobStore, id: string, now: () => number): ProgressReport {
  let last = now()
  return (progress, stage) => {
    if (now() - last < REPORT_EVERY_MS) return
    last = now()
    // Progress is a courtesy: a failed write must not fail the analysis.
    jobs.report(id, progress, stage).catch(() => {})
  }
}

/**
 * One delivery of a job. Delivered again after a crash, it does the same work and stores its result once; an input that
 * can never work fails the job at once, anything else is thrown so that the queue delivers again.
 */
export function runJob(deps: {
  jobs: JobStore
  files: FileStore
  analyse: Analyse
  maxDurationSeconds: number
  now: () => number
}) {
  return async (id: string, signal: AbortSignal): Promise<void> => {
    const job: Job | undefined = await deps.jobs.start(id)
    if (!job) {
      // Done before; a worker that died between its last write and its tidying left the file.
      const done = await deps.jobs.find(id)
      if (done) await deps.files.remove(done.input.key)
      return
    }
    try {
      const results = await deps.files.withLocalFile(job.input.key, (path) =>
        deps.analyse(path, {
          title: job.input.filename,
          maxDurationSeconds: deps.maxDurationSeconds,
          signal,
          onProgress: throttled(deps.jobs, id, deps.now),
        }),
      )
      await deps.jobs.complete(id, results)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      await deps.jobs.fail(id, { code: error.code, message: error.message })
    }
    await deps.files.remove(job.input.key)
  }
}

/** The last word on a job whose every delivery died: it fails, visibly, and its file goes. */
export function buryJob(deps: { jobs: JobStore; files: FileStore }) {
  return async (id: string): Promise<void> => {
    const job = await deps.jobs.find(id)
    if (!job) return
    await deps.jobs.fail(id, {
      code: 'INTERNAL_ERROR',
      message: 'The analysis failed repeatedly on our side.',
    })
    await deps.files.remove(job.input.key)
  }
}
