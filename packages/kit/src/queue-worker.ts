import type { Job, PgBoss } from 'pg-boss'

export interface QueueWorkerOptions<Data> {
  readonly name: string
  /** Jobs at the same time. */
  readonly concurrency: number
  /** Jobs of one group at the same time, over all processes; 0 is no limit. */
  readonly perGroup: number
  readonly heartbeatSeconds: number
  readonly handle: (job: Job<Data>, signal: AbortSignal) => Promise<void>
  readonly onError: (error: Error) => void
}

export interface QueueWorker {
  /** There may be something to fetch. */
  wake(): void
  /** Jobs in hand get this long; what is left then is aborted and given back. */
  stop(withinMs: number): Promise<void>
}

interface Claim<Data> {
  readonly job: Job<Data>
  readonly lost: AbortController
}

/** Without a notification: finds what waits for its next try, and what was announced while nobody listened. */
const POLL_MS = 2000
const LAST_WORDS_MS = 2000

/**
 * Works on one queue in this process. pg-boss's own worker fetches and settles job by job, each with a round trip that its
 * slot waits for. Here one fetch takes as many as there is room for and never more, a slot is free as soon as its job is
 * done, and jobs that end while others are being settled are settled together. A job whose settling is lost is delivered
 * again.
 */
export function startQueueWorker<Data>(boss: PgBoss, options: QueueWorkerOptions<Data>): QueueWorker {
  const { name, concurrency, onError } = options
  const grouped = options.perGroup > 0 ? { groupConcurrency: options.perGroup } : {}
  /** Jobs whose heartbeat is ours: those in hand and those done but not settled yet. */
  const claims = new Set<Claim<Data>>()
  const running = new Set<Promise<void>>()
  const fetching = new Set<Promise<void>>()
  /** Room that fetches under way may fill. */
  let promised = 0
  let wakes = 0
  let stopping = false

  const done: Claim<Data>[] = []
  let settling: Promise<void> | undefined
  const settleAll = async () => {
    while (done.length > 0) {
      const ended = done.splice(0)
      const jobs = ended.map(({ job }) => job)
      await boss.complete(name, jobs).catch(onError)
      for (const claim of ended) claims.delete(claim)
      // Its group counted as busy until now: what was left waiting for it can go.
      if (options.perGroup > 0) wake()
    }
    settling = undefined
  }

  const run = async (claim: Claim<Data>): Promise<void> => {
    try {
      await options.handle(claim.job, claim.lost.signal)
      done.push(claim)
      settling ??= settleAll()
    } catch (error) {
      await boss.fail(name, claim.job, error as Error).catch(onError)
      claims.delete(claim)
    }
  }
  const begin = (job: Job<Data>) => {
    const claim = { job, lost: new AbortController() }
    claims.add(claim)
    const work = run(claim).finally(() => {
      running.delete(work)
      wake()
    })
    running.add(work)
  }

  const fetchWhatFits = async (): Promise<void> => {
    for (let seen = -1; seen !== wakes && !stopping; ) {
      // What is announced while we fetch may be missing in what we get: then look again.
      seen = wakes
      const room = concurrency - running.size - promised
      if (room <= 0) return
      // Two fetches at once would both see a group with room for one; the one under way looks again.
      if (options.perGroup > 0 && promised > 0) return
      promised += room
      try {
        for (const job of await boss.fetch<Data>(name, { batchSize: room, ...grouped })) begin(job)
      } finally {
        promised -= room
      }
    }
  }
  // Several may fetch at once, each for the room that the others left.
  function wake(): void {
    wakes += 1
    const fetched = fetchWhatFits()
      .catch(onError)
      .finally(() => fetching.delete(fetched))
    fetching.add(fetched)
  }
  const poll = setInterval(wake, POLL_MS)
  wake()

  // The database tells which claims it still knows; one that is missing belongs to somebody else, or to nobody.
  const beat = async () => {
    const held = [...claims]
    if (held.length === 0) return
    const answer = await boss.touch(
      name,
      held.map(({ job }) => job),
    )
    // pg-boss's own worker reads this field too, though its types do not show it; without it no claim counts as lost.
    const { settled } = answer as { settled?: readonly string[] }
    if (!settled) return
    const known = new Set(settled)
    for (const { job, lost } of held) {
      if (!known.has(job.id)) lost.abort(new Error(`job ${job.id} is no longer this worker's`))
    }
  }
  const heart = setInterval(() => void beat().catch(onError), (options.heartbeatSeconds * 1000) / 2)

  const within = (ms: number) => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms)
    })
    return Promise.race([Promise.all(running), late]).finally(() => clearTimeout(timer))
  }
  return {
    wake,
    async stop(withinMs) {
      stopping = true
      clearInterval(poll)
      await Promise.all(fetching)
      await within(withinMs)
      for (const { lost } of claims) lost.abort(new Error('the worker stops'))
      await within(LAST_WORDS_MS)
      clearInterval(heart)
      await settling
    },
  }
}
