import { setTimeout as sleep } from 'node:timers/promises'
import {
  type ConstructorOptions,
  fromKysely,
  fromPglite,
  type JobResult,
  type JobWithMetadata,
  type KyselyTransactionLike,
  PgBoss,
} from 'pg-boss'
import { withBaselineWasm } from './baseline-wasm.ts'
import type { Database } from './database.ts'
import { isDatabaseAway, isDatabaseClosed } from './database-away.ts'
import type { JobObserver } from './store-metrics.ts'

/** One delivery of a job. Jobs are delivered at least once, so handlers must be idempotent. */
export interface Delivery<Data> {
  readonly id: string
  readonly data: Data
  /** Aborts when the worker stops or the job expires. */
  readonly signal: AbortSignal
  /** Number of earlier deliveries; 0 for the first. */
  readonly attempt: number
}

/** One handler for each job name. */
export type Handlers<Jobs> = {
  readonly [Name in keyof Jobs]: (delivery: Delivery<Jobs[Name]>) => Promise<void>
}

/** Settings of a queue. */
export interface QueueSettings {
  /** Jobs that one process runs at the same time, per job name. */
  readonly concurrency: number
  /** Deliveries after the first before a job counts as failed. Deliveries that an outage ended do not count, for a day. */
  readonly retryLimit?: number
  /** Whether an error says that something is away which the job needs. The database counts as such in any case. */
  readonly isOutage?: (error: unknown) => boolean
  /** Longest delivery that does not count when an outage ends it. The work of a longer one may have filled the disk. */
  readonly outageWithinMs?: number
  /** Longest time between two deliveries of a job, in seconds. */
  readonly maxRetryDelaySeconds?: number
  /** Time for which a slot takes no job after an outage ended a delivery, so that a backlog is not tried in a hot loop. */
  readonly outagePauseMs?: number
  /**
   * Jobs of one group that run at the same time over all processes; 0 or undefined means no limit. pg-boss counts
   * before it claims, so slots that fetch at the same moment may exceed it together.
   */
  readonly perGroup?: number
  /** Jobs of one group that run at the same time in this process, exactly. Cannot be combined with `perGroup`. */
  readonly perGroupInProcess?: number
  readonly onError?: (error: Error) => void
  /** Records how deliveries end. */
  readonly observer?: JobObserver | undefined
}

/** Runs one delivery and records its outcome. */
async function observed(
  observer: JobObserver | undefined,
  queue: string,
  signal: AbortSignal,
  work: () => Promise<void>,
): Promise<void> {
  const started = performance.now()
  const record = (failed: boolean) =>
    observer?.delivered(
      queue,
      signal.aborted ? 'aborted' : failed ? 'failed' : 'completed',
      (performance.now() - started) / 1000,
    )
  try {
    await work()
  } catch (error) {
    record(true)
    throw error
  }
  record(false)
}

/** Durable queue of jobs. */
export interface Queue<Jobs> {
  /** Adds a job in the caller's transaction: it exists exactly when the transaction commits. */
  send<Name extends keyof Jobs & string>(
    trx: KyselyTransactionLike,
    name: Name,
    data: Jobs[Name],
    options?: { id?: string; priority?: number; group?: string },
  ): Promise<void>
  /**
   * Starts the worker. Refuses to start unless every job name has exactly one handler. `bury` is called for a job whose
   * deliveries all failed or died with their worker.
   */
  work(handlers: Handlers<Jobs>, bury: (data: Jobs[keyof Jobs]) => Promise<void>): Promise<void>
  cancel(name: keyof Jobs & string, id: string): Promise<void>
  stop(): Promise<void>
}

/**
 * The job of a dead worker is detected after `HEARTBEAT_SECONDS` (the minimum of pg-boss) and taken over at the next
 * supervision.
 */
const HEARTBEAT_SECONDS = 10
const SUPERVISE_SECONDS = 5
/**
 * Interval at which an idle slot looks for jobs without a notification: retries that are due, or a lost notification. A
 * slot whose job was shorter waits for the rest of the interval, unless there is a known backlog.
 */
const POLL_SECONDS = 0.5
/**
 * Time for running jobs to finish when the process stops. Together with open requests it fits into the grace time of
 * the process.
 */
const STOP_WITHIN_MS = 15_000
const RETRY_LIMIT = 5
const MAX_RETRY_DELAY_SECONDS = 60
const OUTAGE_PAUSE_MS = 5000
const OUTAGE_WITHIN_MS = 5 * 60_000
/** Time after which an outage counts too, so that a job which causes it ends. */
const LONGEST_OUTAGE_MS = 24 * 3600_000
const DEAD_LETTER = 'dead-letter'
const NO_JOB = '00000000-0000-0000-0000-000000000000'

/** One more than count: pg-boss must be able to retry the last one too when an outage ended it. See `deliver`. */
const policyLimit = ({ retryLimit = RETRY_LIMIT }: QueueSettings) => retryLimit + 1

function bossOptions<Schema>(database: Database<Schema>): ConstructorOptions {
  return database.kind === 'server'
    ? { connectionString: database.directUrl, application_name: 'queue', max: 4, useListenNotify: true }
    : { db: fromPglite(database.pglite), backend: 'pglite', useListenNotify: true }
}

/** Throws an error that lists the difference when handlers and job names do not match. */
export function assertOneHandlerEach(names: readonly string[], handlers: Record<string, unknown>): void {
  const missing = names.filter(
    (name) => !Object.hasOwn(handlers, name) || typeof handlers[name] !== 'function',
  )
  const unknown = Object.keys(handlers).filter((name) => !names.includes(name))
  if (missing.length === 0 && unknown.length === 0) return
  const parts = [
    missing.length > 0 ? `no handler for ${missing.join(', ')}` : '',
    unknown.length > 0 ? `a handler for unknown ${unknown.join(', ')}` : '',
  ]
  throw new Error(`The job queue does not start: ${parts.filter((part) => part !== '').join('; ')}.`)
}

/** Starts pg-boss and creates the queues of `names`. */
async function startBoss<Schema>(
  database: Database<Schema>,
  names: readonly string[],
  settings: QueueSettings,
): Promise<PgBoss> {
  const boss = new PgBoss({
    ...bossOptions(database),
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    queueCacheIntervalSeconds: SUPERVISE_SECONDS,
    schedule: false,
  })
  const onError = (error: Error) => settings.onError?.(error)
  boss.on('error', onError)
  await boss.start()
  const common = {
    heartbeatSeconds: HEARTBEAT_SECONDS,
    // Retries after 1, 2, 4, … seconds with jitter, because a resource that the job needs may be unavailable for a
    // while.
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: settings.maxRetryDelaySeconds ?? MAX_RETRY_DELAY_SECONDS,
    // Waiting jobs never expire, however long the backlog.
    retentionSeconds: 365 * 24 * 3600,
    notify: true,
  }
  const policy = {
    ...common,
    expireInSeconds: 23 * 3600,
    retryLimit: policyLimit(settings),
    deadLetter: DEAD_LETTER,
  }
  // A burial that fails must be repeated; otherwise its job would never end.
  const burial = { ...common, retryLimit: 1000 }
  await boss.createQueue(DEAD_LETTER, burial)
  await boss.updateQueue(DEAD_LETTER, burial)
  for (const name of names) {
    await boss.createQueue(name, policy)
    await boss.updateQueue(name, policy) // a queue that exists keeps its old policy otherwise
    // Puts the queue into pg-boss's cache. Otherwise a send inside a transaction of the embedded database would look it
    // up through the raw handle and wait for its own transaction.
    await boss.findJobs(name, { id: NO_JOB })
  }
  return boss
}

/** Returns when the outage began that also ended the delivery before, else when this delivery did. The database's clock. */
const outageSince = ({ output, startedOn }: JobWithMetadata<unknown>): string =>
  (output as { outageSince?: string } | null)?.outageSince ?? startedOn.toISOString()

/**
 * Runs one delivery and says how it ended. pg-boss counts every delivery, so the limit of a job is raised by one when an
 * outage ended its delivery.
 */
async function deliver(
  boss: PgBoss,
  settings: QueueSettings,
  job: JobWithMetadata<unknown>,
  work: () => Promise<void>,
  stopping: AbortSignal,
): Promise<JobResult> {
  const { id, name, retryCount } = job
  // Jobs that an older version accepted have a limit that is lower by one.
  const retryLimit = Math.max(job.retryLimit, policyLimit(settings))
  // The worker of the last delivery that counts has died.
  if (retryCount >= retryLimit) return { id, status: 'deadletter' }
  const began = performance.now()
  try {
    await observed(settings.observer, name, job.signal, work)
    return { id, status: 'completed' }
  } catch (thrown) {
    const error = thrown as Error
    const isOutage = isDatabaseClosed(error) || settings.isOutage?.(error) === true
    const since = outageSince(job)
    // Kept in the job for the next delivery.
    const output = isOutage ? Object.assign(error, { outageSince: since }) : error
    const isLong =
      performance.now() - began > (settings.outageWithinMs ?? OUTAGE_WITHIN_MS) ||
      job.startedOn.getTime() - Date.parse(since) > LONGEST_OUTAGE_MS
    if (!isOutage || isLong)
      return { id, status: retryCount === retryLimit - 1 ? 'deadletter' : 'failed', output }
    const pause = () =>
      sleep(settings.outagePauseMs ?? OUTAGE_PAUSE_MS, undefined, { signal: stopping }).catch(() => {})
    for (;;) {
      try {
        await boss.fail(name, job, output)
        const [left] = await boss.findJobs(name, { id })
        // A process that dies before this line, or comes to it after the next delivery began, has spent one delivery.
        if (left?.retryCount === retryCount)
          await boss.update(name, undefined, { id, retryLimit: retryLimit + 1 })
        break
      } catch (away) {
        if (stopping.aborted || !isDatabaseAway(away as Error)) throw away
        await pause()
      }
    }
    await pause()
    // Ignored: this delivery has ended above.
    return { id, status: 'completed' }
  }
}

/** Opens the durable queue in the service's database, creating its queues. `names` are all jobs that exist. */
export async function openQueue<Jobs extends Record<string, object>, Schema = unknown>(
  database: Database<Schema>,
  names: readonly (keyof Jobs & string)[],
  settings: QueueSettings,
): Promise<Queue<Jobs>> {
  const start = () => startBoss(database, names, settings)
  // pg-boss starts with long statements, each of them used once.
  const boss = await (database.kind === 'embedded' ? withBaselineWasm(start) : start())
  const stopping = new AbortController()

  return {
    async send(trx, name, data, options) {
      const { group, ...rest } = options ?? {}
      await boss.send(name, data, {
        ...rest,
        ...(group ? { group: { id: group } } : {}),
        db: fromKysely(trx),
      })
    },
    async work(handlers, bury) {
      assertOneHandlerEach(names, handlers)
      const { concurrency, perGroup = 0, perGroupInProcess = 0 } = settings
      const limits =
        perGroup > 0
          ? { groupConcurrency: perGroup }
          : perGroupInProcess > 0 && perGroupInProcess < concurrency
            ? { localGroupConcurrency: perGroupInProcess }
            : {}
      for (const name of names) {
        await boss.work(
          name,
          {
            localConcurrency: concurrency,
            ...limits,
            includeMetadata: true,
            perJobResults: true,
            pollingIntervalSeconds: POLL_SECONDS,
            notifyPollingIntervalSeconds: POLL_SECONDS,
            // With a backlog, a slot takes its next job without waiting for the poll.
            burstWhenReadyExceeds: 1,
          },
          async ([job]: JobWithMetadata<Jobs[typeof name]>[]) => {
            if (!job) return []
            const { id, data, signal, retryCount: attempt } = job
            const work = () => handlers[name]({ id, data, signal, attempt })
            return [await deliver(boss, settings, job, work, stopping.signal)]
          },
        )
      }
      await boss.work<Jobs[keyof Jobs]>(
        DEAD_LETTER,
        { notifyPollingIntervalSeconds: SUPERVISE_SECONDS },
        async ([job]) => {
          if (!job) return
          await bury(job.data)
          settings.observer?.givenUp()
        },
      )
    },
    async cancel(name, id) {
      await boss.cancel(name, id)
    },
    // Running jobs get time to finish. The rest are aborted and marked for a retry.
    stop() {
      stopping.abort()
      return boss.stop({ graceful: true, timeout: STOP_WITHIN_MS, close: true })
    },
  }
}
