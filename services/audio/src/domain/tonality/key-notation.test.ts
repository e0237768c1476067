import { expect, test } from 'vitest'
import { camelotName, keyName } from './find-key.ts'
import { openKeyName, readKey, wheelPlace } from './key-notation.ts'

const KEYS = Array.from({ length: 24 }, (_, i) => ({
  tonic: i % 12,
  mode: i < 12 ? ('major' as const) : ('minor' as const),
}))

test('open key: the published wheel', () => {
  expect(KEYS.map((key) => [keyName(key), openKeyName(key)]).slice(0, 4)).toEqual([
    ['C major', '1d'],
    ['Db major', '8d'],
    ['D major', '3d'],
    ['Eb major', '10d'],
  ])
  expect(openKeyName(readKey('Am')!)).toBe('1m')
  expect(openKeyName(readKey('F minor')!)).toBe('9m')
})

test('every key is read from each of its notations, in any case, and has a place of its own', () => {
  for (const key of KEYS)
    for (const text of [keyName(key), camelotName(key), openKeyName(key)]) {
      expect(readKey(text)).toEqual(key)
      expect(readKey(` ${text.toUpperCase()} `)).toEqual(key)
    }
  expect(KEYS.map(wheelPlace).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 24 }, (_, i) => i))
})

test('other spellings are read; what is no key is not', () => {
  expect(readKey('C♯m')).toEqual(readKey('Db minor'))
  expect(readKey('cb')).toEqual(readKey('B major'))
  expect(readKey('e min')).toEqual(readKey('9A'))
  for (const text of ['', 'H minor', '13A', '0d', 'minor', 'C dorian', '8C'])
    expect(readKey(text)).toBeUndefined()
})
