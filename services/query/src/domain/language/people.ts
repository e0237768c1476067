import type { Sex } from '../person.ts'
import { type Draft, hasData, newDraft, type Reading } from './draft.ts'

/** The people of the text and the one spoken of at the moment. */
export type Cast = {
  readonly drafts: Draft[]
  current: Draft
  readonly shared: Reading[]
  sharing: boolean
  /** Who was spoken of before a thing or an animal came up. */
  before: Draft | undefined
}

/** Starts with one unnamed person who receives every value until a name occurs. */
export function newCast(): Cast {
  const first = newDraft(undefined, 'person')
  return { drafts: [first], current: first, shared: [], sharing: false, before: undefined }
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
  if (identity === 'animal') {
    cast.before = cast.current
    cast.current = newDraft('animal', label)
    return
  }
  const known = cast.drafts.find((draft) => draft.identity === identity)
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
  const { current } = cast
  if (current.sex === sex) return
  if (current.sex === undefined && current.identity !== 'self') {
    current.sex = sex
    current.third = true
    return
  }
  const known = cast.drafts.findLast((draft) => draft.sex === sex)
  if (known) cast.current = known
  else if (hasData(current) || current.identity === 'self')
    enter(cast, sex === 'male' ? 'he' : 'she', sex === 'male' ? 'he' : 'she').sex = sex
  else current.sex = sex
}

/** Switches back to the person after a sentence about a thing. */
export function leaveThing(cast: Cast): void {
  if (cast.current.identity === 'animal' && cast.before) cast.current = cast.before
}

/** Adds a new, unnamed person: after "vs" or in "compare a … with a …". */
export function nextPerson(cast: Cast): void {
  if (hasData(cast.current)) enter(cast, undefined, 'person')
}
