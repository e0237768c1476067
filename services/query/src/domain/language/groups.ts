import type { Sex } from '../person.ts'
import { hasData } from './draft.ts'
import { openGroup, turnToMember } from './people.ts'
import type { Reader } from './reader.ts'
import type { Item } from './scan.ts'

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
  people: undefined,
}

/** A list of like quantities: "8.6 kg, 9.1 kg and 7.9 kg". */
export type Run = { readonly at: readonly number[] }

const isLink = (item: Item | undefined): boolean =>
  (item?.kind === 'break' && (item.text === ',' || item.text === '/' || item.text === '&')) ||
  (item?.kind === 'word' && (item.text === 'and' || item.text === '&' || item.text === 'then'))

const dimensionAt = (item: Item | undefined): string | undefined =>
  item?.kind === 'quantity' && item.quantity.issue === undefined ? item.quantity.dimension : undefined

/** Most that two members of one list differ: a list of weights is not an age and a weight. */
const WIDEST = 2.5

/** The same where the unit is written once: "30, 65 kg" is an age and a weight. */
const WIDEST_MIXED = 1.6

/**
 * Returns the runs of like quantities by the index of every member. The members of a run have one dimension; members
 * without a unit take the unit of the last.
 */
export function runsOf(items: readonly Item[]): ReadonlyMap<number, Run> {
  const runs = new Map<number, Run>()
  for (let i = 0; i < items.length; i++) {
    if (dimensionAt(items[i]) === undefined || runs.has(i)) continue
    const at = [i]
    for (let next = nextMember(items, i); next !== undefined; next = nextMember(items, next)) at.push(next)
    if (at.length > 1) for (const index of at) runs.set(index, { at })
  }
  return runs
}

function nextMember(items: readonly Item[], i: number): number | undefined {
  let j = i + 1
  while (j < i + 4 && isLink(items[j])) j++
  if (j === i + 1) return undefined
  const [first, second] = [items[i], items[j]]
  if (first?.kind !== 'quantity' || second?.kind !== 'quantity') return undefined
  const [a, b] = [dimensionAt(first), dimensionAt(second)]
  if (a === undefined || b === undefined || (a !== b && a !== 'none')) return undefined
  const ratio = first.quantity.amount / second.quantity.amount
  const widest = a === b ? WIDEST : WIDEST_MIXED
  return ratio < widest && ratio > 1 / widest ? j : undefined
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
  const born = words.map((word) => COUNTED[word]).find((n) => n !== undefined)
  const known = born ?? countBefore(reader, index)
  if (born === undefined && !Object.hasOwn(PLURALS, last)) return false
  const sex = PLURALS[last]
  if (reader.cast.group !== undefined) {
    // "triplets, all boys": the plural says the sex of the group that is already open.
    if (sex && reader.cast.sharing) reader.cast.sharedSex = sex
    return reader.cast.sharing
  }
  const listed = hasRunAhead(reader, index, known)
  if (last === 'parents' && !listed) return false
  if (born === undefined && !listed) {
    // "one weighs 2.4 kg, the other 2.1 kg. Girls"
    if (sex && reader.cast.drafts.filter(hasData).length > 1) reader.cast.sharedSex = sex
    return false
  }
  openGroup(reader.cast, known, sex, last === 'parents' ? ['mother', 'father'] : undefined)
  return true
}

function hasRunAhead(reader: Reader, index: number, count: number | undefined): boolean {
  for (let i = index + 1; i < index + AHEAD; i++) {
    const run = reader.runs.get(i)
    if (run && run.at.length === (count ?? run.at.length)) return true
  }
  return false
}

/** Turns to the member of the group whose value a listed quantity is; false where no list is meant. */
export function turnToListed(reader: Reader, index: number): boolean {
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
