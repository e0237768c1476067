import type { ConditionEntry } from './lexicon-conditions.ts'
import type { FactEntry } from './lexicon-facts.ts'
import { turnTo } from './people.ts'
import { hasCue } from './polarity.ts'
import type { Reader } from './reader.ts'
import type { Facts } from './structured-query.ts'

/**
 * Reads a fact with the polarity of its clause. A denied or past condition is false, a plan or a fear says nothing, and
 * a condition that was once said to hold stays true: leaving out a pregnancy can do harm.
 */
export function readFact(reader: Reader, index: number, entry: FactEntry): void {
  const { polarity } = reader.clauses[index]!
  if (polarity === 'unreal' || (entry.fact.amputation && isThingOnLimb(reader, index))) return
  if (isOfWork(reader, index) || isOfAnimal(reader, index)) return
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

/** Reads a condition that makes usual figures wrong. A denied one, a fear, work with it and a past one say nothing. */
export function readCondition(reader: Reader, index: number, { condition, lasting }: ConditionEntry): void {
  const { polarity } = reader.clauses[index]!
  if (polarity !== 'said' && !(polarity === 'over' && lasting === true)) return
  if (isOfWork(reader, index) || isOfAnimal(reader, index)) return
  if (condition === 'dialysis' && DRY_WEIGHT.test(reader.source) && !ABOVE_DRY.test(reader.source)) return
  turnToOwner(reader, index)
  reader.cast.current.conditions.add(condition)
}
const DRY_WEIGHT = /\b(?:dry weight|edw|(?:post|after)[- ]?(?:the )?dialysis)\b/i
const ABOVE_DRY = /\b(?:above|over) (?:the |his |her |my )?(?:dry weight|edw)\b/i

/** Places, trades and studies: "a heart failure nurse", "the dialysis unit" say nothing of the speaker's body. */
const WORK_AFTER = new Set(
  'nurse nurses unit units ward clinic department dept charity charities research researcher team doctor doctors consultant specialist student students technician physio therapist rehab company shop school camp association awareness fundraiser run talk lecture course exam exams ramp rugby basketball tennis access service services'.split(
    ' ',
  ),
)
const WORK_BEFORE = new Set(
  'work works working manage manages managing referee referees push pushes fit fits sell sells study studies studying research researching teach teaches teaching coach coaches volunteer volunteers treat treats build builds design designs run'.split(
    ' ',
  ),
)
/** Items before a condition in which a verb of work is looked for. */
const WORK_REACH = 4

/** "I fit artificial legs", "a dialysis nurse". Before a colon a place is where the figures come from: "CF clinic: 50 kg". */
function isOfWork({ items, source }: Reader, index: number): boolean {
  const text = (i: number): string => {
    const item = items[i]
    return item === undefined ? '' : source.slice(item.start, item.end).toLowerCase()
  }
  if (WORK_AFTER.has(text(index + 1)) && text(index + 2) !== ':') return true
  for (let i = index - 1; i >= 0 && i >= index - WORK_REACH; i--) {
    const item = items[i]!
    if (item.kind === 'break' || item.kind === 'quantity' || hasCue(item, 'turn')) return false
    if (WORK_BEFORE.has(text(i))) return true
  }
  return false
}

/** "my dog lost a leg": the subject right before is no person. */
function isOfAnimal({ items }: Reader, index: number): boolean {
  for (let i = index - 1; i >= 0 && i >= index - 3; i--) {
    const item = items[i]!
    if (item.kind === 'break') return false
    if (item.kind === 'phrase' && item.meanings.some((m) => m.kind === 'role'))
      return item.meanings.some((m) => m.kind === 'role' && m.role === 'animal')
  }
  return false
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
