import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Shot } from './balanced-load.ts'
import { formOf } from './form.ts'
import { createResearcher, recording } from './laboratory.ts'
import { finish } from './processes.ts'
import { startWrites, type Writes } from './repeated-writes.ts'

/** Services that keep something; each has a database of its name. */
export const SERVICES = ['evidence', 'audio'] as const
const JOBS_PER_SECOND = 0.5
/** Clients that wait for the answers to jobs. */
const JOB_CLIENTS = 4
const DEADLINE_MS = 90_000

/** Returns the address of a database on the server that holds all of them, past every proxy. */
export type UrlOf = (database: string) => string

/** Runs statements in a session of their own. */
export async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
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

/** Creates the databases of the services, with researchers. `options` are those of CREATE DATABASE. */
export async function prepare(
  urlOf: UrlOf,
  files: string,
  { options = '', researchers = ['ada'] }: { options?: string; researchers?: readonly string[] } = {},
): Promise<void> {
  for (const service of SERVICES) {
    await query(urlOf('postgres'), `CREATE DATABASE ${service} TEMPLATE template0 ${options}`)
    await finish(service, ['migrate'], { DATABASE_URL: urlOf(service), STORAGE_DIR: files })
  }
  for (const name of researchers) await createResearcher(urlOf('evidence'), undefined, name)
  await query(urlOf('audio'), COUNT_COMPLETIONS)
}

/** Molecule that a write is about. */
export const moleculeOf = (number: number): string => `WRITE_${number}`

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

/** Returns writes of evidence, each about a molecule of its own, by the owners of the tokens in turn. */
function shotsOf(tokens: readonly string[], moleculeOf: (number: number) => string) {
  return (number: number): Shot => ({
    method: 'POST',
    path: '/v1/fuzzy-evidence/integrate',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${tokens[number % tokens.length]}`,
    },
    body: JSON.stringify({
      molecule_id: moleculeOf(number),
      evidence_list: [{ type: 'spectral_match', value: (number % 100) / 100, source: `write ${number}` }],
    }),
  })
}

/** Servers of evidence, and how writes are sent to them. */
interface Target {
  readonly evidence: readonly string[]
  /** Access tokens of researchers. Each has an organization of its own, whose commits wait for each other. */
  readonly tokens: readonly string[]
  readonly perSecond: number
  /** Clients that wait for the answers to writes. */
  readonly clients: number
  /** Time after which such a client gives up and sends its write again. */
  readonly patienceMs?: number
}

/**
 * Sends writes that nobody counts, so that code is compiled, connections are open and caches are full: at half of the rate, then
 * at the whole. Ends with everything acknowledged, so that what follows begins without a queue.
 */
export async function warmUp(
  { evidence, tokens, perSecond, clients }: Target,
  phaseMs: number,
): Promise<void> {
  for (const rate of [perSecond / 2, perSecond]) {
    const writes = startWrites(
      evidence,
      { perSecond: rate, clients, deadlineMs: DEADLINE_MS },
      shotsOf(tokens, (number) => `WARM_${rate}_${number}`),
    )
    await sleep(phaseMs)
    await writes.stop()
  }
}

/** Starts writes and jobs at a constant rate. */
export async function startLoad(servers: Target & { readonly audio: readonly string[] }): Promise<Load> {
  const forms = await soundsOf()
  const { perSecond, clients, patienceMs } = servers
  const writes = startWrites(
    servers.evidence,
    { perSecond, clients, patienceMs, deadlineMs: DEADLINE_MS },
    shotsOf(servers.tokens, moleculeOf),
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
export async function jobsEnded(urlOf: UrlOf): Promise<void> {
  for (const limit = performance.now() + 90_000; performance.now() < limit; await sleep(500)) {
    const open = "SELECT FROM job WHERE status IN ('pending', 'processing') LIMIT 1"
    if ((await query(urlOf('audio'), open)).length === 0) return
  }
}
