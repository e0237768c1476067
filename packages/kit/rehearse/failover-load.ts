import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { addressOf } from '../src/testing-process.ts'
import { type MachineName, PORTS } from './cluster.ts'
import { formOf } from './form.ts'
import { createResearcher, recording } from './laboratory.ts'
import type { Machine } from './namespaces.ts'
import { finish, start, work } from './processes.ts'
import { startWrites, type Writes } from './repeated-writes.ts'

/** Services that keep something. */
export const SERVICES = ['evidence', 'audio'] as const
const APPS = ['app1', 'app2'] as const
const JOBS_PER_SECOND = 0.5
/** Clients that wait for the answers to writes, and to jobs. */
const CLIENTS = 50
const JOB_CLIENTS = 4
const DEADLINE_MS = 90_000

/** Machines of the rehearsal by their names. */
export type Machines = Readonly<Record<MachineName, Machine>>

/** Settings of a service beside PgBouncer. */
const settingsOf = (service: string, files: string, host: string): Record<string, string> => ({
  DATABASE_URL: `postgres://postgres@127.0.0.1:${PORTS.pgbouncer}/${service}`,
  DATABASE_DIRECT_URL: `postgres://postgres@127.0.0.1:${PORTS.primary}/${service}`,
  DATABASE_POOL_SIZE: '20',
  HOST: host,
  ...(service === 'evidence'
    ? { DATABASE_CONNECTIONS_PER_ORGANIZATION: '20' }
    : {
        DATABASE_CONNECTIONS_PER_CLIENT: '20',
        ALLOW_ANONYMOUS: 'true',
        STORAGE_DIR: files,
        TAGS: 'false',
        MAX_OPEN_JOBS_PER_CLIENT: '0',
      }),
})

/** Runs statements on the primary, past everything else. */
export async function onPrimary(
  address: string,
  database: string,
  text: string,
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ host: address, user: 'postgres', database })
  await client.connect()
  try {
    return (await client.query(text)).rows as Record<string, unknown>[]
  } finally {
    await client.end()
  }
}

/** Counts how often each job is completed, whoever does it. */
const COUNT_COMPLETIONS = `
  CREATE TABLE completion (id uuid);
  CREATE FUNCTION note_completion() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN INSERT INTO completion VALUES (NEW.id); RETURN NULL; END $$;
  CREATE TRIGGER noted AFTER UPDATE ON job FOR EACH ROW
    WHEN (NEW.status = 'completed' AND OLD.status <> 'completed') EXECUTE FUNCTION note_completion()`

/** Creates the databases of the services on the primary, with a user. */
export async function prepare(address: string, files: string): Promise<void> {
  for (const service of SERVICES) {
    await onPrimary(address, 'postgres', `CREATE DATABASE ${service} TEMPLATE template0`)
    await finish(service, ['migrate'], {
      DATABASE_URL: `postgres://postgres@${address}:5432/${service}`,
      STORAGE_DIR: files,
    })
  }
  await createResearcher(`postgres://postgres@${address}:5432/evidence`)
  await onPrimary(address, 'audio', COUNT_COMPLETIONS)
}

/** Starts `serve` and `work` of a service on both machines. Returns the addresses of the servers. */
export async function startServices(machines: Machines, service: string, files: string): Promise<string[]> {
  return Promise.all(
    APPS.map(async (name) => {
      const { address, inside } = machines[name]
      const settings = settingsOf(service, files, address)
      const server = start(service, ['serve', '--port', '0'], settings, { inside })
      await work(service, settings, { inside })
      const { port } = new URL(await addressOf(server))
      return `http://${address}:${port}`
    }),
  )
}

/** Molecule that a write is about. */
export const moleculeOf = (number: number) => `WRITE_${number}`

/** Load on both services. */
export interface Load {
  /** Writes of evidence, each about a molecule of its own. */
  readonly writes: Writes
  /** Jobs of audio, each with an idempotency key of its own; `kept` is the id of the job. */
  readonly jobs: Writes
}

/** Recordings that jobs send in turn. */
const SOUNDS = 64
const soundsOf = () =>
  Promise.all(
    Array.from({ length: SOUNDS }, async (_, number) =>
      formOf(Buffer.from(await recording(number, 2).arrayBuffer())),
    ),
  )

/** Starts writes and jobs at a constant rate. */
export async function startLoad(servers: {
  readonly evidence: readonly string[]
  readonly audio: readonly string[]
  readonly token: string
  readonly perSecond: number
}): Promise<Load> {
  const forms = await soundsOf()
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${servers.token}` }
  const writes = startWrites(
    servers.evidence,
    { perSecond: servers.perSecond, clients: CLIENTS, deadlineMs: DEADLINE_MS },
    (number) => ({
      method: 'POST',
      path: '/v1/fuzzy-evidence/integrate',
      headers,
      body: JSON.stringify({
        molecule_id: moleculeOf(number),
        evidence_list: [{ type: 'spectral_match', value: (number % 100) / 100, source: `write ${number}` }],
      }),
    }),
  )
  const jobs = startWrites(
    servers.audio,
    {
      perSecond: JOBS_PER_SECOND,
      clients: JOB_CLIENTS,
      deadlineMs: DEADLINE_MS,
      keep: (text) => (JSON.parse(text) as { job_id: string }).job_id,
    },
    (number) => {
      const form = forms[number % SOUNDS]!
      return {
        method: 'POST',
        path: '/api/v1/beats',
        headers: { ...form.headers, 'idempotency-key': `job-${number}` },
        body: form.body,
      }
    },
  )
  return { writes, jobs }
}

/** Waits until every accepted job has ended, at most 90 s. */
export async function jobsEnded(address: string): Promise<void> {
  for (const limit = performance.now() + 90_000; performance.now() < limit; await sleep(500)) {
    const open = "SELECT FROM job WHERE status IN ('pending', 'processing') LIMIT 1"
    if ((await onPrimary(address, 'audio', open)).length === 0) return
  }
}
