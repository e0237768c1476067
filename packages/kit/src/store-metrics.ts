import type { Meter } from '@opentelemetry/api'
import type { Database } from './database.ts'

/** Exports how many connections of the pool are idle and in use, how many requests wait for one, and the limit. */
export function observePool<Schema>(meter: Meter, database: Database<Schema>): void {
  if (database.kind !== 'server') return
  const { pool } = database
  meter
    .createObservableGauge('database_connections', {
      description: 'Connections of the pool by state; waiting counts callers without a connection',
    })
    .addCallback((result) => {
      result.observe(pool.totalCount - pool.idleCount, { state: 'used' })
      result.observe(pool.idleCount, { state: 'idle' })
      result.observe(pool.waitingCount, { state: 'waiting' })
    })
  meter
    .createObservableGauge('database_connections_limit', { description: 'Most connections of the pool' })
    .addCallback((result) => result.observe(pool.options.max))
}

/** Time for which a scrape reuses the last counts, so that several scrapers cost no more than one. */
const FRESH_MS = 3000

// The waiting jobs are read from their partial index; pg-boss itself counts the running ones every few seconds.
const COUNTS = `
  SELECT queue.name, queue.active_count AS running, coalesce(waiting.jobs, 0) AS waiting, waiting.age
  FROM pgboss.queue AS queue
  LEFT JOIN (
    SELECT name, count(*)::int AS jobs,
      extract(epoch FROM now() - min(greatest(created_on, start_after)) FILTER (WHERE start_after <= now()))::float8 AS age
    FROM pgboss.job WHERE state < 'active' AND NOT blocked GROUP BY name
  ) AS waiting USING (name)`

interface QueueCounts {
  readonly name: string
  readonly running: number
  readonly waiting: number
  /** Seconds since the oldest job became due; null if none is. */
  readonly age: number | null
}

/**
 * Exports depth and age of every queue. The counts are the same in every process on one database, so take their maximum
 * over processes, not their sum. While the database is away the series are missing.
 */
export function observeQueues<Schema>(meter: Meter, database: Pick<Database<Schema>, 'aside'>): void {
  const jobs = meter.createObservableGauge('queue_jobs', {
    description: 'Jobs by queue and state (waiting, running), of all processes on this database',
  })
  const age = meter.createObservableGauge('queue_oldest_job_seconds', {
    description: 'Time since the oldest waiting job became due; 0 if none waits',
  })
  let last: { readonly at: number; readonly counts: readonly QueueCounts[] } | undefined
  meter.addBatchObservableCallback(
    async (result) => {
      if (!last || performance.now() - last.at > FRESH_MS) {
        const rows = await database.aside(COUNTS).catch(() => undefined)
        if (!rows) return
        last = { at: performance.now(), counts: rows as unknown as QueueCounts[] }
      }
      for (const { name: queue, running, waiting, age: seconds } of last.counts) {
        result.observe(jobs, waiting, { queue, state: 'waiting' })
        result.observe(jobs, running, { queue, state: 'running' })
        result.observe(age, Math.max(0, seconds ?? 0), { queue })
      }
    },
    [jobs, age],
  )
}

/** How one delivery of a job ended. `aborted` means that the worker stopped or the job was cancelled. */
type JobOutcome = 'completed' | 'failed' | 'aborted'

/** Records deliveries of jobs in this process. */
export interface JobObserver {
  /** Records one delivery and its duration in seconds. */
  delivered(queue: string, outcome: JobOutcome, seconds: number): void
  /** Counts a job that is given up after its last delivery. */
  givenUp(): void
}

/** Creates the metrics of job outcomes. */
export function jobObserver(meter: Meter): JobObserver {
  const durations = meter.createHistogram('job_duration_seconds', {
    description: 'Time of one delivery of a job, by queue and outcome',
    advice: { explicitBucketBoundaries: [0.01, 0.05, 0.25, 1, 5, 15, 60, 300, 1800, 7200] },
  })
  const givenUp = meter.createCounter('jobs_given_up', {
    description: 'Jobs that failed for good: all their deliveries failed or died',
  })
  givenUp.add(0)
  return {
    delivered: (queue, outcome, seconds) => durations.record(seconds, { queue, outcome }),
    givenUp: () => givenUp.add(1),
  }
}
