import type { Sex } from '../person.ts'
import { ownEntry } from '../wording/own-entry.ts'
import { type Draft, hasData } from './draft.ts'
import { openGroup, turnTo, turnToMember } from './people.ts'
import type { Reader } from './reader.ts'

/** Nouns of several people born together. */
const COUNTED: Readonly<Record<string, number>> = {
  twins: 2,
  twin: 2,
  triplets: 3,
  triplet: 3,
  quadruplets: 4,
  quads: 4,
  couple: 2,
  parents: 2,
}

const PLURALS: Readonly<Record<string, Sex | undefined>> = {
  sons: 'male',
  daughters: 'female',
  boys: 'male',
  girls: 'female',
  brothers: 'male',
  sisters: 'female',
  men: 'male',
  women: 'female',
  kids: undefined,
  children: undefined,
  babies: undefined,
  siblings: undefined,
  friends: undefined,
  patients: undefined,
  donors: undefined,
  athletes: undefined,
  players: undefined,
  grandchildren: undefined,
  grandsons: 'male',
  granddaughters: 'female',
  nephews: 'male',
  nieces: 'female',
  toddlers: undefined,
  infants: undefined,
  pupils: undefined,
  flatmates: undefined,
  roommates: undefined,
  adults: undefined,
  props: undefined,
  forwards: undefined,
  rowers: undefined,
  runners: undefined,
  swimmers: undefined,
  wrestlers: undefined,
  boxers: undefined,
  cyclists: undefined,
  students: undefined,
  colleagues: undefined,
  teammates: undefined,
  clients: undefined,
  lads: 'male',
  blokes: 'male',
  lasses: 'female',
  people: undefined,
}

const wordOf = (reader: Reader, index: number): string => {
  const item = reader.items[index]
  return item === undefined ? '' : reader.source.slice(item.start, item.end).toLowerCase()
}

/** Number of people said before a plural: "three boys", "2 kids". */
function countBefore(reader: Reader, index: number): number | undefined {
  const before = reader.items[index - 1]
  if (before?.kind !== 'quantity' || before.quantity.dimension !== 'none') return undefined
  const { amount } = before.quantity
  return Number.isInteger(amount) && amount >= 2 && amount <= 8 ? amount : undefined
}

/** How far after a plural its list of values may begin, in items. */
const AHEAD = 16

/** Opens a group at a noun of several people; false when the noun means something else. */
export function readGroup(reader: Reader, index: number): boolean {
  const last = wordOf(reader, index).split(' ').at(-1) ?? ''
  const words = wordOf(reader, index).split(' ')
  if (isSexedTwin(reader, index, last)) return true
  const born = words.map((word) => ownEntry(COUNTED, word)).find((n) => n !== undefined)
  const known = born ?? countBefore(reader, index)
  if (born === undefined && !Object.hasOwn(PLURALS, last)) return false
  const sex = ownEntry(PLURALS, last)
  if (reader.cast.group !== undefined) {
    // "triplets, all boys": the plural says the sex of the group that is already open.
    if (sex && reader.cast.sharing) reader.cast.sharedSex = sex
    return reader.cast.sharing
  }
  const listed = hasRunAhead(reader, index, known)
  if (last === 'parents' && !listed) return false
  const split = known !== undefined && saysOneByOne(reader, index)
  if (born === undefined && !listed && !split) {
    // "one weighs 2.4 kg, the other 2.1 kg. Girls"
    if (sex && reader.cast.drafts.filter(hasData).length > 1) reader.cast.sharedSex = sex
    return false
  }
  openGroup(reader.cast, known, sex, last === 'parents' ? ['mother', 'father'] : undefined)
  return true
}

/** "the two girls are 4 years old, one weighs 15 kg, the other 17.5 kg". */
const saysOneByOne = (reader: Reader, index: number): boolean =>
  reader.items.slice(index + 1, index + AHEAD).some((item) => item.kind === 'person' && item.label === 'one')

/** "the boy twin is 5.9 kg, the girl twin 5.4 kg": one of them, told by the sex. */
function isSexedTwin(reader: Reader, index: number, word: string): boolean {
  if (word !== 'twin' && word !== 'triplet') return false
  for (const noun of [reader.items[index - 1], reader.items[index + 1]]) {
    if (noun?.kind !== 'phrase') continue
    const sex = noun.meanings.find((m) => m.kind === 'sex')
    if (!sex || sex.pronoun) continue
    turnTo(reader.cast, `${noun.text} ${word}`, `${noun.text} ${word}`, sex.sex)
    return true
  }
  return false
}

function hasRunAhead(reader: Reader, index: number, count: number | undefined): boolean {
  for (let i = index + 1; i < index + AHEAD; i++) {
    const run = reader.runs.get(i)
    if (run && run.at.length === (count ?? run.at.length)) return true
  }
  return false
}

/** "husband and wife, 84 kg and 61 kg", "Anna and Ben are 165 and 180 cm": people named together, then a list. */
function gather(reader: Reader, index: number): void {
  const run = reader.runs.get(index)
  const { cast } = reader
  if (cast.group !== undefined || run?.at[0] !== index) return
  const members: Draft[] = []
  for (let i = index - 1; i >= 0; i--) {
    const item = reader.items[i]!
    if (item.kind === 'quantity' || (item.kind === 'break' && item.strong)) break
    const identity =
      item.kind === 'person'
        ? item.label
        : item.kind === 'phrase'
          ? item.meanings.find((m) => m.kind === 'role')?.role
          : undefined
    const draft = cast.drafts.find((one) => one.identity !== undefined && one.identity === identity)
    if (draft && !members.includes(draft)) members.unshift(draft)
  }
  if (members.length !== run.at.length || members.some(hasData)) return
  cast.group = { count: members.length, members, labels: members.map(({ label }) => label), closed: false }
}

/** Turns to the member of the group whose value a listed quantity is; false where no list is meant. */
export function turnToListed(reader: Reader, index: number): boolean {
  gather(reader, index)
  const { group } = reader.cast
  const run = reader.runs.get(index)
  if (!group || group.closed || !run) return false
  const count = group.count ?? (group.members.length > 0 ? group.members.length : run.at.length)
  if (run.at.length !== count) return false
  turnToMember(reader.cast, run.at.indexOf(index))
  const [own, last] = [reader.items[index], reader.items[run.at.at(-1)!]]
  if (own?.kind === 'quantity' && last?.kind === 'quantity' && own.quantity.dimension === 'none')
    if (last.quantity.dimension !== 'none') reader.adopted = last.quantity.units
    else if (index > run.at[0]! && reader.last) reader.listField = reader.last.reading.field
  return true
}

/** After the last value of a list everything is said of all again. */
export function leaveList(reader: Reader, index: number): void {
  reader.listField = undefined
  if (reader.runs.get(index)?.at.at(-1) === index) reader.cast.sharing = true
}
