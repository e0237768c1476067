import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readMigrations } from '@assay/kit/migrate'
import { freshDatabase, hasServer } from '@assay/kit/testing'
import { addressOf, processorSeconds, slowdown, stopProcess } from '@assay/kit/testing-process'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createAudioClient, upload } from '../../client/client.ts'
import { audio, audioToEnd } from '../cli.ts'
import { tone } from '../tone.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'audio-processes-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test.runIf(hasServer)(
  'ten processes migrate one empty database at once: all end with 0, each migration is applied once',
  async () => {
    const fresh = await freshDatabase('server')
    try {
      const settings = { DATABASE_URL: fresh.config.databaseUrl as string }
      const ends = await Promise.all(Array.from({ length: 10 }, () => audioToEnd(['migrate'], settings)))
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

test.runIf(hasServer)(
  'servers and workers that start at once on one empty database all come up',
  async () => {
    const fresh = await freshDatabase('server')
    const settings = { DATABASE_URL: fresh.config.databaseUrl as string, STORAGE_DIR: folder }
    const started = [
      audio(['serve', '--port', '0', '--production'], settings),
      audio(['serve', '--port', '0', '--production'], settings),
      audio(['work', '--production'], settings),
      audio(['work', '--production'], settings),
    ] as const
    try {
      await Promise.all([
        addressOf(started[0]),
        addressOf(started[1]),
        started[2].wrote(/"working"/),
        started[3].wrote(/"working"/),
      ])
    } finally {
      const ends = await Promise.all(started.map((each) => stopProcess(each)))
      await fresh.remove()
      expect(ends.map(({ code }) => code)).toEqual([0, 0, 0, 0])
    }
  },
)

test('with no environment it is healthy within 10 s from an empty folder and does jobs', {
  retry: 2,
}, async () => {
  const started = performance.now()
  const server = audio(['serve', '--port', '0'], {}, folder)
  try {
    const url = await addressOf(server)
    expect((await fetch(`${url}/health`)).status).toBe(200)
    const seconds = (performance.now() - started) / 1000
    const processor = processorSeconds(server.pid)
    console.log(
      `audio: healthy ${seconds.toFixed(1)} s after its start in an empty folder, ${processor.toFixed(1)} s of processor`,
    )
    expect(processor).toBeLessThan(10)
    expect(seconds).toBeLessThan(10 * slowdown())
    const { response } = await createAudioClient({ baseUrl: url }).POST(
      '/api/v1/features',
      upload({ file: tone(0.5) }),
    )
    expect(response.status).toBe(200)
  } finally {
    expect(await stopProcess(server)).toMatchObject({ code: 0 })
  }
})

test('a second process on the same folder is refused with a sentence that helps, and no job is lost', async () => {
  const settings = { DATA_DIR: folder }
  const server = audio(['serve', '--port', '0'], settings)
  const url = await addressOf(server)
  const jobs = (baseUrl: string) => createAudioClient({ baseUrl })
  const { data } = await jobs(url).POST('/api/v1/features', upload({ file: tone(120), async: true }))
  const { job_id: id } = data as { job_id: string }
  for (const command of [['serve', '--port', '0'], ['migrate']]) {
    const refused = await audioToEnd(command, settings)
    expect(refused.code).toBe(1)
    expect(refused.output).toContain(`is in use by process ${server.pid} (assay-audio serve)`)
    expect(refused.output).toContain(`It answers at ${url}`)
    expect(refused.output).toContain('or set DATABASE_URL')
  }
  const worker = await audioToEnd(['work'], settings)
  expect(worker.code).toBe(1)
  expect(worker.output).toContain('A separate worker needs DATABASE_URL')
  // Killed, perhaps in mid-job: the accepted job is there and gets done by the next process.
  server.signal('SIGKILL')
  await server.ended
  const next = audio(['serve', '--port', '0'], settings)
  try {
    const client = jobs(await addressOf(next))
    const status = async () =>
      (await client.GET('/api/v1/jobs/{id}', { params: { path: { id } } })).data?.status
    await expect.poll(status, { timeout: 200_000, interval: 200 }).toBe('completed')
  } finally {
    expect(await stopProcess(next)).toMatchObject({ code: 0 })
  }
})
