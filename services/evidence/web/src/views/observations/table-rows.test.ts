import { expect, it } from 'vitest'
import { sortRows, type TableRow } from './table-rows.ts'
import { SORTS } from './table-search.ts'

const rows = Array.from({ length: 200 }, (_, i): TableRow => {
  const n = (i * 7919) % 200
  const row = { conflict: (n % 5) / 10, sources: n % 3, schymanski: ['1', '2a', null][n % 3] }
  const numbers = {
    probability: (n % 11) / 11,
    text: '',
    name: `m${n % 13}`,
    order: String(n).padStart(12, '0'),
  }
  return { row, ...numbers } as unknown as TableRow
})

const KEYS = {
  probability: ({ probability }: TableRow) => -probability,
  observation: ({ order }: TableRow) => order,
  best: ({ name }: TableRow) => name,
  level: ({ row }: TableRow) => row.schymanski ?? '9',
  conflict: ({ row }: TableRow) => -row.conflict,
  sources: ({ row }: TableRow) => -row.sources,
} as const

it('sorts by every column in both directions, equal rows by their id', () => {
  for (const sort of SORTS)
    for (const turned of [undefined, 'yes'] as const) {
      const sign = turned ? -1 : 1
      const keyOf = KEYS[sort]
      const expected = rows.toSorted((a, b) => {
        const [x, y] = [keyOf(a), keyOf(b)]
        return sign * (x < y ? -1 : x > y ? 1 : 0) || (a.order < b.order ? -1 : 1)
      })
      const search = turned ? { sort, turned } : { sort }
      expect(sortRows(rows, search).map(({ order }) => order)).toEqual(expected.map(({ order }) => order))
    }
})
