import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { freshDatabase } from '@assay/kit/testing'
import { addressOf, stopProcess } from '@assay/kit/testing-process'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { createEvidenceClient } from '../client/client.ts'
import { mulberry32 } from '../src/domain/numerics/random.ts'
import { evidence, evidenceToEnd } from '../test/cli.ts'

/** A migrated database on the server with one organization, one researcher of it and that user's token. */
export interface PreparedDatabase {
  readonly url: string
  readonly organizationId: string
  readonly userId: string
  readonly headers: Readonly<Record<string, string>>
  remove(): Promise<void>
}

export async function prepareDatabase(): Promise<PreparedDatabase> {
  const fresh = await freshDatabase('server')
  try {
    const url = fresh.config.databaseUrl as string
    const settings = { DATABASE_URL: url }
    const password = 'correct horse battery staple'
    const who = ['--username', 'ada', '--organization', 'Example Lab', '--password-stdin']
    const created = await evidenceToEnd(['users', 'create', ...who], settings, password)
    if (created.code !== 0) throw new Error(created.output)
    const server = evidence(['serve', '--port', '0'], settings)
    const client = createEvidenceClient({ baseUrl: await addressOf(server) })
    const { data } = await client.POST('/v1/auth/login', { body: { username: 'ada', password } })
    await stopProcess(server)
    const [organization] = await run(url, 'SELECT id FROM organization')
    return {
      url,
      organizationId: organization?.id as string,
      userId: data!.user.id,
      headers: { authorization: `Bearer ${data!.access_token}`, 'content-type': 'application/json' },
      remove: () => fresh.remove(),
    }
  } catch (error) {
    await fresh.remove()
    throw error
  }
}

/** One statement in a session of its own. */
export async function run(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** Feeds text into a COPY; the owner of a test server is a superuser, whom row-level security does not stop. */
export async function copyInto(url: string, target: string, text: Iterable<string>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await pipeline(
      Readable.from(text, { objectMode: true }),
      client.query(copyFrom(`COPY ${target} FROM STDIN`)),
    )
  } finally {
    await client.end()
  }
}

/** Columns of evidence that the benches load; the others keep their defaults. */
export const EVIDENCE_COLUMNS =
  '(organization_id, molecule_id, evidence_id, type, value, uncertainty, observed_at, source, metadata, recorded_at)'

export const ITEMS_PER_MOLECULE = 200
export const TYPES = ['spectral_match', 'sequence_similarity', 'pathway_membership', 'protein_interaction']
const RECORDED = '2026-01-02T00:00:00Z'

export const moleculeName = (index: number) => `MOL_${String(index).padStart(8, '0')}`

function* moleculeLines(organizationId: string, count: number): Generator<string> {
  for (let start = 0; start < count; start += 1000) {
    let text = ''
    for (let m = start; m < Math.min(count, start + 1000); m += 1)
      text += `${organizationId}\t${moleculeName(m)}\t${RECORDED}\t${RECORDED}\n`
    yield text
  }
}

function* evidenceLines(organizationId: string, molecules: number): Generator<string> {
  const random = mulberry32(5)
  for (let m = 0; m < molecules; m += 1) {
    const molecule = moleculeName(m)
    let text = ''
    for (let i = 0; i < ITEMS_PER_MOLECULE; i += 1) {
      const number = m * ITEMS_PER_MOLECULE + i
      const id = `${number.toString(16).padStart(8, '0')}-0000-4000-8000-${(1e11 * random()).toFixed(0).padStart(12, '0')}`
      // Three types of four, so that there is something to predict.
      const type = TYPES[i % 3]!
      text += `${organizationId}\t${molecule}\t${id}\t${type}\t${random().toFixed(4)}\t0.1\t${RECORDED}\tlab ${i % 17}\t{"matched_peaks": ${i % 40}}\t${RECORDED}\n`
    }
    yield text
  }
}

/** Loads `rows` evidence rows by COPY, 200 to a molecule, and lets PostgreSQL look at them. */
export async function loadEvidence({ url, organizationId }: PreparedDatabase, rows: number): Promise<number> {
  const molecules = Math.ceil(rows / ITEMS_PER_MOLECULE)
  await copyInto(
    url,
    'molecule (organization_id, molecule_id, created_at, last_recorded_at)',
    moleculeLines(organizationId, molecules),
  )
  await copyInto(url, `evidence ${EVIDENCE_COLUMNS}`, evidenceLines(organizationId, molecules))
  await run(url, 'VACUUM (ANALYZE) evidence')
  await run(url, 'ANALYZE molecule')
  await run(url, 'CHECKPOINT')
  return molecules
}

/** Twenty items such as a run of one instrument gives; `seed` makes them others. */
export function twentyItems(seed: number): Record<string, unknown>[] {
  const random = mulberry32(seed)
  return Array.from({ length: 20 }, (_, i) => ({
    type: TYPES[i % 3],
    value: Number(random().toFixed(4)),
    uncertainty: 0.1,
    timestamp: '2026-01-03T00:00:00Z',
    source: `lab ${i % 5}`,
    metadata: { matched_peaks: i, run: seed },
  }))
}
