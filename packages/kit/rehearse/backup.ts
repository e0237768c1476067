/**
 * `npm run rehearse:backup`: backs evidence and audio up as docs/operations/backup.md says, with the logins of
 * deploy/compose/databases.sh, removes the server and the files, restores both on an empty server, migrates, and compares
 * what clients see before and after. Then it removes a file and adds another, and expects `assay-audio check-files` to
 * report both.
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runOptions } from '../src/testing-options.ts'
import { atMost, countRow, figure, type Row, report } from '../src/testing-report.ts'
import {
  type Assessed,
  addTracks,
  assess,
  createResearcher,
  originalHash,
  searchAnswers,
  signIn,
  storedHash,
} from './laboratory.ts'
import { createServer, end, finish, type OwnServer, ROOT, serve, stopAll, work } from './processes.ts'

runOptions()

const ASSESSMENTS = 100
const TRACKS = 10
const DATABASES = ['evidence', 'audio']
const PASSWORDS = ['EVIDENCE_OWNER_PASSWORD', 'EVIDENCE_DATABASE_PASSWORD', 'AUDIO_DATABASE_PASSWORD']

/** What clients saw. */
interface Seen {
  readonly assessments: readonly Assessed[]
  readonly tracks: readonly string[]
  readonly searches: readonly string[]
  readonly originals: readonly string[]
  readonly rights: string
}

/** Settings of compose.yaml: the services are no superuser, and that of evidence owns nothing. */
const evidenceSettings = (server: OwnServer) => ({
  DATABASE_URL: server.urlOf('evidence', 'evidence'),
  MIGRATE_ON_START: 'false',
})
const audioSettings = (server: OwnServer, files: string) => ({
  DATABASE_URL: server.urlOf('audio', 'audio'),
  STORAGE_DIR: files,
  TAGS: 'false',
})

/** Creates databases and logins as an installation does. */
function createDatabases(server: OwnServer): void {
  const script = readFileSync(join(ROOT, 'deploy/compose/databases.sh'))
  server.run(['env', ...PASSWORDS.map((name) => `${name}=secret`), 'bash', '-s'], script)
}

/** Migrates both databases, each by the login that owns it. */
const migrateBoth = (server: OwnServer, files: string) =>
  Promise.all([
    finish('evidence', ['migrate'], { DATABASE_URL: server.urlOf('evidence', 'evidence_owner') }),
    finish('audio', ['migrate'], audioSettings(server, files)),
  ])

const RIGHTS = `SELECT datname, datdba::regrole, ARRAY(SELECT unnest(datacl)::text ORDER BY 1)
  FROM pg_database WHERE datname IN ('evidence', 'audio') ORDER BY 1`
/** Owner and rights of both databases: pg_restore without --create leaves them out. */
const databaseRights = (server: OwnServer): string => server.run(['psql', '-XAtc', RIGHTS]).toString()

async function before(server: OwnServer, files: string): Promise<Seen> {
  createDatabases(server)
  await migrateBoth(server, files)
  await createResearcher(server.urlOf('evidence', 'evidence_owner'))
  const [evidence, audio, worker] = await Promise.all([
    serve('evidence', evidenceSettings(server)),
    serve('audio', audioSettings(server, files)),
    work('audio', audioSettings(server, files)),
  ])
  const assessAll = async () => {
    const token = await signIn(evidence.url)
    const all: Assessed[] = []
    for (let number = 0; number < ASSESSMENTS; number++) all.push(await assess(evidence.url, token, number))
    return all
  }
  const [assessments, tracks] = await Promise.all([assessAll(), addTracks(audio.url, TRACKS)])
  const searches = await searchAnswers(audio.url, tracks)
  const originals = await Promise.all(tracks.map((track) => originalHash(audio.url, track)))
  await stopAll([evidence.process, audio.process, worker])
  return { assessments, tracks, searches, originals, rights: databaseRights(server) }
}

/** The backup: roles, each database, then the files. */
function backUp(server: OwnServer, files: string, folder: string) {
  const roles = server.run(['pg_dumpall', '--roles-only'])
  const dumps = DATABASES.map((name) => ({ name, dump: server.run(['pg_dump', '--format=custom', name]) }))
  cpSync(files, folder, { recursive: true, preserveTimestamps: true })
  return { roles, dumps }
}

function restore(
  server: OwnServer,
  { roles, dumps }: ReturnType<typeof backUp>,
  folder: string,
  files: string,
) {
  // The superuser exists on every server; all other roles must come first, because grants and policies name them.
  const others = roles.toString().replaceAll(/^(CREATE|ALTER) ROLE postgres\b.*$/gm, '')
  server.run(['psql', '-Xq', '-v', 'ON_ERROR_STOP=1'], Buffer.from(others))
  // The second time replaces databases that are there, as on a server that databases.sh has made.
  for (const { dump } of [...dumps, ...dumps])
    server.run(
      ['pg_restore', '--exit-on-error', '--clean', '--if-exists', '--create', '--dbname', 'postgres'],
      dump,
    )
  cpSync(folder, files, { recursive: true, preserveTimestamps: true })
}

/** Number of places at which both lists have the same text. */
const same = (left: readonly string[], right: readonly (string | undefined)[]): number =>
  left.filter((text, i) => text === right[i]).length

async function after(server: OwnServer, files: string, seen: Seen): Promise<Row[]> {
  const rights = databaseRights(server)
  await migrateBoth(server, files)
  const [evidence, audio] = await Promise.all([
    serve('evidence', evidenceSettings(server)),
    serve('audio', audioSettings(server, files)),
  ])
  const token = await signIn(evidence.url)
  const hashes = seen.assessments.map(({ hash }) => hash)
  const stored: (string | undefined)[] = []
  const replayed: string[] = []
  for (const { number, at } of seen.assessments) {
    stored.push(await storedHash(evidence.url, token, number))
    replayed.push((await assess(evidence.url, token, number, at)).hash)
  }
  const another = await assess(evidence.url, token, ASSESSMENTS + 1)
  const searches = await searchAnswers(audio.url, seen.tracks)
  const originals = await Promise.all(seen.tracks.map((track) => originalHash(audio.url, track)))
  await stopAll([evidence.process, audio.process])
  return [
    countRow('owner and rights of the databases as before', rights === seen.rights ? 1 : 0, 1),
    countRow('stored result hashes of assessments as before', same(hashes, stored), ASSESSMENTS),
    countRow('assessments replayed with the same hash', same(hashes, replayed), ASSESSMENTS),
    countRow('new assessments after the restore', another.hash === '' ? 0 : 1, 1),
    countRow('search results as before', same(seen.searches, searches), seen.searches.length),
    countRow('original files as before', same(seen.originals, originals), TRACKS),
  ]
}

interface FilesCheck {
  readonly filesWithoutRow: readonly string[]
  readonly rowsWithoutFile: readonly { readonly key: string }[]
}

async function files(server: OwnServer, folder: string): Promise<Row[]> {
  const check = async () => {
    const settings = audioSettings(server, folder)
    const { code, output } = await end('audio', ['check-files', '--age', '0', '--json'], settings)
    const line = output.split('\n').find((text) => text.startsWith('{'))
    if (line === undefined) throw new Error(`check-files wrote: ${output}`)
    return { code, found: JSON.parse(line) as FilesCheck }
  }
  const restored = await check()
  const [gone] = readdirSync(folder)
    .filter((name) => !name.startsWith('.'))
    .sort()
  rmSync(join(folder, gone!), { recursive: true })
  const stray = '00000000-0000-4000-8000-000000000000'
  mkdirSync(join(folder, stray))
  const { code, found } = await check()
  const { filesWithoutRow, rowsWithoutFile } = restored.found
  return [
    atMost('files without a row after the restore', filesWithoutRow.length, 0),
    atMost('rows without a file after the restore', rowsWithoutFile.length, 0),
    countRow('check-files ends with 0, then with 1', Number(restored.code === 0) + Number(code === 1), 2),
    countRow('planted file without a row reported', found.filesWithoutRow.join() === stray ? 1 : 0, 1),
    countRow(
      'planted row without a file reported',
      found.rowsWithoutFile.map(({ key }) => key).join() === gone ? 1 : 0,
      1,
    ),
  ]
}

const folder = mkdtempSync(join(tmpdir(), 'assay-backup-'))
const [live, backup, restored] = ['files', 'backup', 'restored'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
]
let server = createServer(`backup-${process.pid}`)
try {
  const seen = await before(server, live)
  const dumpedAt = performance.now()
  const copies = backUp(server, live, backup)
  const dumpSeconds = (performance.now() - dumpedAt) / 1000
  server.remove()
  rmSync(live, { recursive: true })

  server = createServer(`restored-${process.pid}`)
  const restoredAt = performance.now()
  restore(server, copies, backup, restored)
  const restoreSeconds = (performance.now() - restoredAt) / 1000
  const bytes = copies.dumps.reduce((sum, { dump }) => sum + dump.length, 0)
  report([
    ...(await after(server, restored, seen)),
    ...(await files(server, restored)),
    figure('dump of both databases, kB', bytes / 1000),
    figure('backup, s', dumpSeconds),
    figure('restore, s', restoreSeconds),
  ])
} finally {
  server.remove()
  rmSync(folder, { recursive: true, force: true })
}
