import { UNITS } from '../units.ts'
import { type Draft, hasData, newDraft } from './draft.ts'
import type { Reader } from './reader.ts'

/** Copies values that were said of everybody to each person: "both 180 cm", "twins, 4 years old". */
export function share(reader: Reader, drafts: Draft[]): void {
  const { shared, sharedSex, group } = reader.cast
  if (sharedSex) for (const draft of group?.members.length ? group.members : drafts) draft.sex ??= sharedSex
  if (shared.length === 0) return
  const named = drafts.filter((draft) => draft.identity !== undefined || hasData(draft))
  if (named.length === 1 && hasData(named[0]!) && group === undefined) drafts.push(newDraft('other', 'other'))
  if (named.length === 0 && drafts[0]) named.push(drafts[0])
  for (const draft of drafts.length > named.length && named.length > 1 ? named : drafts)
    for (const reading of shared)
      if (!draft.readings.some((own) => own.field === reading.field)) draft.readings.push(reading)
}

const SEX_WORDS = /\b(girl|boy|female|male|daughter|son)\b/gi
const isMale = (word: string): boolean => /^(boy|male|son)$/i.test(word)

/**
 * Gives the sexes of two people who were measured first: "Ada 7.1 kg and Bo 7.9 kg, girl and boy". The reader took the
 * last sex for a third person, of whom nothing else is known.
 */
export function sexesInOrder(drafts: Draft[], text: string): void {
  const measured = drafts.filter((draft) => draft.readings.some(({ field }) => field !== 'ageYears'))
  const [first, second] = measured
  const extra = drafts.filter((draft) => !hasData(draft) && draft.sex !== undefined && !draft.identity)
  if (measured.length !== 2 || !first?.identity || !second?.identity || extra.length !== 1) return
  const after = text.slice(Math.max(...measured.flatMap(({ readings }) => readings.map(({ end }) => end))))
  const words = [...after.matchAll(SEX_WORDS)].map(([word]) => word)
  if (words.length !== 2 || isMale(words[0]!) === isMale(words[1]!)) return
  first.sex = isMale(words[0]!) ? 'male' : 'female'
  second.sex = isMale(words[1]!) ? 'male' : 'female'
  drafts.splice(drafts.indexOf(extra[0]!), 1)
}

/** Names the only measured person when the name comes last: "… 23.4 kg; son". */
export function nameLate(drafts: Draft[]): void {
  const measured = drafts.filter(hasData)
  const [only] = measured
  if (measured.length !== 1 || only!.identity !== undefined || only!.sex !== undefined) return
  const named = drafts.filter(
    (draft) => !hasData(draft) && draft.sex !== undefined && draft.identity !== undefined,
  )
  if (named.length !== 1) return
  only!.sex = named[0]!.sex
  only!.label = named[0]!.label
  drafts.splice(drafts.indexOf(named[0]!), 1)
}

const CHILDREN = /\b(sons|daughters|boys|girls|kids|children|twins|triplets|nephews|nieces)\b/i

/** Oldest age in years that is taken for that of children. */
const OLDEST_CHILD = 18

/**
 * Gives what was said of several children to those who are named after it: "both my sons are 7. Leo weighs 23 kg, Max
 * 27 kg". The reader took the plural for a person of whom only the age is known.
 */
export function shareWithNamed(drafts: Draft[], text: string): void {
  if (!CHILDREN.test(text)) return
  const all = drafts.find(
    ({ identity, readings, slots }) =>
      (identity === undefined || identity === 'son' || identity === 'daughter') &&
      slots.length === 0 &&
      readings.length === 1 &&
      readings[0]!.field === 'ageYears' &&
      readings[0]!.quantity.value <= OLDEST_CHILD,
  )
  const named = drafts.filter((draft) => draft !== all && hasData(draft))
  const free = named.every(
    ({ identity, sex, readings }) =>
      identity !== undefined &&
      identity !== 'self' &&
      sex === undefined &&
      readings.every(({ field }) => field !== 'ageYears'),
  )
  if (!all || named.length < 2 || !free) return
  for (const draft of named) {
    draft.readings.push(all.readings[0]!)
    draft.sex = all.sex
  }
  drafts.splice(drafts.indexOf(all), 1)
}

/** Words that say that several people are meant. */
const SEVERAL =
  /\b(both|each|two|three|four|2|3|4|patients|people|persons|men|women|boys|girls|kids|children|bmis|respectively|everyone|everybody|all|compare|versus|vs|us|they|them|ours?)\b/i

/**
 * Splits a person without a name of whom the same measures are said again and again: "both male: 70 kg/175 cm and
 * 85 kg/180 cm". Only where the text speaks of several people, and every round has the same measures.
 */
export function splitRepeats(drafts: readonly Draft[], text: string): Draft[] {
  const several = SEVERAL.test(text)
  return drafts.flatMap((draft) => {
    const { readings } = draft
    const period = readings.findIndex((reading, i) => i > 0 && reading.field === readings[0]!.field)
    if (draft.identity !== undefined || period < 2 || readings.length % period !== 0) return [draft]
    const plain = readings.every(
      (r, i) => !r.corrects && !r.negated && r.time === undefined && r.field === readings[i % period]!.field,
    )
    if (!plain || !(several || areEntries(readings, period, text))) return [draft]
    return Array.from({ length: readings.length / period }, (_one, i) => ({
      ...draft,
      label: `person ${i + 1}`,
      identity: `person ${i + 1}`,
      readings: readings.slice(i * period, (i + 1) * period),
    }))
  })
}

/** "GK 1.91m 86kg / CB 1.88m 84kg", "(a) 48 kg, 155 cm (b) 95 kg, 169 cm": a letter or a code opens each entry. */
const CODE = /[;\n/|] ?[A-Z]{1,3} ?$|\([a-h]\) ?$/

const areEntries = (readings: Draft['readings'], period: number, text: string): boolean =>
  readings.every((reading, i) => {
    if (i === 0 || i % period !== 0) return true
    return CODE.test(text.slice(readings[i - 1]!.end, reading.start).slice(0, 16))
  })

const BORN_TOGETHER = /^(twin|triplet|\w+ (?:twin|triplet)$|one$|other$|first$|second$|third$)/

/** Gives what was said of the birth of twins to each of them: "twin A … and twin B …, born at 35+1 today". */
export function shareBirth(drafts: readonly Draft[], text: string): void {
  if (!/twin|triplet|quad/i.test(text)) return
  const born = drafts.filter((draft) => BORN_TOGETHER.test(draft.label))
  shareAge(born)
  const told = born.find((draft) => draft.bornNow || draft.birth || gestationOf(draft))
  if (!told) return
  for (const draft of born) {
    draft.bornNow ||= told.bornNow
    draft.birth ??= told.birth
    draft.preterm ??= told.preterm
    const gestation = gestationOf(told)
    if (gestation && !gestationOf(draft)) draft.readings.push(gestation)
  }
}

/** The age of one is the age of all who were born together. */
function shareAge(born: readonly Draft[]): void {
  const ages = born.flatMap((draft) => draft.readings.filter((r) => r.field === 'ageYears'))
  if (ages.length !== 1) return
  for (const draft of born) if (!draft.readings.includes(ages[0]!)) draft.readings.push(ages[0]!)
}

const gestationOf = (draft: Draft) => draft.readings.find((r) => r.field === 'gestationalAgeWeeks')

const onlyHeight = (draft: Draft): boolean =>
  draft.flaws.length === 0 &&
  draft.slots.length === 0 &&
  draft.birth === undefined &&
  draft.readings.length === 1 &&
  ['heightCm', 'length'].includes(draft.readings[0]!.field)

/** "my wife is 165 cm, I'm 180 cm": who asks for a child's height is the other parent. */
function parentsByMarriage(wife: Draft | undefined, husband: Draft | undefined, self: Draft | undefined) {
  return {
    ...(wife && { mother: wife, ...(self && { father: self }) }),
    ...(husband && { father: husband, ...(self && { mother: self }) }),
  }
}

/** Heights of parents in cm that need no unit. */
const PARENT_CM: readonly [number, number] = [135, 215]

/** "dad 185 mum 168": a bare number of a parent, where the height of the child is asked for. */
function readParentHeight(draft: Draft): void {
  const [slot, ...more] = draft.slots
  if (!PARENTS.has(draft.identity ?? '') || !slot || more.length > 0 || draft.readings.length > 0) return
  const { amount, issue } = slot.quantity
  const metres = amount >= PARENT_CM[0] / 100 && amount <= PARENT_CM[1] / 100
  const unit = metres ? UNITS.m : UNITS.cm
  const cm = amount * unit.factor
  if (issue || cm < PARENT_CM[0] || cm > PARENT_CM[1]) return
  draft.slots = []
  draft.readings.push({
    field: 'heightCm',
    quantity: { ...slot.quantity, dimension: 'length', value: cm, units: [unit] },
    start: slot.start,
    end: slot.end,
    time: undefined,
    corrects: false,
    negated: false,
  })
}

const PARENTS = new Set(['mother', 'father'])

/** Turns parents of whom only the height is known into inputs of their child. */
export function foldParents(drafts: readonly Draft[], reader: Reader): readonly Draft[] {
  const asked = reader.topics.has('midparental') || reader.topics.has('khamis_roche')
  if (asked) drafts.forEach(readParentHeight)
  const is = (identity: string) => drafts.find((draft) => draft.identity === identity && onlyHeight(draft))
  const couple = asked ? parentsByMarriage(is('wife'), is('husband'), is('self')) : {}
  const mother = is('mother') ?? couple.mother
  const father = is('father') ?? couple.father
  if (!(mother && father) && !(asked && (mother || father))) return drafts
  if (reader.topics.size === 0) reader.topics.add('midparental')
  const others = drafts.filter((draft) => draft !== mother && draft !== father)
  const child =
    others.find((draft) => draft.identity === 'son' || draft.identity === 'daughter') ??
    others.find((draft) => hasData(draft) || draft.sex !== undefined) ??
    others[0] ??
    newDraft(undefined, 'child')
  if (mother) child.readings.push({ ...mother.readings[0]!, field: 'motherHeightCm' })
  if (father) child.readings.push({ ...father.readings[0]!, field: 'fatherHeightCm' })
  return others.includes(child) ? others : [...others, child]
}
