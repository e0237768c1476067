import { expect, test } from 'vitest'
import { allSelected } from './selection.ts'

const rows = ['a', 'b'].map((id) => ({ id }))
const selected = (...ids: string[]) => new Map(ids.map((id) => [id, id]))

test('as many others are not all of these', () => {
  const all = (...ids: string[]) => allSelected(selected(...ids), 2, (i) => rows[i])
  expect([all('a', 'b'), all('a', 'b', 'c'), all('a'), all('c', 'd', 'a')]).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect(allSelected(selected('a'), 0, () => undefined)).toBe(false)
})
