import type { FactEntry } from './lexicon-facts.ts'
import { turnTo } from './people.ts'
import type { Reader } from './reader.ts'
import type { Facts } from './structured-query.ts'

/**
 * Reads a fact with the polarity of its clause. A denied or past condition is false, a plan or a fear says nothing, and
 * a condition that was once said to hold stays true: leaving out a pregnancy can do harm.
 */
export function readFact(reader: Reader, index: number, entry: FactEntry): void {
  const { polarity } = reader.clauses[index]!
  if (polarity === 'unreal' || (entry.fact.amputation && isThingOnLimb(reader, index))) return
  turnToOwner(reader, index)
  const { current } = reader.cast
  const holds = polarity === 'said' || (polarity === 'over' && entry.lasting === true)
  const facts: Record<string, unknown> = { ...current.facts }
  for (const [name, value] of Object.entries(entry.fact)) {
    if (holds) facts[name] = value
    else if (value === true && facts[name] !== true) facts[name] = false
  }
  current.facts = facts as Facts
  if (holds && entry.sex) current.sex ??= entry.sex
}

/** Words that may stand before a limb, and the ones before these that make it the place of something else. */
const OF_LIMB = new Set(
  'a an one my his her their the your our left right whole entire lower upper'.split(' '),
)
const PLACES = new Set(
  'on in from of for around round inside over under off to with at holding supporting covering'.split(' '),
)
/** Characters before a limb that are looked at. */
const BEFORE_LIMB = 40

/** "the cast on my left leg was removed", "a mole from his foot was cut off": something else is gone. */
function isThingOnLimb({ items, source }: Reader, index: number): boolean {
  const { start, end } = items[index]!
  const said = source.slice(start, end).toLowerCase().split(' ')
  if (said.at(-1) === 'at') said.pop()
  if (said.at(-1) !== 'removed' && said.at(-1) !== 'off') return false
  const words = source
    .slice(Math.max(0, start - BEFORE_LIMB), start)
    .toLowerCase()
    .split(/[.,;:!?()]/)
    .at(-1)!
    .split(/[^a-z]+/)
    .filter((word) => word !== '')
  return PLACES.has(words.findLast((word) => !OF_LIMB.has(word)) ?? '')
}

/** "my pregnant wife": the noun right after a condition says whose it is. */
function turnToOwner(reader: Reader, index: number): void {
  const next = reader.items[index + 1]
  if (next?.kind !== 'phrase') return
  const role = next.meanings.find((m) => m.kind === 'role')
  if (role && role.role !== 'animal') turnTo(reader.cast, role.role, role.role, role.sex)
}
