import { nextPerson, turnTo, turnToChild } from './people.ts'
import type { Quantity } from './quantity.ts'
import { readPhrase } from './read-phrase.ts'
import type { Reader } from './reader.ts'

/** Turns to the person whose age is told. "my 7-year-old son": the noun after the age says whose it is. */
export function introduce(reader: Reader, index: number, quantity: Quantity): undefined {
  if (quantity.dimension !== 'age') return
  if (isAnotherChild(reader, index, quantity)) nextPerson(reader.cast)
  if (quantity.sex) readPhrase(reader, index, [{ kind: 'sex', sex: quantity.sex, pronoun: false }], quantity)
  for (let i = index + 1; i < index + 3; i++) {
    const item = reader.items[i]
    if (item?.kind !== 'phrase') {
      if (item?.kind === 'word') continue
      return
    }
    const sex = item.meanings.find((m) => m.kind === 'sex')
    if (sex && !sex.pronoun && quantity.value < 18 && turnToChild(reader.cast)) return
    if (sex && !sex.pronoun && startsNext(reader, sex.sex)) {
      nextPerson(reader.cast)
      return
    }
    const role = item.meanings.find((m) => m.kind === 'role')
    if (!role) continue
    turnTo(reader.cast, role.role, role.role, role.sex)
    reader.consumed.add(i)
    return
  }
}

const OWNERS = new Set(['my', 'our', 'the', 'a', 'his', 'her', 'their', 'and'])

/** "my 4-year-old weighs 17 kg and my 7-year-old weighs 24 kg": another age with its own article is another person. */
function isAnotherChild(reader: Reader, index: number, quantity: Quantity): boolean {
  const before = reader.items[index - 1]
  const owned = before?.kind === 'word' && OWNERS.has(before.text)
  if (!owned || !quantity.old || reader.correctionAt > reader.lastQuantityAt) return false
  const { readings } = reader.cast.current
  const age = readings.find((reading) => reading.field === 'ageYears')
  return age !== undefined && age.quantity.value !== quantity.value && readings.length > 1
}

/** "10yo boy 140 cm, 7yo girl": a person who already has an age and a sex is not given another of each. */
function startsNext(reader: Reader, sex: 'male' | 'female'): boolean {
  const { current } = reader.cast
  const aged = current.readings.some((reading) => reading.field === 'ageYears')
  const corrected = reader.correctionAt > reader.lastQuantityAt
  return (
    aged && current.sex !== undefined && !corrected && (current.sex !== sex || current.readings.length > 1)
  )
}
