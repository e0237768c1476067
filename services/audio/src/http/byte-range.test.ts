import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readRange } from './byte-range.ts'

test.each([
  ['bytes=0-99', 1000, { start: 0, end: 99 }],
  ['bytes=900-2000', 1000, { start: 900, end: 999 }],
  ['bytes=500-', 1000, { start: 500, end: 999 }],
  ['bytes=0-', 10_000_000, { start: 0, end: 2 * 1024 ** 2 - 1 }],
  ['bytes=-200', 1000, { start: 800, end: 999 }],
  ['bytes=-5000', 1000, { start: 0, end: 999 }],
  ['bytes=1000-', 1000, 'unsatisfiable'],
  ['bytes=-0', 1000, 'unsatisfiable'],
  ['bytes=0-', 0, 'unsatisfiable'],
  ['bytes=5-4', 1000, undefined],
  ['bytes=0-1,4-5', 1000, undefined],
  ['bytes=-', 1000, undefined],
  ['items=0-1', 1000, undefined],
  [undefined, 1000, undefined],
] as const)('%s of %i', (header, size, expected) => {
  expect(readRange(header, size)).toEqual(expected)
})

test('whatever is asked, what is answered lies in the content', () => {
  const bound = fc.oneof(fc.constant(''), fc.nat().map(String), fc.bigInt({ min: 0n }).map(String))
  fc.assert(
    fc.property(bound, bound, fc.nat(), (first, last, size) => {
      const range = readRange(`bytes=${first}-${last}`, size)
      if (range === undefined || range === 'unsatisfiable') return
      expect(range.start).toBeGreaterThanOrEqual(0)
      expect(range.end).toBeGreaterThanOrEqual(range.start)
      expect(range.end).toBeLessThan(size)
    }),
  )
})
