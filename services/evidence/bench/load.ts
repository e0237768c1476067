/**
 * `npm run load -w @assay/evidence [-- --short | --full | --processes] [-- --json]`: assessments and reads of one organization at a
 * constant rate, up to the knee, beyond it and back; with `--processes` the knees of 1, 2 and 4 processes. Needs DATABASE_URL.
 */
import { proveLoad } from '@assay/kit/testing-load-proof'
import { evidence } from '../test/cli.ts'
import { loadEvidence, moleculeName, prepareDatabase, twentyItems } from './prepared-database.ts'

const MOLECULES = 100
const prepared = await prepareDatabase()
try {
  await loadEvidence(prepared, 200 * MOLECULES)
  const { headers } = prepared
  const requestOf = (i: number) => {
    const molecule = moleculeName(i % MOLECULES)
    if (i % 2) return { method: 'GET', path: `/v1/fuzzy-evidence/network-stats/${molecule}`, headers }
    const body = JSON.stringify({ molecule_id: molecule, evidence_list: twentyItems(1) })
    return { method: 'POST', path: '/v1/fuzzy-evidence/integrate', headers, body }
  }
  const start = () =>
    evidence(['serve', '--port', '0', '--rate-limit-per-minute', '0', '--admin-port', '-1'], {
      DATABASE_URL: prepared.url,
      NODE_ENV: 'production',
    })
  await proveLoad('evidence', { start, requestOf, database: true })
} finally {
  await prepared.remove()
}
