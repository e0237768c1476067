import { expect, test } from 'vitest'
import { proofPage, proofTable, rowsOf, withResults } from './table.ts'

const proof = { title: 'query load', folder: 'services/query', script: 'load:ci', exists: true }

test('takes rows, else a count, else the exit code; a failure is never lost', () => {
  const rows = [{ name: 'query: knee', value: 512.3456, bound: null, ok: true }]
  expect(rowsOf('t', `table\n${JSON.stringify({ rows })}\n`, 0)).toEqual(rows)
  expect(rowsOf('t', 'x: 3 passed, 0 failed in 2 s\n', 0)).toMatchObject([
    { value: '3 passed, 0 failed', ok: true },
  ])
  expect(rowsOf('t', 'x: 3 passed, 1 failed in 2 s\n', 1)).toMatchObject([{ ok: false }])
  expect(rowsOf('t', '', 0)).toMatchObject([{ ok: true }])
  expect(rowsOf('t', JSON.stringify({ rows }), 1).map(({ ok }) => ok)).toEqual([true, false])
})

test('prints claims with verdicts, and what was not run', () => {
  const rows = rowsOf('t', '{"rows":[{"name":"recovery, s","value":1,"bound":5,"ok":true}]}', 0)
  const results = [
    { proof, rows, seconds: 2 },
    { proof: { ...proof, title: 'release' }, rows: undefined, seconds: 0 },
  ]
  expect(proofTable(results)).toMatch(/query load: recovery, s +1 +5 +holds\nrelease +not run/)
})

test('the page keeps the last result of each proof, and forgets proofs that are gone', () => {
  const rows = [{ name: 'recovery, s', value: 1, bound: 5, ok: true }]
  const release = { ...proof, title: 'release', script: 'release:full' }
  const first = withResults(
    { gone: { script: 'gone:ci', date: '2026-11-01', rows } },
    [{ proof, rows, seconds: 2 }],
    '2026-11-15',
  )
  const both = withResults(
    first,
    [
      { proof, rows: undefined, seconds: 0 },
      { proof: release, rows, seconds: 1 },
    ],
    '2026-11-16',
  )
  const page = proofPage([proof, release, { ...proof, title: 'ha' }], both)
  expect(page).toContain('| query load: recovery, s | 1 | 5 | holds | 2026-11-15, load:ci |')
  expect(page).toContain('| release: recovery, s | 1 | 5 | holds | 2026-11-16, release:full |')
  expect(page).toContain('| ha |  |  | not run |  |')
  expect(Object.keys(both)).toEqual(['query load', 'release'])
  const short = { proof: { ...release, script: 'release:ci' }, rows: [], seconds: 1 }
  expect(withResults(both, [short], '2026-11-17')).toEqual({ release: both.release })
})
