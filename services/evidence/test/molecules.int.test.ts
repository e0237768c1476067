import { engines } from '@assay/kit/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, type RunningService, runService } from './support/running-service.ts'

const ASPIRIN = 'CC(=O)Oc1ccccc1C(=O)O'
const SALICYLIC_ACID = 'OC(=O)c1ccccc1O'
const GLUCOSE = 'OC[C@H]1OC(O)[C@H](O)[C@@H](O)[C@@H]1O'

describe.each(engines)('molecules on %s', (engine) => {
  let service: RunningService
  let token: string
  let viewer: string
  let stranger: string

  beforeAll(async () => {
    service = await runService(engine)
    token = (await service.addUser('researcher', 'A')).token
    viewer = (await service.addUser('viewer', 'A')).token
    stranger = (await service.addUser('admin', 'B')).token
    for (const [id, smiles] of [
      ['CHEBI:15365', ASPIRIN],
      ['CHEBI:16914', SALICYLIC_ACID],
      ['CHEBI:17634', GLUCOSE],
    ] as const) {
      const answer = await call(service, token, 'PUT', `/v1/molecules/${id}`, { structure: { smiles } })
      expect(answer.status).toBe(200)
    }
  })
  afterAll(() => service.remove())

  it('finds a molecule by any spelling of its identifier, for its own organization only', async () => {
    for (const spelling of ['chebi:15365', encodeURIComponent('https://identifiers.org/CHEBI:15365')]) {
      const { status, body } = await call(service, viewer, 'GET', `/v1/molecules/${spelling}`)
      expect(status).toBe(200)
      expect(body).toMatchObject({
        molecule_id: 'CHEBI:15365',
        evidence_count: 0,
        structure: { formula: 'C9H8O4', inchikey: 'BSYNRYMUTXBXSQ-UHFFFAOYSA-N' },
      })
    }
    for (const path of ['', '/evidence']) {
      const { status, body } = await call(service, stranger, 'GET', `/v1/molecules/CHEBI:15365${path}`)
      expect(status).toBe(404)
      expect(body.error.details.field).toBe('molecule_id')
    }
    expect((await call(service, stranger, 'GET', '/v1/molecules')).body.molecules).toEqual([])
    const similar = `/v1/molecules?similar_to=${encodeURIComponent(ASPIRIN)}`
    expect((await call(service, stranger, 'GET', similar)).body.molecules).toEqual([])
  })

  it('ranks by Tanimoto and cuts below the least similarity', async () => {
    const similar = (extra = '') =>
      call(service, viewer, 'GET', `/v1/molecules?similar_to=${encodeURIComponent(ASPIRIN)}${extra}`)
    const { body } = await similar()
    expect(body.molecules.map((m: { molecule_id: string }) => m.molecule_id)).toEqual([
      'CHEBI:15365',
      'CHEBI:16914',
      'CHEBI:17634',
    ])
    expect(body.molecules[0].similarity).toBe(1)
    expect(body.molecules[1].similarity).toBeGreaterThan(body.molecules[2].similarity)
    expect((await similar('&min_similarity=0.99')).body.molecules).toHaveLength(1)
    const wrong = await call(service, viewer, 'GET', '/v1/molecules?similar_to=C1CC')
    expect(wrong.status).toBe(422)
    expect(wrong.body.error.details.field).toBe('similar_to')
  })

  it('pages by cursor without loss or repetition, and refuses a foreign cursor', async () => {
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const url = `/v1/molecules?limit=1${cursor ? `&cursor=${cursor}` : ''}`
      const { body } = await call(service, viewer, 'GET', url)
      seen.push(...body.molecules.map((m: { molecule_id: string }) => m.molecule_id))
      cursor = body.next_cursor
    } while (cursor)
    expect(seen).toEqual(['CHEBI:15365', 'CHEBI:16914', 'CHEBI:17634'])
    expect((await call(service, viewer, 'GET', '/v1/molecules?cursor=%25')).status).toBe(422)
  })

  it('replaces a description and keeps a viewer from it', async () => {
    const put = (by: string, body: unknown) => call(service, by, 'PUT', '/v1/molecules/MOL_1', body)
    expect((await put(viewer, {})).status).toBe(403)
    const first = await put(token, { name: 'one', aliases: ['CID:702', 'pubchem.compound:702'] })
    expect(first.body).toMatchObject({ name: 'one', aliases: ['pubchem.compound:702'], structure: null })
    expect((await put(token, { structure: { smiles: 'CCO' } })).body).toMatchObject({
      name: null,
      aliases: [],
      structure: { formula: 'C2H6O' },
    })
    const wrong = await put(token, { structure: { smiles: 'C1CC' } })
    expect(wrong.status).toBe(422)
    expect(wrong.body.error).toMatchObject({
      code: 'FUZZY_EVIDENCE_VALIDATION_ERROR',
      details: { field: 'structure.smiles', provided: 'C1CC' },
    })
  })
})
