import type { Sex } from '../person.ts'
import { type Draft, hasData, newDraft, type Reading } from './draft.ts'

/** The people of the text and the one spoken of at the moment. */
export type Cast = {
  readonly drafts: Draft[]
  current: Draft
  readonly shared: Reading[]
  sharing: boolean
  /** Sex of all members of a group: "triplets, all boys". */
  sharedSex: Sex | undefined
  /** A group of people whose values are listed: twins, "my three sons". */
  group:
    | {
        readonly count: number | undefined
        readonly members: Draft[]
        readonly labels: readonly string[]
        closed: boolean
      }
    | undefined
  /** Who was spoken of before a thing or an animal came up. */
  before: Draft | undefined
}

/** Starts with one unnamed person who receives every value until a name occurs. */
export function newCast(): Cast {
  const first = newDraft(undefined, 'person')
  return {
    drafts: [first],
    current: first,
    shared: [],
    sharing: false,
    sharedSex: undefined,
    group: undefined,
    before: undefined,
  }
}

function enter(cast: Cast, identity: string | undefined, label: string): Draft {
  const draft = newDraft(identity, label)
  cast.drafts.push(draft)
  cast.current = draft
  return draft
}

const PARENTS = new Set(['mother', 'father', 'grandmother', 'grandfather'])

/** Switches to a named or related person: one already met, the unnamed one if it has no values, or a new one. */
export function turnTo(cast: Cast, identity: string, label: string, sex?: Sex): void {
  cast.sharing = false
  if (cast.group) cast.group.closed = true
  if (identity === 'animal') {
    cast.before = cast.current
    cast.current = newDraft('animal', label)
    return
  }
  const known = cast.drafts.find((draft) => draft.identity === identity || draft.alias === identity)
  const { current } = cast
  if (known) cast.current = known
  else if (
    current.identity === undefined &&
    (identity === 'self' ? !current.third : !hasMeasures(current)) &&
    fits(current, sex) &&
    !(PARENTS.has(identity) && current.sex !== undefined)
  ) {
    current.identity = identity
    current.label = label
  } else enter(cast, identity, label)
  if (sex) cast.current.sex = sex
}

/** Sex and age may come before the noun: "my 7-year-old son". */
const hasMeasures = (draft: Draft): boolean =>
  draft.readings.some((reading) => reading.field !== 'ageYears') || draft.slots.length > 0
const fits = (draft: Draft, sex: Sex | undefined): boolean =>
  sex === undefined || draft.sex === undefined || draft.sex === sex

/** Reads "woman", "male", "F": sets or corrects the sex of the current person, or switches to another. */
export function sexNoun(cast: Cast, sex: Sex, corrected: boolean, young = false): void {
  cast.sharing = false
  const { current } = cast
  if (young && PARENTS.has(current.identity ?? '') && hasData(current))
    enter(cast, undefined, 'child').sex = sex
  else if (current.sex === undefined || current.sex === sex) current.sex = sex
  else if (corrected || !hasData(current)) current.sex = sex
  else enter(cast, undefined, 'person').sex = sex
}

/**
 * Reads "he", "her": switches to the last person of that sex, otherwise the current one if its sex is unknown,
 * otherwise a new one.
 */
export function pronoun(cast: Cast, sex: Sex): void {
  cast.sharing = false
  const { current } = cast
  if (current.sex === sex) return
  if (current.sex === undefined && current.identity !== 'self') {
    current.sex = sex
    current.third = true
    return
  }
  const known = cast.drafts.findLast((draft) => draft.sex === sex) ?? unsexed(cast)
  if (known) {
    cast.current = known
    known.sex = sex
  } else if (hasData(current) || current.identity === 'self')
    enter(cast, sex === 'male' ? 'he' : 'she', sex === 'male' ? 'he' : 'she').sex = sex
  else current.sex = sex
}

/** "my partner is 85 kg. I'm 169 cm, he is 178 cm": the only other person, whose sex was not said. */
function unsexed(cast: Cast): Draft | undefined {
  const others = cast.drafts.filter(
    (draft) => draft !== cast.current && draft.identity !== undefined && draft.identity !== 'self',
  )
  const [only] = others
  return others.length === 1 && only!.sex === undefined ? only : undefined
}

const MEMBERS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth']

/** Opens a group of people; what follows is said of all of them until somebody is singled out. */
export function openGroup(
  cast: Cast,
  count: number | undefined,
  sex: Sex | undefined,
  labels: readonly string[] = MEMBERS,
): void {
  cast.group = { count, members: [], labels, closed: false }
  cast.sharing = true
  if (sex) cast.sharedSex = sex
}

/** Turns to a member of the group, counted from 0. */
export function turnToMember(cast: Cast, at: number): void {
  const { group } = cast
  if (!group) return
  while (group.members.length <= at) {
    const label = group.labels[group.members.length] ?? `person ${group.members.length + 1}`
    const { current } = cast
    const free = group.members.length === 0 && current.identity === undefined && !hasData(current)
    if (free) {
      current.identity = label
      current.label = label
      group.members.push(current)
    } else group.members.push(enter(cast, label, label))
  }
  cast.current = group.members[at]!
  cast.sharing = false
}

/** "dad is 6'0, mom 5'5, how tall will my 8 year old boy be": the young one is not the parent spoken of before. */
export function turnToChild(cast: Cast): boolean {
  if (!PARENTS.has(cast.current.identity ?? '') || !hasData(cast.current)) return false
  enter(cast, 'child', 'child')
  return true
}

/** Switches back to the speaker, if there is one and nothing was measured of the person in between. */
export function returnToSpeaker(cast: Cast): void {
  const self = cast.drafts.find((draft) => draft.identity === 'self')
  if (self && !hasData(cast.current)) cast.current = self
}

/** Switches back to the person after a sentence about a thing. */
export function leaveThing(cast: Cast): void {
  if (cast.current.identity === 'animal' && cast.before) cast.current = cast.before
}

/** Adds a new, unnamed person: after "vs" or in "compare a … with a …". */
export function nextPerson(cast: Cast): void {
  if (hasData(cast.current)) enter(cast, undefined, 'person')
}
