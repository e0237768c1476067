/**
 * Uploads and cancelling, with the service as processes of its own: memory and time of a 2 GB upload, `/health` beside
 * many slow ones, and how fast a cancelled job lets go of its decoder.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@assay/kit/database'
import { freshDatabase } from '@assay/kit/testing'
import {
  addressOf,
  machineIsBusy,
  processorSeconds,
  type RunningProcess,
  stopProcess,
} from '@assay/kit/testing-process'
import { atLeast, atMost, figure, type Row } from '@assay/kit/testing-report'
import type { AudioDatabase } from '../src/adapters/postgres/schema.ts'
import type { StoredInput } from '../src/domain/job.ts'
import { audio } from '../test/cli.ts'
import { tone } from '../test/tone.ts'
import { sha256Of, silentWav, uploadJob, wavHeader } from './uploads-form.ts'
import { healthDuring } from './uploads-health.ts'
import { longestTurnMs } from './uploads-loop.ts'

const MB = 1e6

/** Resident memory of a process in MB: now, and at its highest so far (Linux). */
function memoryMb(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const read = (name: string) => (Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024) / MB
  return { now: read('VmRSS'), peak: read('VmHWM') }
}

const quantile = (ascending: readonly number[], share: number) =>
  ascending[Math.min(ascending.length - 1, Math.floor(share * ascending.length))] ?? Number.POSITIVE_INFINITY

/** Seconds that the shell needs to write the same bytes, from a pipe as well. */
async function secondsOfCat(totalBytes: number, folder: string): Promise<number> {
  const path = join(folder, 'cat')
  const started = performance.now()
  const cat = spawn('sh', ['-c', 'cat > "$1"', 'sh', path], { stdio: ['pipe', 'ignore', 'inherit'] })
  const [[code]] = await Promise.all([
    once(cat, 'close'),
    pipeline(Readable.from(silentWav(totalBytes)), cat.stdin),
  ])
  if (code !== 0 || statSync(path).size !== totalBytes) throw new Error('cat did not write the file')
  const seconds = (performance.now() - started) / 1000
  rmSync(path)
  return seconds
}

interface Stage {
  readonly url: string
  readonly server: RunningProcess
  readonly database: Database<AudioDatabase>
  readonly folder: string
  readonly files: string
  /** How busy the server's event loop was. */
  readonly loopLog: string
  startWorker(): RunningProcess
}

const size = (bytes: number) => `${(bytes / 2 ** 30).toFixed(1)} GiB`

const inputOf = async ({ database }: Stage, id: string) =>
  (await database.db.selectFrom('job').select('input').where('id', '=', id).executeTakeFirstOrThrow())
    .input as StoredInput

const cancel = async ({ url }: Stage, id: string): Promise<void> => {
  const response = await fetch(`${url}/api/v1/jobs/${id}`, { method: 'DELETE' })
  if (!response.ok) throw new Error(`DELETE answered ${response.status}`)
}

async function largeUpload(stage: Stage, totalBytes: number): Promise<Row[]> {
  const { server, url } = stage
  const before = memoryMb(server.pid)
  let jobId = ''
  let seconds = 0
  const waits = await healthDuring(url, async () => {
    const started = performance.now()
    jobId = await uploadJob(url, '/features', silentWav(totalBytes))
    seconds = (performance.now() - started) / 1000
  })
  const { peak } = memoryMb(server.pid)
  const stored = await inputOf(stage, jobId)
  const whole = stored.sizeBytes === totalBytes && stored.sha256 === sha256Of(silentWav(totalBytes))
  await cancel(stage, jobId)
  const gigabytes = `${size(totalBytes)} upload`
  const cat = await secondsOfCat(totalBytes, stage.folder)
  return [
    atLeast(`${gigabytes}: stored whole`, whole ? 1 : 0, 1),
    atMost(`${gigabytes}: all memory of the server at its peak, MB`, peak, 200, before.now),
    figure(`${gigabytes}: seconds, against cat > file`, seconds, cat),
    figure(`${gigabytes}: p99 wait for /health meanwhile, ms`, quantile(waits, 0.99)),
  ]
}

const SLOW_PIECES = 120
const PIECE_EVERY_MS = 100
/** Clients do not all call in the same millisecond; each upload lasts three times as long. */
const ALL_BEGIN_WITHIN_MS = 4000

/** A short wav of its own, sent in many small pieces with pauses. */
async function* trickle(index: number, pieces: number): AsyncGenerator<Buffer> {
  for (const piece of slowPieces(index, pieces)) {
    yield piece
    await sleep(PIECE_EVERY_MS)
  }
}
function slowPieces(index: number, pieces: number): Buffer[] {
  const samples = Buffer.alloc(1024 * pieces, index + 1)
  const whole = Buffer.concat([wavHeader(samples.length), samples])
  const size = Math.ceil(whole.length / pieces)
  return Array.from({ length: pieces }, (_, piece) => whole.subarray(piece * size, (piece + 1) * size))
}

async function slowUploads(stage: Stage, count: number, patience: number): Promise<Row[]> {
  const jobIds: string[] = []
  const before = processorSeconds(stage.server.pid)
  const begun = Date.now()
  let busy = machineIsBusy()
  const waits = await healthDuring(stage.url, async () => {
    const all = Array.from({ length: count }, async (_, index) => {
      await sleep((index / count) * ALL_BEGIN_WITHIN_MS)
      jobIds[index] = await uploadJob(stage.url, '/features', trickle(index, SLOW_PIECES))
    })
    await Promise.all(all)
  })
  const seconds = processorSeconds(stage.server.pid) - before
  busy ||= machineIsBusy()
  const turnMs = longestTurnMs(stage.loopLog, begun, Date.now())
  // Where others want the processor too, a wait is mostly a wait for them: then it is shown, and the server's own share counts.
  const wait = (name: string, ms: number) => (busy ? figure(name, ms) : atMost(name, ms, 100 * patience))
  const uploads = `${count} slow uploads at once${busy ? ' (machine busy)' : ''}`
  let whole = 0
  for (const [index, id] of jobIds.entries()) {
    const { sha256 } = await inputOf(stage, id)
    if (sha256 === sha256Of(slowPieces(index, SLOW_PIECES))) whole += 1
    await cancel(stage, id)
  }
  return [
    atLeast(`${uploads}: stored whole`, whole, count),
    wait(`${uploads}: p99 wait for /health, ms`, quantile(waits, 0.99)),
    wait(`${uploads}: longest wait for /health, ms`, quantile(waits, 1)),
    atMost(`${uploads}: longest turn of the event loop, ms of processor`, turnMs, 100),
    figure(`${uploads}: median wait for /health, ms`, quantile(waits, 0.5)),
    figure(`${uploads}: processor time of the server, ms per upload`, (seconds / count) * 1000),
  ]
}

/** Decoders that read a file of this storage. */
const decoders = (files: string): string[] =>
  readdirSync('/proc').filter((entry) => {
    if (!/^\d+$/.test(entry)) return false
    try {
      const line = readFileSync(`/proc/${entry}/cmdline`, 'utf8')
      return line.startsWith('ffmpeg\0') && line.includes(files)
    } catch {
      return false // It has just ended.
    }
  })

async function until(look: () => boolean, withinMs: number, what: string): Promise<void> {
  for (const end = performance.now() + withinMs; !look(); await sleep(5)) {
    if (performance.now() > end) throw new Error(`not within ${withinMs} ms: ${what}`)
  }
}

/** Seconds from the answer to a DELETE until no decoder runs. */
async function cancelling(stage: Stage, patience: number): Promise<Row[]> {
  const worker = stage.startWorker()
  try {
    await worker.wrote(/"working"/)
    const hours = Buffer.from(await tone(2 * 3600).arrayBuffer())
    const rows: Row[] = []
    for (const path of ['/analyze', '/stems', '/features']) {
      const waits: number[] = []
      for (let round = 0; round < 3; round++) {
        const id = await uploadJob(stage.url, path, [hours])
        await until(() => decoders(stage.files).length > 0, 20_000, 'a decoder runs')
        await sleep(300 * round)
        if (decoders(stage.files).length === 0) throw new Error(`${path} ended before it was cancelled`)
        await cancel(stage, id)
        const answered = performance.now()
        await until(() => decoders(stage.files).length === 0, 20_000, 'no decoder runs')
        waits.push((performance.now() - answered) / 1000)
      }
      rows.push(
        atMost(
          `cancelled ${path}: longest time until its ffmpeg is gone, s`,
          Math.max(...waits),
          2 * patience,
        ),
      )
    }
    return rows
  } finally {
    await stopProcess(worker)
  }
}

/**
 * V8 lets the young part of its heap grow with the machine's memory. Kept at 2 MB, what an upload leaves behind is
 * collected sooner, and the whole server fits into 200 MB.
 */
const SMALL_HEAP = '--max-semi-space-size=2'

/** Runs `use` beside a server of its own. */
async function withServer<T>(nodeOptions: string, use: (stage: Stage) => Promise<T>): Promise<T> {
  const fresh = await freshDatabase('server')
  const folder = mkdtempSync(join(tmpdir(), 'audio-uploads-'))
  const files = join(folder, 'files')
  const settings = {
    DATABASE_URL: fresh.config.databaseUrl as string,
    STORAGE_DIR: files,
    RATE_LIMIT_PER_MINUTE: '0',
    NODE_OPTIONS: nodeOptions,
  }
  const loopLog = join(folder, 'loop')
  writeFileSync(loopLog, '')
  const watched = {
    ...settings,
    LOOP_LOG: loopLog,
    NODE_OPTIONS: `${nodeOptions} --import ${new URL('uploads-loop.ts', import.meta.url)}`,
  }
  const server = audio(['serve', '--port', '0', '--admin-port', '-1', '--production'], watched)
  try {
    return await use({
      url: await addressOf(server),
      server,
      database: await fresh.open<AudioDatabase>(),
      folder,
      files,
      loopLog,
      startWorker: () => audio(['work', '--production'], settings),
    })
  } finally {
    await stopProcess(server)
    await fresh.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Without the setting, for comparison. */
const memoryAsIs = (totalBytes: number) =>
  withServer('', async (stage) => {
    const before = memoryMb(stage.server.pid).now
    await cancel(stage, await uploadJob(stage.url, '/features', silentWav(totalBytes)))
    const name = `${size(totalBytes)} upload without ${SMALL_HEAP}: memory of the server at its peak, MB`
    return figure(name, memoryMb(stage.server.pid).peak, before)
  })

/** All rows about uploads; a short run sends less and fails only at twice a time. */
export async function benchUploads({ short }: { short: boolean }): Promise<Row[]> {
  const totalBytes = short ? 300 * 2 ** 20 : 2 ** 31
  const patience = short ? 2 : 1
  const rows = await withServer(SMALL_HEAP, async (stage) => [
    ...(await largeUpload(stage, totalBytes)),
    ...(await slowUploads(stage, short ? 50 : 200, patience)),
    ...(await cancelling(stage, patience)),
  ])
  return [...rows, await memoryAsIs(totalBytes)]
}
