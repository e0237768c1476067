import { unitOfWord } from '../units.ts'
import { isKnownWord, phraseAt } from './phrases.ts'
import type { Token } from './tokens.ts'

/** Somebody who is named at a token, and the index after the name. */
type Named = { readonly label: string; readonly to: number }

const VERBS = new Set(['is', 'weighs', 'was', 'has', 'measures', 'stands', 'weighed', '('])
const PEOPLE_NOUNS = new Set(
  'patient client subject athlete person participant player case child kid student member runner sample donor twin triplet baby boy girl infant man woman pt sibling volunteer resident employee pupil newborn candidate bed cubicle bay'.split(
    ' ',
  ),
)
/** Capitalised words that begin sentences and are nobody's name. */
const NO_NAMES = new Set(
  'this that it there what who whose which how where when why can could does do did is are was will would should shall may if so then and but or not no yes ok okay also please thanks weight height he she i we they you my our their his her your today now bmi pt baby doctor dr gp nurse coach married divorced widowed engaged diagnosed smoked smoker trained training lifting working worked lived living together dating sober vegan vegetarian teaching dieting employed experience retired smoking single preg pregnant preggers prem preterm term'.split(
    ' ',
  ),
)

/** Returns the person of a numbered entry: "1) …", "2. …". */
export function listMarker(tokens: readonly Token[], i: number): Named | undefined {
  const [token, mark] = [tokens[i]!, tokens[i + 1]]
  if (isLetterEntry(tokens, i)) return { label: `person ${token.text}`, to: i + 2 }
  if (!token.number?.integer || token.number.spelled || token.number.value > 50) return undefined
  if (mark?.text === '.' && mark.glued && isNumberedEntry(tokens, i))
    return { label: `person ${token.number.value}`, to: i + 2 }
  if (mark?.text !== ')' || !mark.glued || tokens[i - 1]?.text === '(') return undefined
  for (let back = i - 1; back >= 0 && back > i - 8; back--) if (tokens[back]!.text === '(') return undefined
  return { label: `person ${token.number.value}`, to: i + 2 }
}

/** "a) 48 kg 155 cm; b) 95 kg 169 cm". */
function isLetterEntry(tokens: readonly Token[], i: number): boolean {
  const [token, mark, next] = [tokens[i]!, tokens[i + 1], tokens[i + 2]]
  if (!/^[a-egh]$/.test(token.text) || mark?.text !== ')' || !mark.glued || !next) return false
  const bracketed = tokens[i - 1]?.text === '('
  if (bracketed && next.number !== undefined) return true
  const before = bracketed ? tokens[i - 2] : tokens[i - 1]
  return isEntryStart(before) && (next.number !== undefined || next.kind === 'word')
}

/** Nouns after which a number is an age. */
const SEXED_NOUNS = new Set(['boy', 'girl', 'man', 'woman', 'baby', 'infant', 'newborn', 'pt'])

/** Tokens between two numbered entries. */
const ENTRY_TOKENS = 40

/** "1. 70 kg 170 cm 2. 80 kg 180 cm": entries numbered from 1, each beginning with a measure. */
function isNumberedEntry(tokens: readonly Token[], i: number): boolean {
  const first = tokens[i + 2]
  if (!first || first.glued || !(first.number || first.kind === 'word')) return false
  if (first.number && !isMeasure(tokens, i + 2) && tokens[i + 3]?.text !== "'") return false
  const number = tokens[i]!.number!.value
  if (number === 1) return isEntryStart(tokens[i - 1]) && first.number !== undefined
  for (let back = i - 1; back >= 0 && back > i - ENTRY_TOKENS; back--)
    if (
      tokens[back]!.number?.value === number - 1 &&
      tokens[back + 1]?.text === '.' &&
      !tokens[back + 2]?.glued
    )
      return first.number !== undefined
  return false
}

/** Returns the person of a noun with a letter or a number: "Patient A:", "client #2 weighs", "Athlete 3:". */
export function personId(tokens: readonly Token[], i: number): Named | undefined {
  if (tokens[i]!.kind !== 'word' || !PEOPLE_NOUNS.has(tokens[i]!.text)) return undefined
  const at = tokens[i + 1]?.text === '#' || tokens[i + 1]?.text === 'no' ? i + 2 : i + 1
  const id = tokens[at]
  if (!id) return undefined
  const sexed = SEXED_NOUNS.has(tokens[i]!.text)
  const letter =
    id.kind === 'word' && id.text.length === 1 && id.text !== 'm' && id.text !== 'f' && id.capital
  const number = id.number?.integer === true && !id.number.spelled && !sexed
  if (!letter && !number) return undefined
  const after = tokens[at + 1]
  // "marathon runner 2:58" is a time.
  if (after?.text === ':' && after.glued && tokens[at + 2]?.number && tokens[at + 2]!.glued) return undefined
  const named = letter && ['twin', 'triplet', 'baby'].includes(tokens[i]!.text)
  const ends =
    at > i + 1 ||
    named ||
    (letter && after?.number !== undefined && isMeasure(tokens, at + 1)) ||
    after?.text === ':' ||
    after?.text === ',' ||
    after?.text === ')' ||
    ((after?.text === '-' || after?.text === '–' || after?.text === '—') && !after.glued) ||
    VERBS.has(after?.text ?? '')
  const sexNext = (after?.text === 'm' || after?.text === 'f') && NUMBERED.has(tokens[i]!.text)
  return ends || sexNext ? { label: id.text, to: at + 1 } : undefined
}

/** Nouns that people are numbered by, after which a letter is a sex: "bed 2 M 70y". */
const NUMBERED = new Set(
  'bed cubicle bay patient pt client subject participant case resident athlete'.split(' '),
)

const SELF_VERBS = new Set('am weigh measure stand was weighed have'.split(' '))

/** Returns the index after a word with which the speaker is meant: "I am", "me:", "mine is". */
export function selfAt(tokens: readonly Token[], i: number): number | undefined {
  const word = tokens[i]!.text
  const next = tokens[i + 1]?.text
  if ((word === 'me' && next === ':') || (word === 'i' && next === '(')) return i + 1
  if (word === 'me' && isListed(tokens, i)) return i + 1
  if (
    word === 'mine' &&
    (next === 'is' || next === 'are' || next === 'was' || next === ':' || tokens[i + 1]?.number)
  )
    return i + 1
  if (word === 'i' && tokens[i - 1]?.text === 'and' && next !== undefined && next !== "'") return i + 1
  if (word === "i'm" || word === 'im' || word === "i've") return i + 1
  if (word === 'i' && SELF_VERBS.has(tokens[i + 1]?.text ?? '')) return i + 1
  return undefined
}

/** "my wife, 63 kg, and me, 88 kg", "me (80 kg)". */
function isListed(tokens: readonly Token[], i: number): boolean {
  const [before, next] = [tokens[i - 1]?.text, tokens[i + 1]]
  if (next?.text === '(' || next?.number)
    return (
      before === undefined ||
      ['and', ',', ':', ';', '\n', 'for', 'compare', '&', '.', '/', '-'].includes(before)
    )
  return (
    next?.text === ',' &&
    (before === 'and' || before === ',' || before === ':') &&
    tokens[i + 2]?.number !== undefined
  )
}

const ORDINAL_PEOPLE = new Set(
  'first second third fourth fifth sixth other another younger older elder eldest youngest oldest'.split(' '),
)
const MEMBER_NOUNS = new Set(['one', 'twin', 'child', 'kid', 'baby', 'patient', 'person'])
const ORDINAL_VERBS = new Set(['is', 'weighs', 'was', 'has', 'measures', 'stands', 'weighed', ':', 'one'])

/** Returns the member of a list of people: "first 61 kg, second 92 kg", "one is 18 kg, the other 19 kg". */
export function memberAt(tokens: readonly Token[], i: number): Named | undefined {
  const token = tokens[i]!
  const next = tokens[i + 1]
  if (next === undefined) return undefined
  if (token.number?.spelled && token.text === 'one' && tokens[i - 1]?.text !== 'the') {
    const to = MEMBER_NOUNS.has(next.text) ? i + 2 : i + 1
    const verb = tokens[to]?.text ?? ''
    if (ORDINAL_VERBS.has(verb) && verb !== 'one') return { label: 'one', to }
    return isOneOfTwo(tokens, to) ? { label: 'one', to } : undefined
  }
  if (token.kind !== 'word' || !ORDINAL_PEOPLE.has(token.text)) return undefined
  // "first 95 kg, then 82 kg" is one person at two times.
  if (token.text === 'first' && tokens.slice(i + 1, i + 6).some(({ text }) => text === 'then'))
    return undefined
  const twin = MEMBER_NOUNS.has(next.text) || next.text === 'boy' || next.text === 'girl'
  const to = twin || next.text === 'one' ? i + 2 : i + 1
  const after = tokens[to]
  const verb = after !== undefined && (ORDINAL_VERBS.has(after.text) || after.text === '(')
  const measured = after?.number !== undefined && !after.number.spelled && isMeasure(tokens, to)
  if (!measured && !(verb && (twin || ORDINAL_VERBS.has(after!.text) || after!.text === '(')))
    return undefined
  return { label: token.text, to: twin && !MEMBER_NOUNS.has(next.text) ? i + 1 : to }
}

const isMeasure = (tokens: readonly Token[], i: number): boolean => {
  const unit = unitOfWord(tokens[i + 1]?.text ?? '')
  return unit !== undefined && unit.dimension !== 'other'
}

/** Returns whether a capitalised word is the name of somebody: a verb or a measure follows. */
export function isName(tokens: readonly Token[], i: number): boolean {
  const token = tokens[i]!
  if (token.kind !== 'word' || !token.capital) return false
  if (token.text.length < 2) return isLetterName(tokens, i)
  const word = token.text.endsWith("'s") ? token.text.slice(0, -2) : token.text
  const next = tokens[i + 1]
  if (next === undefined || NO_NAMES.has(word) || unitOfWord(word)) return false
  // "Max is 14 kg": a word of the lexicon that means nothing by itself can be a name before a verb and a number.
  const named =
    VERBS.has(next.text) && tokens[i + 2]?.number !== undefined && phraseAt(tokens, i) === undefined
  if (isKnownWord(word) && !named && !isListedName(tokens, i)) return false
  if (VERBS.has(next.text) || isJoined(tokens, i)) return true
  if (next.text === ':' && isEntryStart(tokens[i - 1]) && isEntry(tokens, i + 2)) return true
  if (next.number && isEntryStart(tokens[i - 1])) {
    const unit = unitOfWord(tokens[i + 2]?.text ?? '')
    if (unit && unit.dimension !== 'other' && unit.dimension !== 'percent') return true
  }
  const after = next.text === ',' ? phraseAt(tokens, i + 2) : undefined
  return after?.meanings.some((m) => m.kind === 'sex' && !m.pronoun) === true
}

/** Of `NO_NAMES`, words that are names too. */
const GIVEN_NAMES = new Set(['will', 'may'])

/** "Leo 38 kg, Max 52 kg, Theo 41 kg": a common word that stands where other entries of the list have their name. */
export function isListedName(tokens: readonly Token[], i: number): boolean {
  const opens = (at: number): boolean => {
    const token = tokens[at]!
    return (
      token.kind === 'word' &&
      token.capital === true &&
      token.text.length > 1 &&
      (!NO_NAMES.has(token.text) || GIVEN_NAMES.has(token.text)) &&
      !unitOfWord(token.text) &&
      isMeasured(VERBS.has(tokens[at + 1]?.text ?? '') ? at + 2 : at + 1)
    )
  }
  const isMeasured = (at: number): boolean => tokens[at]?.number !== undefined && isMeasure(tokens, at)
  if (!opens(i) || !isListMark(tokens[i - 1])) return false
  // "Rose" and "June" may be names; "Weight" and "Wife" say what follows.
  if (phraseAt(tokens, i)?.meanings.some((m) => m.kind !== 'cue')) return false
  for (let j = Math.max(0, i - ENTRY_TOKENS); j < Math.min(tokens.length, i + ENTRY_TOKENS); j++)
    if (j !== i && opens(j) && !isKnownWord(tokens[j]!.text) && isEntryStart(tokens[j - 1])) return true
  return false
}

const isListMark = (before: Token | undefined): boolean =>
  before !== undefined && [':', ';', '\n', 'and', ',', '&', '|', '/'].includes(before.text)

const PLURAL_VERBS = new Set('are weigh measure have were weighed stand'.split(' '))

/** "Anna and Ben are 165 and 180 cm": two names that share a verb. */
function isJoined(tokens: readonly Token[], i: number): boolean {
  const isNameLike = (at: number): boolean => {
    const token = tokens[at]
    return token?.kind === 'word' && token.capital && !NO_NAMES.has(token.text) && !isKnownWord(token.text)
  }
  const joins = (at: number): boolean => tokens[at]?.text === 'and' || tokens[at]?.text === '&'
  const verb = (at: number): boolean => PLURAL_VERBS.has(tokens[at]?.text ?? '')
  return (
    (joins(i + 1) && isNameLike(i + 2) && verb(i + 3)) || (joins(i - 1) && isNameLike(i - 2) && verb(i + 1))
  )
}

/** "A: 60 kg, 165 cm; B: 75 kg". */
const isLetterName = (tokens: readonly Token[], i: number): boolean =>
  !['m', 'f', 'i', 'w', 'h', 'a'].includes(tokens[i]!.text) || tokens[i]!.text === 'a'
    ? tokens[i + 1]?.text === ':' && isEntryStart(tokens[i - 1]) && isEntry(tokens, i + 2)
    : false

/** "Anna: 60 kg", "Ben: male, 80 kg", "Cy: F 30". */
function isEntry(tokens: readonly Token[], i: number): boolean {
  const token = tokens[i]
  if (token?.number) return isMeasure(tokens, i) || tokens[i + 1]?.text === "'" || tokens[i + 1]?.text === ','
  return (
    phraseAt(tokens, i)?.meanings.some((m) => m.kind === 'sex' && !m.pronoun) === true ||
    isField(tokens, i) ||
    token?.text === 'm' ||
    token?.text === 'f'
  )
}

/** "Alex: height 180 cm". */
const isField = (tokens: readonly Token[], i: number): boolean =>
  phraseAt(tokens, i)?.meanings.some((m) => m.kind === 'field') === true

/** "children: Tom 8y …; Ana 10y …": a name opens an entry. */
const isEntryStart = (before: Token | undefined): boolean =>
  before === undefined || [':', ';', '\n', 'and', '.', ',', '&', '|', '-', '/'].includes(before.text)

/** "one 12.8 kg, the other 13.6 kg": a measure follows, and soon the other one. */
function isOneOfTwo(tokens: readonly Token[], i: number): boolean {
  const measure = tokens[i]
  if (measure?.number === undefined || measure.number.spelled || !isMeasure(tokens, i)) return false
  return tokens.slice(i + 1, i + 14).some(({ text }) => text === 'other' || text === 'another')
}
