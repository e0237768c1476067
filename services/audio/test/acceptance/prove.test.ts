import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freshDatabase, hasServer } from '@assay/kit/testing'
import { addressOf, stopProcess } from '@assay/kit/testing-process'
import { checkSheets } from '@assay/kit/testing-sheets'
import { expect, test } from 'vitest'
import { audio, audioToEnd, environment, MAIN } from '../cli.ts'

const entry = (name: string, key: string) => `${name}:${createHash('sha256').update(key).digest('hex')}`

/** Clicks at 120 a minute over a low tone. */
const CLICKS = "aevalsrc='0.2*sin(2*PI*110*t)+0.7*sin(2*PI*1000*t)*lt(mod(t,0.5),0.02)':d=8:s=44100"

test.runIf(hasServer)(
  'prove and all commands with a result: every claim holds, all print tab-separated values',
  async () => {
    const keys = [`key-${'a'.repeat(40)}`, `key-${'b'.repeat(40)}`] as const
    const folder = await mkdtemp(join(tmpdir(), 'assay-sheets-'))
    const fresh = await freshDatabase('server')
    const settings = { DATABASE_URL: fresh.config.databaseUrl as string, DATA_DIR: join(folder, 'data') }
    const server = audio(['serve', '--port', '0', '--admin-port', '-1'], {
      ...settings,
      AUTHENTICATION: 'api-key',
      API_KEYS: `${entry('ada', keys[0])},${entry('bob', keys[1])}`,
    })
    const track = join(folder, 'clicks.wav')
    try {
      execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', CLICKS, track])
      const url = await addressOf(server)
      const answers = await checkSheets(
        MAIN,
        [
          ['analyze', track],
          ['beats', track],
          ['drums', track],
          ['audio-features', track],
          ['semantic emotions', track],
          ['stems', track, '--out', join(folder, 'stems')],
          ['semantic index', track, '--title', '=SUM(A1)'],
          ['semantic search', 'steady clicks'],
          ['semantic stats'],
          ['semantic renew'],
          ['migrate'],
          ['check-files'],
          ['api-key', 'studio'],
          ['clients export', '--client', 'public', '--out', join(folder, 'export')],
          ['clients delete', '--client', 'public', '--confirm', 'public'],
          ['clients receipts'],
          ['prove', '--url', url],
          ['columns'],
        ],
        environment({ ...settings, ASSAY_KEY: keys[0], ASSAY_OTHER_KEY: keys[1] }),
      )
      const claims = answers.at(-2)!
      expect(claims.filter(({ verdict }) => verdict === 'broken')).toEqual([])
      expect(claims.filter(({ verdict }) => verdict === 'holds').length).toBeGreaterThan(8)
      const [tracks, beats, , features, emotions, stems, , hits] = answers
      expect(tracks).toEqual([expect.objectContaining({ file: track, duration_seconds: '8' })])
      expect(beats!.length).toBeGreaterThan(10)
      expect(Number(features![0]!.tempo)).toBeCloseTo(120, 0)
      expect(Number(emotions![0]!.energy)).toBeGreaterThanOrEqual(0)
      expect(stems!.map(({ stem }) => stem)).toEqual(['drums', 'bass', 'other', 'vocals'])
      for (const { title } of hits!) expect(title).toBe("'=SUM(A1)")
    } finally {
      await stopProcess(server)
      await fresh.remove()
      await rm(folder, { recursive: true, force: true })
    }
  },
)

test.runIf(hasServer)(
  'prove --kill-worker: a job outlives its worker, and no file is left; load is not run below a useful rate limit',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'assay-prove-'))
    const fresh = await freshDatabase('server')
    const settings = {
      DATABASE_URL: fresh.config.databaseUrl as string,
      STORAGE_DIR: join(folder, 'files'),
      MAX_EVENT_LOOP_DELAY_MS: '0',
    }
    const server = audio(['serve', '--port', '0', '--admin-port', '-1'], settings)
    const startWorker = async () => {
      const worker = audio(['work', '--production'], settings)
      await worker.wrote(/"working"/)
      return worker
    }
    const [first, url] = [await startWorker(), await addressOf(server)]
    // As a supervisor does.
    const second = first.ended.then(startWorker)
    try {
      const options = ['--url', url, '--load', '--kill-worker', `kill -9 ${first.pid}`]
      const { code, output } = await audioToEnd(['prove', ...options, '--json'], settings)
      const { claims } = JSON.parse(output.slice(output.indexOf('{"claims"'))) as {
        claims: { claim: string; figure: string; verdict: string }[]
      }
      expect([code, claims.filter(({ verdict }) => verdict === 'broken')]).toEqual([0, []])
      const claimOf = (start: string) => claims.find(({ claim }) => claim.startsWith(start))
      expect(claimOf('a job outlives')).toMatchObject({ verdict: 'holds' })
      expect(claimOf('its job is ended')?.figure).toMatch(/^completed; the row of job .* stays/)
      expect(claimOf('a steady load')).toMatchObject({
        verdict: 'not run',
        figure: expect.stringContaining('limit of 600 requests a minute'),
      })
      expect((await readdir(join(folder, 'files'))).filter((name) => !name.startsWith('.'))).toEqual([])
    } finally {
      first.signal('SIGKILL')
      await stopProcess(await second)
      await stopProcess(server)
      await fresh.remove()
      await rm(folder, { recursive: true, force: true })
    }
  },
)
