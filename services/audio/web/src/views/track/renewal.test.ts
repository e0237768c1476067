import { expect, test } from 'vitest'
import { expiryOf, renewalWait } from './renewal.ts'

test('an address is renewed well before it expires, and not without end when the clock is wrong', () => {
  expect(renewalWait(1000 + 3_600_000, 1000)).toBeCloseTo(2_520_000, 6)
  expect(renewalWait(1500, 1000)).toBe(1000)
  expect(renewalWait(1000, 3_600_000)).toBe(300_000)
})

test('a signed link says when it expires', () => {
  expect(expiryOf('/api/v1/tracks/1/exports/beats.csv?client=a&expires=1700000000&signature=x')).toBe(1.7e12)
  expect(expiryOf('/api/v1/tracks/1/exports/beats.csv')).toBeUndefined()
})
