import fc from 'fast-check'
import { expect, test } from 'vitest'
import { areCompatible, type KeyRelation, keyRelation } from './camelot.ts'
import { type Key, keyOfName } from './find-key.ts'

const key = fc.record({
  tonic: fc.integer({ min: 0, max: 11 }),
  mode: fc.constantFrom('major' as const, 'minor' as const),
})
const named = (name: string): Key => keyOfName(name)!

test.each([
  ['A minor', 'A minor', 'same'],
  ['A minor', 'C major', 'relative'],
  ['A minor', 'E minor', 'fifth_up'],
  ['A minor', 'D minor', 'fifth_down'],
  ['A minor', 'G major', 'diagonal'],
  ['A minor', 'F major', 'diagonal'],
  ['A minor', 'B minor', 'whole_tone_up'],
  ['A minor', 'G minor', 'whole_tone_down'],
  ['A minor', 'A major', 'distant'],
  ['A minor', 'Eb minor', 'distant'],
  ['Db major', 'F# major', 'fifth_down'],
])('%s to %s: %s', (from, to, relation) => {
  expect(keyRelation(named(from), named(to))).toBe(relation)
})

const BACK: Record<KeyRelation, KeyRelation> = {
  same: 'same',
  relative: 'relative',
  fifth_up: 'fifth_down',
  fifth_down: 'fifth_up',
  diagonal: 'diagonal',
  whole_tone_up: 'whole_tone_down',
  whole_tone_down: 'whole_tone_up',
  distant: 'distant',
}

test('the way back is the reverse, and transposing both keys changes nothing', () => {
  fc.assert(
    fc.property(key, key, fc.integer({ min: 0, max: 11 }), (from, to, by) => {
      const relation = keyRelation(from, to)
      expect(keyRelation(to, from)).toBe(BACK[relation])
      const moved = (one: Key): Key => ({ ...one, tonic: (one.tonic + by) % 12 })
      expect(keyRelation(moved(from), moved(to))).toBe(relation)
    }),
  )
})

test('every key has four compatible keys, itself among them', () => {
  const all = [...Array(12).keys()].flatMap((tonic) => [
    { tonic, mode: 'major' as const },
    { tonic, mode: 'minor' as const },
  ])
  for (const from of all) expect(all.filter((to) => areCompatible(keyRelation(from, to)))).toHaveLength(4)
})
