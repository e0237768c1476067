import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints, faults } from './contract/contract-table.ts'

const run = promisify(execFile)
const MAIN = join(import.meta.dirname, '../src/cli/main.ts')

describe('the command line without a server', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-evidence-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const evidence = (...words: string[]) =>
    run(process.execPath, [MAIN, ...words], { env: { PATH: process.env.PATH }, cwd: folder })
  const failing = (...words: string[]) =>
    evidence(...words).then(
      () => expect.fail('it did not fail'),
      (error: { code: number; stderr: string }) => error,
    )
  const file = async (name: string, text: string) => {
    const path = join(folder, name)
    await writeFile(path, text)
    return path
  }
  const response = endpoints.find(({ name }) => name === 'integrate')!.response

  it('integrates a request body and repeats itself with --now', async () => {
    const path = await file(
      'request.json',
      JSON.stringify({
        molecule_id: 'chebi:15365',
        evidence_list: [{ type: 'spectral_match', value: 0.9, timestamp: '2026-01-01T00:00:00Z' }],
        fuzzy_config: { decay_half_life_days: 30 },
      }),
    )
    const answers = []
    for (const _ of [1, 2]) answers.push(await evidence('integrate', path, '--now', '2026-01-31T00:00:00Z'))
    const [one, two] = answers.map(({ stdout }) => JSON.parse(stdout))
    expect(faults(one, response)).toEqual([])
    expect(one.molecule_id).toBe('CHEBI:15365')
    expect(one.evidence_analysis.individual_contributions[0].temporal_weight).toBeCloseTo(0.5, 12)
    expect(two.processing_metadata.result_hash).toBe(one.processing_metadata.result_hash)
  })

  it('integrates a file of many molecules, in which rivals compete, and tells of faulty lines', async () => {
    const path = await file(
      'evidence.csv',
      [
        'molecule_id,type,value,observation_id',
        'MOL_1,spectral_match,0.9,scan 1',
        'MOL_2,spectral_match,0.8,scan 1',
        'MOL_3,spectral_match,0.9,',
        'MOL_4,spectral_match,nine,',
      ].join('\n'),
    )
    const { stdout, stderr } = await evidence('integrate', path, '--now', '2026-01-31T00:00:00Z')
    const [first, , alone] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(first.fuzzy_confidence.overall_score).toBeLessThan(alone.fuzzy_confidence.overall_score)
    expect(stderr).toBe('line 5: value must be a number from 0 to 1\n')
  })

  it('says on standard error what --dry-run cannot say in rows', async () => {
    await evidence('demo', 'run')
    const table = join(folder, 'run/demo_gnps_library_hits.tsv')
    const [names = '', first = '', ...rest] = (await readFile(table, 'utf8')).split('\n')
    const cells = first.split('\t')
    cells[names.split('\t').indexOf('MQScore')] = 'high'
    const path = await file('faulty.tsv', [names, cells.join('\t'), ...rest].join('\n'))
    const { stdout, stderr } = await evidence('integrate', path, '--dry-run', '--format', 'tsv')
    expect(stdout).toContain('faulty.tsv\tgnps_library_hits\tMQScore\tread')
    expect(stderr).toMatch(/faulty\.tsv: 1 of \d+ cells refused\n/)
    expect(stderr).toContain('faulty.tsv: line 2: MQScore must be a number (high)\n')
    expect((await evidence('integrate', path, '--dry-run')).stderr).toBe('')
  })

  it('imports a file into its own database, twice without adding', async () => {
    const path = await file(
      'evidence.ndjson',
      '{"molecule_id":"MOL_1","type":"spectral_match","value":0.9}\nx\n',
    )
    await evidence(
      'users',
      'create',
      '--username',
      'ada',
      '--organization',
      'Example Lab',
      '--data-dir',
      'data',
    )
    const imported = ['import', path, '--organization', 'Example Lab', '--data-dir', 'data']
    const first = await evidence(...imported)
    expect(first.stdout).toBe('1 items, 1 new, 1 faulty lines\n')
    expect(first.stderr).toContain('line 2: is not JSON')
    expect((await evidence(...imported)).stdout).toBe('1 items, 0 new, 1 faulty lines\n')
  }, 180_000)

  it('says what to do where it cannot go on', async () => {
    expect((await failing('integrate', 'nowhere.json')).stderr).toContain('nowhere.json cannot be read')
    const path = await file('evidence.dat', '')
    expect((await failing('integrate', path)).stderr).toContain('has no lines')
    expect((await failing('integrate', path, '--format', 'xml')).stderr).toContain('--input')
    expect((await failing('import', path, '--input', 'csv')).stderr).toContain('--organization')
    expect((await failing('import', path, '--format', 'csv')).stderr).toContain('--input')
    expect((await failing('work')).stderr).toContain('DATABASE_URL')
  })
})
