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
  const { pregnant, oedema, amputation } = entry.fact
  if ((pregnant || oedema || amputation) && (isTrade(reader, index) || isOfAnimal(reader, index))) return
  if (amputation && isOfClients(reader, index)) return
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
  if (isOfPatient(reader, index) || isOfFamily(reader, index)) return
  turnToOwner(reader, index)
  reader.cast.current.conditions.add(condition)
}

/** Places, trades and studies: "a heart failure nurse", "the dialysis unit" say nothing of the speaker's body. */
const TRADES =
  'nurse nurses doctor doctors consultant specialist researcher technician physio therapist teacher instructor coach maker midwife surgeon'
const TRADES_AFTER = new Set(TRADES.split(' '))
const WORK_AFTER = new Set(
  `${TRADES} charity charities research lecture course exam exams awareness fundraiser student students patients people children kids adults clients rehab company shop school camp association run talk ramp rugby basketball tennis access service services`.split(
    ' ',
  ),
)
/** Places are where somebody works or where the figures come from: "seen at the dialysis clinic". */
const PLACES_OF_WORK = new Set('unit units ward clinic department dept team'.split(' '))
const MAKING = new Set('fit fits sell sells build builds design designs'.split(' '))
const WORK_BEFORE = new Set(
  'work works working manage manages managing referee referees push pushes study studies studying research researching teach teaches teaching coach coaches volunteer volunteers treat treats'.split(
    ' ',
  ),
)
/** Items before a condition in which a verb of work is looked for, and words that bring in a body of one's own. */
const WORK_REACH = 4
const OWN = new Set("i i'm im am is was my her his with while despite and during on".split(' '))
/** Adjectives of people: "a pregnant nurse" is pregnant, "a paraplegic student" is paraplegic. */
const OF_PERSON = /(?:ant|tal|ed|ees?|plegic|ing|bound|ridden)$/
/** What may stand before a trade: "oedema nurse", "I am an oedema nurse"; not "I see a pregnancy doctor". */
const BEFORE_TRADE = new Set(["i'm", 'im', 'i am', 'am', 'as'])
/** Nouns of a field of work; "a third trimester nurse" and "one legged teacher" are people in that state. */
const FIELD = /^(?:pregnancy|(?:lymph)?o?edema|amputations?)$/
const PRODUCT = /^(?:prosthetic|artificial|bionic) (?:legs?|arms?|limbs?|hands?|foot|feet)$|^prosthes[ei]s$/
const MAKERS = new Set(['maker', 'technician', 'fitter', 'designer', 'specialist'])
const BETWEEN = new Set([
  'yoga',
  'fitness',
  'pilates',
  'massage',
  'care',
  'research',
  'ward',
  'clinic',
  'unit',
])
const BEFORE_MAKING = new Set(['i', 'we', 'he', 'she', 'they', 'who', 'and'])

const textAt = ({ items, source }: Reader, i: number): string => {
  const item = items[i]
  return item === undefined ? '' : source.slice(item.start, item.end).toLowerCase()
}

/**
 * Returns whether pregnancy, oedema or amputation only names a trade or a product: "a pregnancy yoga teacher", "I fit artificial
 * legs". Any doubt leaves the fact to the speaker: a class told in pregnancy can do harm.
 */
function isTrade(reader: Reader, index: number): boolean {
  const said = textAt(reader, index)
  const product = PRODUCT.test(said)
  if (!product && !FIELD.test(said)) return false
  if (product && MAKING.has(textAt(reader, index - 1))) return BEFORE_MAKING.has(textAt(reader, index - 2))
  const from = ['a', 'an'].includes(textAt(reader, index - 1)) ? index - 2 : index - 1
  const before = reader.items[from]
  if (before !== undefined && before.kind !== 'break' && !BEFORE_TRADE.has(textAt(reader, from))) return false
  const at = BETWEEN.has(textAt(reader, index + 1)) ? index + 2 : index + 1
  return (product ? MAKERS : TRADES_AFTER).has(textAt(reader, at)) && reader.items[at + 1]?.kind !== 'word'
}

/** "I treat dialysis patients", "a dialysis nurse", "I work on the dialysis unit"; not "my dialysis nurse", "I work on dialysis". */
function isOfWork(reader: Reader, index: number): boolean {
  const text = (i: number): string => textAt(reader, i)
  const [said, next] = [text(index), text(index + 1)]
  if (/^(?:my|her|his|our)$/.test(text(index - 1)) || /^(?:has|have|having|with|got) /.test(said))
    return false
  // Before a colon is where the figures come from: "CF research: 50 kg".
  if (WORK_AFTER.has(next) && text(index + 2) !== ':' && !OF_PERSON.test(said)) return true
  for (let i = index - 1; i >= 0 && i >= index - WORK_REACH; i--) {
    const item = reader.items[i]!
    if (WORK_BEFORE.has(text(i)) || MAKING.has(text(i))) return true
    if (item.kind === 'break' || item.kind === 'quantity' || hasCue(item, 'turn')) return false
    if (OWN.has(text(i)) && !PLACES_OF_WORK.has(next)) return false
  }
  return false
}

/** "I work with amputees, I'm 80 kg": others in the plural, and the figures of the speaker right after them. */
function isOfClients(reader: Reader, index: number): boolean {
  const { end } = reader.items[index]!
  if (!/amputees$/.test(textAt(reader, index))) return false
  const from = ['with', 'for'].includes(textAt(reader, index - 1)) ? index - 2 : index - 1
  return WORK_BEFORE.has(textAt(reader, from)) && OWN_FIGURE.test(reader.source.slice(end, end + AROUND))
}
const OWN_FIGURE = /^[,.;:]? (?:and |but )?(?:i am|i['’]?m|i weigh) \d/i

/** "my dog lost a leg": the animal opens the clause, and nobody stands between it and the fact. */
function isOfAnimal(reader: Reader, index: number): boolean {
  const { items } = reader
  let i = index - 1
  while (AFTER_ANIMAL.has(textAt(reader, i))) i--
  const animal = items[i]
  if (animal?.kind !== 'phrase' || !animal.meanings.some((m) => m.kind === 'role' && m.role === 'animal'))
    return false
  if (items[i - 1]?.kind === 'word') i--
  const before = items[i - 1]
  return before === undefined || before.kind === 'break' || ['and', 'but'].includes(textAt(reader, i - 1))
}
const AFTER_ANIMAL = new Set('is was has had got a an just recently'.split(' '))

/** "I care for a man with cerebral palsy; I am 80 kg": the figures are those of the speaker. */
const isOfPatient = ({ items, source }: Reader, index: number): boolean => {
  const { start, end } = items[index]!
  const clause =
    source
      .slice(Math.max(0, start - AROUND), start)
      .split(/[.;,]/)
      .at(-1) ?? ''
  return (
    /\b(?:car(?:e|es|ing) for|look(?:s|ing)? after) an? /i.test(clause) &&
    /\b(?:i am|i'm|i weigh|my (?:own )?(?:weight|height|bmi))\b/i.test(source.slice(end, end + AROUND))
  )
}
/** Characters around a condition that are looked at. */
const AROUND = 80

/** "hydrocephalus runs in the family". */
const isOfFamily = ({ items, source }: Reader, index: number): boolean =>
  /^ runs in (?:the|my|our|his|her) family\b/i.test(
    source.slice(items[index]!.end, items[index]!.end + AROUND),
  )

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
