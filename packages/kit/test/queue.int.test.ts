import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Database } from '../src/database.ts'
import { openQueue, type Queue } from '../src/queue.ts'
import { engines, freshDatabase, hasServer, type TestDatabase } from '../src/testing.ts'
import { slowdown } from '../src/testing-process.ts'
import { endAll, start } from './processes/start.ts'

type Jobs = { echo: { n: number }; flaky: { n: number }; hopeless: { n: number }; later: { n: number } }
const names = ['echo', 'flaky', 'hopeless', 'later'] as const
const until = <T>(check: () => T, timeout = 200_000) => vi.waitFor(check, { timeout, interval: 50 })
const createResults = (database: Database<unknown>) =>
  sql`CREATE TABLE result (n int PRIMARY KEY)`.execute(database.db)
const results = async (database: Database<unknown>) =>
  (await sql<{ n: number }>`SELECT n FROM result ORDER BY n`.execute(database.db)).rows.map(({ n }) => n)

afterAll(endAll)

describe.each(engines)('%s', (engine) => {
  let fresh: TestDatabase
  let database: Database<unknown>
  let queue: Queue<Jobs>
  const done: { name: string; n: number; attempt: number }[] = []
  const buried: number[] = []
  const errors: Error[] = []
  const send = (name: keyof Jobs, n: number, options: { id?: string; priority?: number } = {}) =>
    database.db.transaction().execute((trx) => queue.send(trx, name, { n }, options))
  const deliveries = (name: string) => done.filter((delivery) => delivery.name === name)

  beforeAll(async () => {
    fresh = await freshDatabase(engine)
    database = await fresh.open()
    await createResults(database)
    queue = await openQueue<Jobs>(database, names, {
      concurrency: 2,
      retryLimit: 2,
      onError: (error) => errors.push(error),
    })
  })
  afterAll(async () => {
    await queue.stop()
    await fresh.remove()
  })

  test('refuses to work unless every name has exactly one handler', async () => {
    const handler = async () => {}
    await expect(queue.work({ echo: handler } as never, handler)).rejects.toThrow(
      'no handler for flaky, hopeless, later',
    )
    await expect(
      queue.work(
        { echo: handler, flaky: handler, hopeless: handler, later: handler, extra: handler } as never,
        handler,
      ),
    ).rejects.toThrow('a handler for unknown extra')
  })

  test('a job sent in a transaction that is rolled back never exists; cancelled, it never runs', async () => {
    await expect(
      database.db.transaction().execute(async (trx) => {
        await sql`INSERT INTO result VALUES (1)`.execute(trx)
        await queue.send(trx, 'echo', { n: 1 })
        throw new Error('change of mind')
      }),
    ).rejects.toThrow('change of mind')
    const id = crypto.randomUUID()
    await send('later', 7, { id })
    await queue.cancel('later', id)
    await database.db.transaction().execute(async (trx) => {
      await sql`INSERT INTO result VALUES (2)`.execute(trx)
      await queue.send(trx, 'echo', { n: 2 })
    })
    const record = (name: string) => async (delivery: { data: { n: number }; attempt: number }) => {
      done.push({ name, n: delivery.data.n, attempt: delivery.attempt })
    }
    await queue.work(
      {
        echo: record('echo'),
        later: record('later'),
        async flaky(delivery) {
          await record('flaky')(delivery)
          if (delivery.attempt === 0) throw new Error('once')
        },
        async hopeless(delivery) {
          await record('hopeless')(delivery)
          throw new Error('always')
        },
      },
      async ({ n }) => void buried.push(n),
    )
    await until(() => expect(deliveries('echo')).toEqual([{ name: 'echo', n: 2, attempt: 0 }]))
    expect(await results(database)).toEqual([2])
  })

  test('a failed job comes again; one that always fails is buried after its last attempt', async () => {
    await send('flaky', 3)
    await send('hopeless', 4)
    await until(() => {
      expect(deliveries('flaky').map(({ attempt }) => attempt)).toEqual([0, 1])
      expect(deliveries('hopeless').map(({ attempt }) => attempt)).toEqual([0, 1, 2])
      expect(buried).toEqual([4])
    })
  })

  test('a hundred jobs sent at once are each delivered once', async () => {
    await Promise.all(Array.from({ length: 100 }, (_, n) => send('echo', 100 + n)))
    await until(() => expect(deliveries('echo')).toHaveLength(101))
    expect(new Set(deliveries('echo').map(({ n }) => n)).size).toBe(101)
    expect(deliveries('later')).toEqual([]) // the cancelled one never ran
    expect(errors).toEqual([])
  })

  test('an idle worker begins a new job at once (notification, not polling)', async () => {
    await new Promise((resolve) => setTimeout(resolve, 1000))
    const sent = performance.now()
    await send('echo', 999)
    await until(() => expect(deliveries('echo').at(-1)?.n).toBe(999))
    const milliseconds = performance.now() - sent
    console.log(`${engine}: an idle worker began ${Math.round(milliseconds)} ms after the send`)
    expect(milliseconds).toBeLessThan(2000 * slowdown())
  })
})

describe.each(engines)('%s: outages', (engine) => {
  class Away extends Error {}
  let fresh: TestDatabase
  let database: Database<unknown>
  let queue: Queue<{ fragile: { n: number } }>
  const deliveries: { n: number; at: number }[] = []
  const buried: number[] = []
  /** What each delivery of a job throws, in turn; nothing after the last. */
  const plans = new Map<number, (Error | undefined)[]>()
  const away = (times: number) => Array.from({ length: times }, () => new Away('the bucket is away'))
  const countOf = (n: number) => deliveries.filter((delivery) => delivery.n === n).length
  const send = (n: number, errors: (Error | undefined)[]) => {
    plans.set(n, errors)
    return database.db.transaction().execute((trx) => queue.send(trx, 'fragile', { n }))
  }

  beforeAll(async () => {
    fresh = await freshDatabase(engine)
    database = await fresh.open()
    queue = await openQueue(database, ['fragile'], {
      concurrency: 1,
      retryLimit: 2,
      isOutage: (error) => error instanceof Away,
      maxRetryDelaySeconds: 1,
      outagePauseMs: 100,
    })
    await queue.work(
      {
        async fragile({ data: { n } }) {
          deliveries.push({ n, at: performance.now() })
          const error = plans.get(n)?.shift()
          if (error) throw error
        },
      },
      async ({ n }) => void buried.push(n),
    )
  })
  afterAll(async () => {
    await queue.stop()
    await fresh.remove()
  })

  test('an outage much longer than the limit of retries fails no job, and is not tried in a hot loop', async () => {
    await send(1, away(6))
    await until(() => expect(countOf(1)).toBe(7))
    const [first, last] = [deliveries.at(0)!.at, deliveries.at(-1)!.at]
    expect(last - first).toBeGreaterThan(6 * 900)
    expect(buried).toEqual([])
  })

  test('a database that takes no statement is an outage as well', async () => {
    const refused = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    await send(2, [refused(), refused(), refused(), refused()])
    await until(() => expect(countOf(2)).toBe(5))
    expect(buried).toEqual([])
  })

  test('failures of the job itself count before, between and after outages', async () => {
    const own = () => new Error('cannot be decoded')
    await send(3, [own(), ...away(2), own(), ...away(2), own(), own()])
    await until(() => expect(buried).toEqual([3]))
    expect(countOf(3)).toBe(7)
  })

  test('a job whose workers died in every delivery that counts is buried, not run again', async () => {
    const other = await openQueue<{ deadly: { n: number } }>(database, ['deadly'], { concurrency: 1 })
    await database.db.transaction().execute((trx) => other.send(trx, 'deadly', { n: 9 }))
    // As pg-boss leaves it when the first delivery and five more ended without an answer.
    await sql`UPDATE pgboss.job SET started_on = now(), state = 'retry', retry_count = 5 WHERE name = 'deadly'`.execute(
      database.db,
    )
    const ran: number[] = []
    const dead: number[] = []
    await other.work(
      { deadly: async ({ data: { n } }) => void ran.push(n) },
      async ({ n }) => void dead.push(n),
    )
    await until(() => expect([...dead, ...buried]).toContain(9))
    expect(ran).toEqual([])
    await other.stop()
  })

  test('of a backlog during an outage, a slot tries one job and pauses', async () => {
    const pause = { concurrency: 1, isOutage: () => true, outagePauseMs: 600_000 }
    const other = await openQueue<{ backlog: { n: number } }>(database, ['backlog'], pause)
    let tried = 0
    await database.db.transaction().execute(async (trx) => {
      for (let n = 0; n < 20; n++) await other.send(trx, 'backlog', { n })
    })
    const backlog = async () => {
      tried += 1
      throw new Away('the bucket is away')
    }
    await other.work({ backlog }, async () => {})
    await until(() => expect(tried).toBe(1))
    await new Promise((resolve) => setTimeout(resolve, 2000))
    expect(tried).toBe(1)
    const stopped = performance.now()
    await other.stop()
    expect(performance.now() - stopped).toBeLessThan(10_000 * slowdown())
  })
})

test.each(engines)(
  '%s: kill -9 in mid-job: another worker process has the job within 30 s',
  async (engine) => {
    const fresh = await freshDatabase(engine)
    try {
      const setUp = await fresh.open()
      await createResults(setUp)
      const queue = await openQueue<{ long: { n: number } }>(setUp, ['long'], { concurrency: 1 })
      await setUp.db.transaction().execute((trx) => queue.send(trx, 'long', { n: 5 }))
      await queue.stop()
      if (engine === 'embedded') await setUp.close() // one process at a time
      const config = JSON.stringify(fresh.config)
      const first = start('worker.ts', config, '600000')
      const { id } = await first.next('began')
      first.kill('SIGKILL')
      const killed = Date.now()
      await first.exited
      const second = start('worker.ts', config, '600000')
      const again = await second.next('began')
      const seconds = ((again.at as number) - killed) / 1000
      console.log(`${engine}: the job was taken over ${seconds.toFixed(1)} s after kill -9`)
      expect(again).toMatchObject({ id, n: 5, attempt: 1 })
      expect(seconds).toBeLessThan(30 * slowdown())
      await second.next('done')
      second.kill('SIGTERM')
      expect(await second.exited).toEqual({ code: 0, signal: null })
      const check = engine === 'embedded' ? await fresh.open() : setUp
      expect(await results(check)).toEqual([5])
    } finally {
      await fresh.remove()
    }
  },
)

test.runIf(hasServer)('SIGTERM lets the job in hand finish, takes no new one, and exits with 0', async () => {
  const fresh = await freshDatabase('server')
  try {
    const database = await fresh.open()
    await createResults(database)
    const queue = await openQueue<{ long: { n: number } }>(database, ['long'], { concurrency: 1 })
    const worker = start('worker.ts', JSON.stringify(fresh.config), '3000')
    await worker.next('working')
    await database.db.transaction().execute((trx) => queue.send(trx, 'long', { n: 1 }))
    await worker.next('began')
    worker.kill('SIGTERM')
    await new Promise((resolve) => setTimeout(resolve, 500))
    await database.db.transaction().execute((trx) => queue.send(trx, 'long', { n: 2 }))
    expect(await worker.next('done')).toMatchObject({ n: 1, attempt: 0 })
    expect(await worker.exited).toEqual({ code: 0, signal: null })
    expect(await results(database)).toEqual([1])
    await queue.stop()
  } finally {
    await fresh.remove()
  }
})

test.runIf(hasServer)(
  'ten worker processes start at once on an empty database and share the jobs',
  async () => {
    const fresh = await freshDatabase('server')
    try {
      const database = await fresh.open()
      await createResults(database)
      const workers = Array.from({ length: 10 }, () => start('worker.ts', JSON.stringify(fresh.config), '50'))
      await Promise.all(workers.map((worker) => worker.next('working')))
      const queue = await openQueue<{ long: { n: number } }>(database, ['long'], { concurrency: 1 })
      await Promise.all(
        Array.from({ length: 60 }, (_, n) =>
          database.db.transaction().execute((trx) => queue.send(trx, 'long', { n })),
        ),
      )
      await vi.waitFor(async () => expect(await results(database)).toHaveLength(60), {
        timeout: 200_000,
        interval: 200,
      })
      for (const worker of workers) worker.kill('SIGTERM')
      expect((await Promise.all(workers.map(({ exited }) => exited))).map(({ code }) => code)).toEqual(
        Array(10).fill(0),
      )
      expect(workers.map((worker) => worker.output()).join('')).toBe('')
      await queue.stop()
    } finally {
      await fresh.remove()
    }
  },
)
