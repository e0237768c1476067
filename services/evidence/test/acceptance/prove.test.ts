import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freshDatabase, hasServer, type TestDatabase } from '@assay/kit/testing'
import { addressOf, stopProcess } from '@assay/kit/testing-process'
import { checkSheets } from '@assay/kit/testing-sheets'
import { expect, test } from 'vitest'
import { createEvidenceClient } from '../../client/client.ts'
import { environment, evidence, evidenceToEnd, MAIN } from '../cli.ts'

const PASSWORD = 'correct horse battery staple'

const REQUEST = {
  molecule_id: 'CHEBI:15377',
  evidence_list: [
    {
      type: 'spectral_match',
      value: 0.9,
      uncertainty: 0.1,
      timestamp: '2026-01-03T00:00:00Z',
      source: 'test',
    },
  ],
}

/** Runs every command with a result, among them `prove`, as a spreadsheet reads it. */
async function readSheets(deployment: readonly string[], settings: Record<string, string>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-sheets-'))
  const demo = join(folder, 'demo')
  const table = join(demo, 'demo_gnps_library_hits.tsv')
  const request = join(folder, 'request.json')
  try {
    await writeFile(request, JSON.stringify(REQUEST))
    const lab = ['--organization', 'Sheet Lab'] as const
    const answers = await checkSheets(
      MAIN,
      [
        // First: the tokens end when the keys are revoked.
        ['prove', ...deployment],
        ['demo', demo],
        ['integrate', table],
        ['integrate', request],
        ['integrate', table, '--dry-run'],
        ['report', table],
        ['migrate'],
        ['users create', '--username', 'eve', ...lab],
        ['users link', '--username', 'eve', '--issuer', 'https://login.example.org', '--subject', 's-1'],
        ['import', table, ...lab],
        ['audit', ...lab],
        ['audit export', ...lab],
        ['audit verify', ...lab],
        ['keys rotate'],
        ['keys encrypt'],
        ['keys list'],
        ['keys revoke', '--all'],
        ['organizations export', ...lab, '--out', join(folder, 'lab.ndjson')],
        ['organizations delete', ...lab, '--confirm', 'Sheet Lab'],
        ['organizations receipts'],
        ['columns'],
      ],
      environment({ ...settings, KEY_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') }),
    )
    const empty = answers.flatMap((rows, i) => (rows.length === 0 ? [i] : []))
    expect(empty, 'only migrate had nothing to do').toEqual([6])
    const [claims, , run, molecules] = answers
    expect(claims!.filter(({ verdict }) => verdict === 'broken')).toEqual([])
    expect(claims!.filter(({ verdict }) => verdict === 'holds').length).toBeGreaterThan(7)
    expect(run![0]).toMatchObject({ rank: '1', decoy: 'false' })
    expect(molecules).toEqual([expect.objectContaining({ molecule_id: 'CHEBI:15377' })])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns the rows of every table of the service. */
async function rowsOf(fresh: TestDatabase): Promise<Record<string, number>> {
  const database = await fresh.open()
  const tables = await database.aside("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
  const rows: Record<string, number> = {}
  for (const { tablename } of tables) {
    const [counted] = await database.aside(`SELECT count(*)::int AS rows FROM ${tablename}`)
    rows[tablename as string] = counted!.rows as number
  }
  await database.close()
  return rows
}

/** Tables that count requests and log-ins for some minutes. */
const COUNTERS = ['request_count', 'login_attempt']

/**
 * Two organizations are made, proved with and deleted: only two receipts stay, and counters for some minutes. The address of
 * the database is in a file, as systemd gives it.
 */
async function proveWithThrowAways(url: string, fresh: TestDatabase): Promise<void> {
  const before = await rowsOf(fresh)
  const folder = await mkdtemp(join(tmpdir(), 'assay-secret-'))
  const file = join(folder, 'database-url')
  await writeFile(file, `${fresh.config.databaseUrl}\n`)
  const { code, output } = await evidenceToEnd(['prove', '--url', url, '--throw-away', '--json'], {
    DATABASE_URL_FILE: file,
  })
  await rm(folder, { recursive: true })
  const { claims } = JSON.parse(output.slice(output.indexOf('{"claims"'))) as {
    claims: { claim: string; verdict: string }[]
  }
  const holding = claims.filter(({ verdict }) => verdict === 'holds').map(({ claim }) => claim)
  expect(holding).toEqual(
    expect.arrayContaining(['an organization cannot see data of another', 'nothing is left behind']),
  )
  expect([code, claims.filter(({ verdict }) => verdict === 'broken')]).toEqual([0, []])
  const after = await rowsOf(fresh)
  const changed = Object.keys(after).filter((table) => after[table] !== before[table])
  expect(changed.filter((table) => !COUNTERS.includes(table))).toEqual(['deletion'])
}

test.runIf(hasServer)(
  'prove: every claim about a sound deployment with two organizations holds',
  async () => {
    const fresh = await freshDatabase('server')
    const settings = { DATABASE_URL: fresh.config.databaseUrl as string }
    try {
      for (const name of ['ada', 'bob']) {
        const who = ['--username', name, '--organization', `Lab of ${name}`, '--password-stdin']
        expect((await evidenceToEnd(['users', 'create', ...who], settings, PASSWORD)).code).toBe(0)
      }
      const server = evidence(['serve', '--port', '0', '--admin-port', '-1'], settings)
      try {
        const url = await addressOf(server)
        const tokens = await Promise.all(
          ['ada', 'bob'].map(async (username) => {
            const client = createEvidenceClient({ baseUrl: url })
            const { data } = await client.POST('/v1/auth/login', { body: { username, password: PASSWORD } })
            return data!.access_token
          }),
        )
        await proveWithThrowAways(url, fresh)
        const keys = { ASSAY_KEY: tokens[0]!, ASSAY_OTHER_KEY: tokens[1]! }
        await readSheets(['--url', url], { ...settings, ...keys })
      } finally {
        await stopProcess(server)
      }
    } finally {
      await fresh.remove()
    }
  },
)
