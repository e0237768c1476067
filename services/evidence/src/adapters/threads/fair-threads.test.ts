import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { FairThreads } from './fair-threads.ts'
import { ThreadEnded } from './limited-thread.ts'

/** Answers a number of milliseconds by waiting that long; a negative one loops for ever, text breaks the thread. */
const ENTRY = `
import { parentPort } from 'node:worker_threads'
const cell = new Int32Array(new SharedArrayBuffer(4))
parentPort.on('message', (task) => {
  if (typeof task === 'string') return parentPort.postMessage({ broken: task })
  if (task < 0) for (;;);
  Atomics.wait(cell, 0, 0, task)
  parentPort.postMessage({ result: task })
})
parentPort.postMessage({ loaded: true })
`
const folder = mkdtempSync(join(tmpdir(), 'fair-threads-'))
const entry = join(folder, 'entry.mjs')
writeFileSync(entry, ENTRY)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const FOREVER = -1
const plain = { limitMs: 60_000, waitLimitMs: 60_000, light: false }

async function withThreads(threads: number, use: (pool: FairThreads<number | string>) => Promise<void>) {
  const pool = new FairThreads<number | string>({ entry, threads, maxWaitingPerOrganization: 3 })
  try {
    await use(pool)
  } finally {
    await pool.close()
  }
}

const ended = (answer: Promise<unknown>) =>
  answer.then(
    () => 'answered',
    (error: unknown) => (error instanceof ThreadEnded ? error.reason : (error as { code: string }).code),
  )

describe('FairThreads', () => {
  it('ends a loop without end at its limit, and answers with a new thread', () =>
    withThreads(1, async (pool) => {
      expect(await ended(pool.run(FOREVER, { ...plain, organizationId: 'a', limitMs: 50 }))).toBe('limit')
      expect(await pool.run(1, { ...plain, organizationId: 'a' })).toBe(1)
    }))

  it('ends a loop without end when its client disconnects', () =>
    withThreads(1, async (pool) => {
      const client = new AbortController()
      const running = ended(pool.run(FOREVER, { ...plain, organizationId: 'a', signal: client.signal }))
      const waiting = ended(pool.run(FOREVER, { ...plain, organizationId: 'a', signal: client.signal }))
      client.abort()
      expect(await running).toBe('cancelled')
      expect(await waiting).toBe('cancelled')
      expect(await pool.run(1, { ...plain, organizationId: 'a' })).toBe(1)
    }))

  it('does not use a thread again that something broke', () =>
    withThreads(1, async (pool) => {
      expect(await ended(pool.run('broken', { ...plain, organizationId: 'a' }))).toBe('crashed')
      expect(await pool.run(1, { ...plain, organizationId: 'a' })).toBe(1)
    }))

  it('gives one organization at most half of the threads, and keeps one for light tasks', () =>
    withThreads(4, async (pool) => {
      const stop = new AbortController()
      const heavy = (organizationId: string) =>
        ended(pool.run(FOREVER, { ...plain, organizationId, signal: stop.signal }))
      // Three organizations with endless tasks take three threads; their light tasks and a fourth still get through.
      const attacks = ['a', 'a', 'a', 'b', 'c', 'c'].map(heavy)
      for (const organizationId of ['d', 'b', 'e'])
        expect(await pool.run(1, { ...plain, organizationId, light: true })).toBe(1)
      stop.abort()
      expect(await Promise.all(attacks)).toEqual(attacks.map(() => 'cancelled'))
    }))

  it('takes organizations in turn, whoever sent more', () =>
    withThreads(1, async (pool) => {
      const order: string[] = []
      const send = (organizationId: string) =>
        pool.run(5, { ...plain, organizationId }).then(() => order.push(organizationId))
      await Promise.all(['a', 'a', 'a', 'b', 'c', 'b'].map(send))
      expect(order.indexOf('b')).toBeLessThan(3)
      expect(order.indexOf('c')).toBeLessThan(4)
      expect(order.at(-1)).not.toBe('c')
    }))

  it('bounds how many wait, and how long', () =>
    withThreads(1, async (pool) => {
      const stop = new AbortController()
      const forever = { ...plain, signal: stop.signal }
      const running = ended(pool.run(FOREVER, { ...forever, organizationId: 'a' }))
      const late = ended(pool.run(1, { ...plain, organizationId: 'b', waitLimitMs: 20 }))
      const waiting = [1, 2, 3].map(() => ended(pool.run(1, { ...forever, organizationId: 'a' })))
      expect(await ended(pool.run(1, { ...plain, organizationId: 'a' }))).toBe('SERVICE_UNAVAILABLE')
      expect(await late).toBe('SERVICE_UNAVAILABLE')
      stop.abort()
      expect(await Promise.all([running, ...waiting])).toEqual(new Array(4).fill('cancelled'))
    }))
})
