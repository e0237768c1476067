import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readMigrations } from '@assay/kit/migrate'
import { freshDatabase, hasServer } from '@assay/kit/testing'
import { loadUntilDrained } from '@assay/kit/testing-load'
import { addressOf, processorSeconds, slowdown, stopProcess } from '@assay/kit/testing-process'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createEvidenceClient } from '../../client/client.ts'
import { evidence, evidenceToEnd } from '../cli.ts'

const createUser = ['users', 'create', '--organization', 'Example Lab', '--username']

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'evidence-processes-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test.runIf(hasServer)(
  'ten processes migrate one empty database at once: all end with 0, each migration is applied once',
  async () => {
    const fresh = await freshDatabase('server')
    try {
      const settings = { DATABASE_URL: fresh.config.databaseUrl as string }
      const ends = await Promise.all(Array.from({ length: 10 }, () => evidenceToEnd(['migrate'], settings)))
      expect(ends.map(({ code, output }) => (code === 0 ? 0 : output))).toEqual(Array(10).fill(0))
      const names = readMigrations(join(import.meta.dirname, '../../migrations')).map(({ name }) => name)
      const applied = ends.flatMap(({ output }) => output.match(/\d{4}-[a-z0-9-]+\.sql/g) ?? [])
      expect(applied.sort()).toEqual(names)
      const database = await fresh.open()
      const { rows } = await sql<{ name: string }>`SELECT name FROM schema_migration ORDER BY name`.execute(
        database.db,
      )
      expect(rows.map(({ name }) => name)).toEqual(names)
    } finally {
      await fresh.remove()
    }
  },
)

test('with no environment it is healthy within 10 s from an empty folder', async () => {
  const started = performance.now()
  const server = evidence(['serve', '--port', '0'], {}, folder)
  try {
    const url = await addressOf(server)
    const answer = await fetch(`${url}/health`)
    const seconds = (performance.now() - started) / 1000
    const processor = processorSeconds(server.pid)
    console.log(
      `evidence: healthy ${seconds.toFixed(1)} s after its start in an empty folder, ${processor.toFixed(1)} s of processor`,
    )
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ status: 'healthy' })
    expect(processor).toBeLessThan(10)
    expect(seconds).toBeLessThan(10 * slowdown())
  } finally {
    expect(await stopProcess(server)).toMatchObject({ code: 0 })
  }
})

test('a second process on the same folder is refused with a sentence that helps, and nothing is lost', async () => {
  const settings = { DATA_DIR: folder }
  const created = await evidenceToEnd([...createUser, 'ada'], settings)
  expect(created.code).toBe(0)
  const password = /shown only now: (\S+)/.exec(created.output)?.[1] as string
  const server = evidence(['serve', '--port', '0'], settings)
  const url = await addressOf(server)
  for (const command of [['serve', '--port', '0'], ['migrate'], [...createUser, 'bob']]) {
    const refused = await evidenceToEnd(command, settings)
    expect(refused.code).toBe(1)
    expect(refused.output).toContain(`is in use by process ${server.pid} (assay-evidence serve)`)
    expect(refused.output).toContain(`It answers at ${url}`)
    expect(refused.output).toContain('choose another folder with --data-dir, or set DATABASE_URL')
  }
  const logIn = (baseUrl: string) =>
    createEvidenceClient({ baseUrl }).POST('/v1/auth/login', { body: { username: 'ada', password } })
  expect((await logIn(url)).response.status).toBe(200)
  // The lock ends with its process, however that dies, and what was acknowledged is there.
  server.signal('SIGKILL')
  await server.ended
  const next = evidence(['serve', '--port', '0'], settings)
  try {
    expect((await logIn(await addressOf(next))).response.status).toBe(200)
  } finally {
    expect(await stopProcess(next)).toMatchObject({ code: 0 })
  }
})

test.runIf(hasServer)('SIGTERM under load: no accepted request is dropped, exit code 0', async () => {
  const fresh = await freshDatabase('server')
  // Without shedding, which a busy machine would cause, and with time for the load balancer to look at /ready.
  const settings = {
    DATABASE_URL: fresh.config.databaseUrl as string,
    RATE_LIMIT_PER_MINUTE: '0',
    MAX_EVENT_LOOP_DELAY_MS: '0',
    DRAIN_DELAY_MS: '10000',
  }
  try {
    const created = await evidenceToEnd([...createUser, 'ada'], settings)
    const password = /shown only now: (\S+)/.exec(created.output)?.[1] as string
    const server = evidence(['serve', '--port', '0'], settings)
    const url = await addressOf(server)
    const { data } = await createEvidenceClient({ baseUrl: url }).POST('/v1/auth/login', {
      body: { username: 'ada', password },
    })
    setTimeout(() => server.signal('SIGTERM'), 1500)
    const report = await loadUntilDrained(url, 20, {
      method: 'GET',
      path: '/v1/auth/users/me',
      headers: { authorization: `Bearer ${data!.access_token}` },
    })
    const ended = await server.ended
    console.log(
      `evidence: SIGTERM under load: ${report.answered} answered (${report.answeredDraining} while draining), ${report.dropped.length} dropped, exit code ${ended.code}`,
    )
    expect(report.dropped).toEqual([])
    expect(Object.keys(report.statuses)).toEqual(['200'])
    expect(report.answered).toBeGreaterThan(100)
    expect(ended).toMatchObject({ code: 0, signal: null })
  } finally {
    await fresh.remove()
  }
})
