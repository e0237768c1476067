/**
 * `npm run rehearse:faults [-- --only disk,bucket,clock]`: faults of neighbours under a constant rate of writes and jobs, on a
 * PostgreSQL server of its own: the disk of the database is full, the bucket of audio is away and then silent, the clock of
 * the machine steps. Compares acknowledged writes and jobs with the tables at the end. Needs root and `S3_TEST_URL`.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runOptions } from '../src/testing-options.ts'
import { type CutProxy, cutProxy } from '../src/testing-proxy.ts'
import { atLeast, atMost, countRow, figure, type Row, report } from '../src/testing-report.ts'
import { shoot } from './balanced-load.ts'
import { compare, type Rehearsed } from './compare-writes.ts'
import { type Assessed, assess, signIn } from './laboratory.ts'
import { createServer, ROOT, type SmallDisk, serve, stopAll, work } from './processes.ts'
import { outageOf, type Writes } from './repeated-writes.ts'
import { jobsEnded, type Load, prepare, query, startLoad, type UrlOf } from './write-load.ts'

const { values } = runOptions({ options: ['only'] })
const CHOSEN = (values.only[0] ?? 'disk,bucket,clock').split(',')
const PER_SECOND = 10
/** Clients that send writes, give up and send them again: after a fault their line must not stay overloaded. */
const CLIENTS = 50
const PATIENCE_MS = 2000
const WARM_UP_MS = 4000
/** Time that a fault lasts, and that is watched after it. */
const LASTS_MS = 10_000
/** Longer than the retries of a job that fails for reasons of its own: 31 to 62 s. */
const BUCKET_AWAY_MS = 90_000
const WATCHED_MS = 8000
/** Waiting that shows a fault. */
const FELT_MS = 2000
/** Time after a fault until all is accepted. A job may have been waiting for the bucket when it came back. */
const WITHIN_SECONDS = { writes: 5, jobs: 7 }
const DISK_MEGABYTES = 64
const READS = 20

interface Rehearsal {
  readonly load: Load
  readonly evidence: string
  readonly token: string
  readonly disk: SmallDisk
  readonly bucket: CutProxy
  /** Sets the clock of all processes of the services ahead. */
  setAhead(milliseconds: number): void
}

const failedOf = ({ attempts }: Writes, from: number, until: number) =>
  attempts.filter(({ status, sentAt }) => status >= 300 && sentAt >= from && sentAt <= until).length

/** Lets a fault last, ends it, and measures how long writes or jobs failed afterwards. */
async function during(
  name: string,
  load: Load,
  begin: () => void,
  during: () => Promise<readonly Row[]>,
  end: () => void,
  lastsMs: number = LASTS_MS,
): Promise<Rehearsed> {
  const from = performance.now()
  begin()
  const rows = await Promise.all([during(), sleep(lastsMs)])
  end()
  const endedAt = performance.now()
  await sleep(WATCHED_MS)
  const until = performance.now()
  const outages = [load.writes, load.jobs].map((writes) => outageOf(writes, endedAt, until).seconds)
  console.error(`${name}: ${outages.map((seconds) => seconds.toFixed(1)).join(' and ')} s`)
  return {
    name,
    from,
    until,
    rows: [
      ...rows[0],
      figure(`${name}: writes refused meanwhile`, failedOf(load.writes, from, endedAt)),
      figure(`${name}: jobs refused meanwhile`, failedOf(load.jobs, from, endedAt)),
      atMost(
        `${name}: seconds from its end until every write is acknowledged`,
        outages[0]!,
        WITHIN_SECONDS.writes,
      ),
      atMost(`${name}: seconds from its end until every job is accepted`, outages[1]!, WITHIN_SECONDS.jobs),
    ],
  }
}

/** Reads a page of molecules, three times at most, as a client that finds the service busy does. Returns the last status. */
async function readUntilAnswered(evidence: string, token: string): Promise<number> {
  const read = { method: 'GET', path: '/v1/molecules?limit=1', headers: { authorization: `Bearer ${token}` } }
  let { status } = await shoot(evidence, read)
  for (let left = 2; status === 503 && left > 0; left -= 1) {
    await sleep(1000)
    status = (await shoot(evidence, read)).status
  }
  return status
}

const none = async () => []

/** Assesses a molecule, and again while the service is busy with the writes. */
async function assessed(...args: Parameters<typeof assess>): Promise<Assessed> {
  for (let left = 10; ; left -= 1)
    try {
      return await assess(...args)
    } catch (error) {
      if (left === 0) throw error
      await sleep(1000)
    }
}

const FAULTS: Readonly<Record<string, (rehearsal: Rehearsal) => Promise<readonly Rehearsed[]>>> = {
  async disk({ load, disk, evidence, token }) {
    const name = 'disk of the database full'
    const reads = async () => {
      await sleep(LASTS_MS / 2)
      const statuses: number[] = []
      for (let count = 0; count < READS; count++) statuses.push(await readUntilAnswered(evidence, token))
      const right = statuses.filter((status) => status === 200).length
      return [countRow(`${name}: reads answered`, right, READS)]
    }
    const rehearsed = await during(name, load, disk.fill, reads, disk.free)
    const refused = failedOf(load.writes, rehearsed.from, rehearsed.from + LASTS_MS)
    return [{ ...rehearsed, rows: [atLeast(`${name}: was felt by writes`, refused, 1), ...rehearsed.rows] }]
  },
  async bucket({ load, bucket }) {
    // A job that is sent to a silent bucket may wait until it is back, and is accepted then.
    const felt = (rehearsed: Rehearsed): Rehearsed => {
      const sent = load.jobs.attempts.filter(
        ({ sentAt }) => sentAt >= rehearsed.from && sentAt <= rehearsed.until,
      )
      const refusedOrLate = sent.filter(
        ({ status, sentAt, endedAt }) => status >= 300 || endedAt - sentAt > FELT_MS,
      )
      return {
        ...rehearsed,
        rows: [atLeast(`${rehearsed.name}: was felt by jobs`, refusedOrLate.length, 1), ...rehearsed.rows],
      }
    }
    const away = await during('bucket away', load, bucket.cut, none, bucket.restore, BUCKET_AWAY_MS)
    const silent = await during('bucket silent', load, bucket.silence, none, bucket.restore)
    return [felt(away), felt(silent)]
  },
  async clock({ load, setAhead, evidence, token }) {
    const before = await assessed(evidence, token, 1)
    const minute = 60_000
    const forward = await during(
      'clock 20 min ahead',
      load,
      () => setAhead(20 * minute),
      none,
      () => {},
    )
    const back = await during(
      'clock 2 h behind',
      load,
      () => setAhead(-120 * minute),
      none,
      () => {},
    )
    const again = await assessed(evidence, token, 1, before.at)
    setAhead(0)
    const same = countRow('clock: assessment replayed alike', Number(again.hash === before.hash), 1)
    return [forward, { ...back, rows: [...back.rows, same] }]
  },
}

/** Evidence whose time of recording is not that of the database server. */
async function misdated(urlOf: UrlOf): Promise<Row> {
  const [row] = await query(
    urlOf('evidence'),
    "SELECT count(*)::int AS rows FROM evidence WHERE recorded_at > now() OR recorded_at < now() - interval '30 minutes'",
  )
  return atMost('all: evidence with a wrong time of recording', (row as { rows: number }).rows, 0)
}

// biome-ignore lint/style/noProcessEnv: a rehearsal uses the servers that its environment names.
const bucketUrl = process.env.S3_TEST_URL
if (bucketUrl === undefined) throw new Error('Set S3_TEST_URL: S3_TEST_URL=$(tooling/swift.sh start)')
const name = `faults-${process.pid}`
const folder = mkdtempSync(join(tmpdir(), 'assay-faults-'))
const clock = join(folder, 'clock')
const setAhead = (milliseconds: number) => writeFileSync(clock, String(milliseconds))
setAhead(0)
const { username, password, origin } = new URL(bucketUrl)
const store = {
  S3_BUCKET: `assay-${name}`,
  S3_ACCESS_KEY_ID: decodeURIComponent(username),
  S3_SECRET_ACCESS_KEY: decodeURIComponent(password),
}

/** Runs statements of the S3 client, which only audio installs. */
const inBucket = (code: string) =>
  execFileSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import * as s3 from '@aws-sdk/client-s3'
      const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey, S3_BUCKET: Bucket } = process.env
      const client = new s3.S3Client({ endpoint: '${origin}', region: 'us-east-1', forcePathStyle: true,
        credentials: { accessKeyId, secretAccessKey } })
      ${code}`,
    ],
    { cwd: join(ROOT, 'services/audio'), env: store, stdio: ['ignore', 'ignore', 'inherit'] },
  )

const server = createServer(name)
// Also after a signal or a failure: a server and a mounted disk must not stay.
process.once('exit', () => {
  server.remove()
  rmSync(folder, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))

const bucket = await cutProxy(origin)
const disk = server.makeDisk(DISK_MEGABYTES)
const common = (service: string) => ({
  DATABASE_URL: server.urlOf(service),
  NODE_OPTIONS: `--import ${new URL('stepped-clock.ts', import.meta.url).href}`,
  STEPPED_CLOCK: clock,
})
const audioSettings = {
  ...common('audio'),
  ...store,
  ALLOW_ANONYMOUS: 'true',
  TAGS: 'false',
  MAX_OPEN_JOBS_PER_CLIENT: '0',
  STORAGE: 's3',
  S3_ENDPOINT: new URL(bucket.url).origin,
  S3_FORCE_PATH_STYLE: 'true',
}
const urlOf: UrlOf = (database) => server.urlOf(database)
inBucket('await client.send(new s3.CreateBucketCommand({ Bucket }))')
await query(urlOf('postgres'), `CREATE TABLESPACE small LOCATION '${disk.folder}'`)
await prepare(urlOf, join(folder, 'files'), { options: 'TABLESPACE small' })
const evidence = await serve('evidence', common('evidence'))
const audio = await serve('audio', audioSettings)
const worker = await work('audio', audioSettings)
const token = await signIn(evidence.url)
const load = await startLoad({
  evidence: [evidence.url],
  audio: [audio.url],
  tokens: [token],
  perSecond: PER_SECOND,
  clients: CLIENTS,
  patienceMs: PATIENCE_MS,
})
await sleep(WARM_UP_MS)
const rehearsal = { load, evidence: evidence.url, token, disk, bucket, setAhead }
const rehearsed: Rehearsed[] = []
for (const fault of CHOSEN) rehearsed.push(...(await FAULTS[fault]!(rehearsal)))
await Promise.all([load.writes.stop(), load.jobs.stop()])
await jobsEnded(urlOf)
const rows = await compare(urlOf, load, rehearsed)
report([figure('writes due per second', PER_SECOND), ...rows, await misdated(urlOf)])
await stopAll([worker, audio.process, evidence.process])
inBucket(`const { Contents = [] } = await client.send(new s3.ListObjectsV2Command({ Bucket }))
  for (const { Key } of Contents) await client.send(new s3.DeleteObjectCommand({ Bucket, Key }))
  await client.send(new s3.DeleteBucketCommand({ Bucket }))`)
process.exit()
