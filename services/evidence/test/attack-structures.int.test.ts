import { engines } from '@assay/kit/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { healthDuring, patienceMs } from './support/health-during.ts'
import { type Answer, call, type RunningService, runService } from './support/running-service.ts'

/** A square lattice of n × m fused rings; `between` stands after every atom. */
function grid(n: number, m: number, between = ''): string {
  let text = ''
  for (let row = 0; row <= n; row += 1) {
    for (let place = 0; place <= m; place += 1) {
      const closure = `%${10 + (row % 2 === 1 ? m - place : place)}`
      text += `C${row > 0 && place > 0 ? closure : ''}${row < n && place < m ? closure : ''}${between}`
    }
  }
  return text
}

const rings = (count: number) => 'C1CC1'.repeat(count)

/** Larger than what is read: refused before any chemistry. */
const OVERSIZED: Record<string, string> = {
  'a grid of 20 × 20 fused rings': grid(20, 20),
  'a long polymer': 'CO'.repeat(1900),
  'deep nesting': `${'C('.repeat(1300)}C${')'.repeat(1300)}`,
  'ring closures without end': rings(790),
  'brackets without end': '[CH3]'.repeat(700),
}

/** As large as is read, and as slow: two seconds of a processor, several times the limit of the tests below. */
const SLOW = grid(8, 8, 'CCCCC')
const LIMIT_MS = 500

/** A lattice as a molfile whose header declares what it likes. */
function latticeMolfile(n: number, declared?: string): string {
  const at = (row: number, column: number) => row * n + column + 1
  const atoms: string[] = []
  const bonds: string[] = []
  const three = (value: number) => String(value).padStart(3)
  for (let row = 0; row < n; row += 1) {
    for (let column = 0; column < n; column += 1) {
      atoms.push(`    ${row}.0000    ${column}.0000    0.0000 C   0  0`)
      if (column + 1 < n) bonds.push(`${three(at(row, column))}${three(at(row, column + 1))}  1  0`)
      if (row + 1 < n) bonds.push(`${three(at(row, column))}${three(at(row + 1, column))}  1  0`)
    }
  }
  const counts = declared ?? `${three(atoms.length)}${three(bonds.length)}`
  return ['', '', '', `${counts}  0  0  0  0  0  0  0  0999 V2000`, ...atoms, ...bonds, 'M  END', ''].join(
    '\n',
  )
}

describe.each(engines)('hostile structures on %s', (engine) => {
  let service: RunningService
  let viewer: string
  let researcher: string
  let stranger: string

  beforeAll(async () => {
    service = await runService(engine, ['--structure-limit-ms', String(LIMIT_MS)])
    viewer = (await service.addUser('viewer', 'A')).token
    researcher = (await service.addUser('researcher', 'A')).token
    stranger = (await service.addUser('viewer', 'B')).token
  }, 300_000)
  afterAll(() => service.remove())

  const search = (smiles: string, by = viewer): Promise<Answer> =>
    call(service, by, 'GET', `/v1/molecules?similar_to=${encodeURIComponent(smiles)}`)
  const put = (structure: object, by = researcher): Promise<Answer> =>
    call(service, by, 'PUT', '/v1/molecules/MOL_1', { structure })

  it.each(Object.entries(OVERSIZED))('refuses %s at once, by field', async (_name, smiles) => {
    for (const [field, send] of [
      ['similar_to', () => search(smiles)],
      ['structure.smiles', () => put({ smiles })],
    ] as const) {
      const { result, health } = await healthDuring(service, send)
      expect(result.status).toBe(422)
      expect(result.body.error.details).toMatchObject({
        field,
        issue: expect.stringMatching(/the maximum is \d+/),
      })
      expect(result.body.error.details.provided).toBe(`${smiles.slice(0, 200)}…`)
      expect(Math.max(...health)).toBeLessThan(patienceMs())
    }
  })

  it('refuses a molfile by its atoms and bonds, whatever it declares', async () => {
    for (const molfile of [latticeMolfile(10), latticeMolfile(10, '  3  2'), latticeMolfile(10, '  0  0')]) {
      const answer = await put({ molfile })
      expect(answer.status).toBe(422)
      expect(answer.body.error.details.field).toBe('structure.molfile')
    }
    expect((await put({ molfile: latticeMolfile(3) })).status).toBe(200)
  })

  it('ends what takes longer than the limit, answers /health meanwhile, and serves others first', async () => {
    expect((await search('CCO', stranger)).status).toBe(200)
    let pending = 0
    const attack = async () => {
      pending += 1
      const answer = await put({ smiles: SLOW })
      pending -= 1
      return answer
    }
    let pendingWhenServed = 0
    const { result, health } = await healthDuring(service, async () => {
      const attacks = Array.from({ length: 10 }, attack)
      const honest = await search('CC(=O)Oc1ccccc1C(=O)O', stranger)
      pendingWhenServed = pending
      expect(honest.status).toBe(200)
      return Promise.all(attacks)
    })
    // On a slow machine the last ones may wait too long for a thread, and are told so.
    expect(new Set(result.map(({ status }) => status).filter((status) => status !== 503))).toEqual(
      new Set([422]),
    )
    for (const { body } of result.filter(({ status }) => status === 422)) {
      expect(body.error.details).toMatchObject({
        field: 'structure.smiles',
        issue: expect.stringContaining('takes more than 0.5 s to read'),
      })
    }
    expect(pendingWhenServed).toBeGreaterThanOrEqual(5)
    expect(health.length).toBeGreaterThan(5)
    expect(health.toSorted((a, b) => a - b)[Math.floor(0.95 * health.length)]).toBeLessThan(patienceMs())
    // The thread that replaced the ended ones reads again.
    expect((await search('CCO')).status).toBe(200)
  })

  // The threads know nothing of the database: one engine proves it.
  it.runIf(engine === engines[0])('bounds how many structures of one organization wait', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => put({ smiles: SLOW })))
    const statuses = new Set(answers.map(({ status }) => status))
    expect(statuses).toEqual(new Set([422, 503]))
    expect((await search('CCO', stranger)).status).toBe(200)
  })
})
