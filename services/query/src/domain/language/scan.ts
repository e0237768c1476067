import { type Unit, unitOfWord } from '../units.ts'
import { type BirthReading, dateAt } from './dates.ts'
import { isKnownWord, type Meaning, phraseAt } from './phrases.ts'
import { type Quantity, quantityAt } from './quantity.ts'
import type { Token } from './tokens.ts'

/** One item of the scanned text. */
export type Item =
  | { readonly kind: 'quantity'; readonly quantity: Quantity; readonly start: number; readonly end: number }
  | {
      readonly kind: 'phrase'
      readonly meanings: readonly Meaning[]
      readonly text: string
      readonly start: number
      readonly end: number
    }
  | { readonly kind: 'date'; readonly date: BirthReading; readonly start: number; readonly end: number }
  | {
      readonly kind: 'person'
      readonly label: string
      readonly self: boolean
      readonly start: number
      readonly end: number
    }
  | { readonly kind: 'unit'; readonly unit: Unit; readonly start: number; readonly end: number }
  | { readonly kind: 'decade'; readonly start: number; readonly end: number }
  | {
      readonly kind: 'break'
      readonly strong: boolean
      readonly text: string
      readonly start: number
      readonly end: number
    }
  | { readonly kind: 'word'; readonly text: string; readonly start: number; readonly end: number }

const STRONG = new Set(['.', ';', '!', '?', '\n'])
const WEAK = new Set([
  ',',
  '/',
  '|',
  '(',
  ')',
  '[',
  ']',
  '—',
  ':',
  '&',
  '-',
  '•',
  '=',
  '"',
  "'",
  '{',
  '}',
  '>',
  '<',
])
const VERBS = new Set(['is', 'weighs', 'was', 'has', 'measures', 'stands', 'weighed', '('])
const PEOPLE_NOUNS = new Set(
  'patient client subject athlete person participant player case child kid student member runner sample donor twin triplet baby boy girl infant man woman pt sibling volunteer resident employee pupil newborn candidate'.split(
    ' ',
  ),
)
/** Capitalised words that begin sentences and are nobody's name. */
const NO_NAMES = new Set(
  'this that it there what who whose which how where when why can could does do did is are was will would should shall may if so then and but or not no yes ok okay also please thanks weight height he she i we they you my our their his her your today now bmi pt baby doctor dr gp nurse coach'.split(
    ' ',
  ),
)

/** Cuts tokens into items; one pass, bounded look-ahead. */
export function scan(tokens: readonly Token[]): readonly Item[] {
  const items: Item[] = []
  let i = 0
  let afterBirth = false
  while (i < tokens.length) {
    const token = tokens[i]!
    const [item, to] = itemAt(tokens, i, afterBirth)
    if (item.kind === 'phrase')
      afterBirth =
        item.meanings.some((m) => m.kind === 'cue' && m.cue === 'birth') && !item.text.endsWith('at')
    else if (item.kind === 'date' || (item.kind === 'break' && item.strong && token.text !== '.'))
      afterBirth = false
    items.push(item)
    i = to
  }
  return items
}

function itemAt(tokens: readonly Token[], i: number, afterBirth: boolean): [Item, number] {
  const token = tokens[i]!
  const span = (to: number) => ({ start: token.start, end: tokens[to - 1]!.end })
  if (token.kind === 'mark' && !STARTERS.has(token.text)) return [markItem(token), i + 1]
  const date = dateAt(tokens, i)
  if (date) return [{ kind: 'date', date, ...span(date.to) }, date.to]
  if (afterBirth && token.number?.integer && token.number.value >= 1850 && token.number.value < 2200)
    return [
      { kind: 'date', date: { kind: 'year', year: token.number.value, to: i + 1 }, ...span(i + 1) },
      i + 1,
    ]
  if (isDecade(tokens, i)) return [{ kind: 'decade', ...span(i + 2) }, i + 2]
  const listed = listMarker(tokens, i)
  if (listed) return [{ kind: 'person', label: listed.label, self: false, ...span(listed.to) }, listed.to]
  if (token.kind === 'word' && PEOPLE_NOUNS.has(token.text)) {
    const id = personId(tokens, i)
    if (id)
      return [{ kind: 'person', label: `${token.text} ${id.label}`, self: false, ...span(id.to) }, id.to]
  }
  if (isClock(tokens, i)) return [{ kind: 'word', text: token.text, ...span(i + 3) }, i + 3]
  const member = memberAt(tokens, i)
  if (member) return [{ kind: 'person', label: member.label, self: false, ...span(member.to) }, member.to]
  const aYear =
    token.text === 'a' &&
    tokens[i + 1]?.text === 'year' &&
    tokens[i + 2]?.text === 'and' &&
    tokens[i + 4]?.text === 'half'
  if (aYear) return [{ kind: 'quantity', quantity: oneAndAHalfYears(tokens, i), ...span(i + 5) }, i + 5]
  const quantity = quantityAt(tokens, i)
  if (quantity) return [{ kind: 'quantity', quantity, start: quantity.start, end: quantity.end }, quantity.to]
  const self = selfAt(tokens, i)
  if (self) return [{ kind: 'person', label: 'self', self: true, ...span(self) }, self]
  if (isSexLetter(tokens, i))
    return [
      {
        kind: 'phrase',
        meanings: [{ kind: 'sex', sex: token.text === 'm' ? 'male' : 'female', pronoun: false }],
        text: token.text,
        ...span(i + 1),
      },
      i + 1,
    ]
  const phrase = phraseAt(tokens, i)
  if (phrase)
    return [{ kind: 'phrase', meanings: phrase.meanings, text: token.text, ...span(phrase.to) }, phrase.to]
  if (isName(tokens, i)) return [{ kind: 'person', label: token.text, self: false, ...span(i + 1) }, i + 1]
  const bmiUnit = bmiUnitAt(tokens, i)
  if (bmiUnit) return [{ kind: 'word', text: 'kg/m²', ...span(bmiUnit) }, bmiUnit]
  const unit = token.kind === 'word' && token.text.length > 1 ? unitOfWord(token.text) : undefined
  if (unit && token.text !== 'in') return [{ kind: 'unit', unit, ...span(i + 1) }, i + 1]
  return [markItem(token), i + 1]
}

/** Marks with which a quantity or a phrase can begin. */
const STARTERS = new Set(['-', '~', '≈', '*', '♀', '♂'])

function markItem({ text, start, end }: Token): Item {
  if (STRONG.has(text)) return { kind: 'break', strong: true, text, start, end }
  if (WEAK.has(text)) return { kind: 'break', strong: false, text, start, end }
  return { kind: 'word', text, start, end }
}

/** "in kg/m²" without a number. */
function bmiUnitAt(tokens: readonly Token[], i: number): number | undefined {
  if (tokens[i]!.text !== 'kg' || tokens[i + 1]?.text !== '/' || tokens[i + 2]?.text !== 'm') return undefined
  const power = tokens[i + 3]?.glued ? tokens[i + 3]!.text : ''
  return power === '^' ? i + 5 : power === '2' || power === '²' ? i + 4 : i + 3
}

/** "a marathon in 2:58", "at 7:30". */
const isClock = (tokens: readonly Token[], i: number): boolean => {
  const [hours, colon, minutes] = [tokens[i]!, tokens[i + 1], tokens[i + 2]]
  if (!hours.number?.integer || hours.number.spelled || colon?.text !== ':' || !colon.glued) return false
  return (
    minutes?.number?.integer === true && minutes.glued && minutes.text.length === 2 && hours.number.value < 25
  )
}

/** "late 50s", "the 1990s". */
const isDecade = (tokens: readonly Token[], i: number): boolean =>
  tokens[i]!.number?.integer === true &&
  tokens[i]!.number!.value % 10 === 0 &&
  tokens[i]!.number!.value >= 20 &&
  tokens[i + 1]?.text === 's' &&
  tokens[i + 1]!.glued

/** "1) …", "2. …" at the beginning of an entry. */
function listMarker(tokens: readonly Token[], i: number): { label: string; to: number } | undefined {
  const [token, mark] = [tokens[i]!, tokens[i + 1]]
  if (!token.number?.integer || token.number.spelled || token.number.value > 50) return undefined
  if (mark?.text !== ')' || !mark.glued || tokens[i - 1]?.text === '(') return undefined
  for (let back = i - 1; back >= 0 && back > i - 8; back--) if (tokens[back]!.text === '(') return undefined
  return { label: `person ${token.number.value}`, to: i + 2 }
}

/** Nouns after which a number is an age. */
const SEXED_NOUNS = new Set(['boy', 'girl', 'man', 'woman', 'baby', 'infant', 'newborn', 'pt'])

/** "Patient A:", "client #2 weighs", "Athlete 3:". */
function personId(tokens: readonly Token[], i: number): { label: string; to: number } | undefined {
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
    after?.text === ':' ||
    after?.text === ',' ||
    after?.text === ')' ||
    VERBS.has(after?.text ?? '')
  return ends ? { label: id.text, to: at + 1 } : undefined
}

const SELF_VERBS = new Set('am weigh measure stand was weighed have'.split(' '))

function selfAt(tokens: readonly Token[], i: number): number | undefined {
  const word = tokens[i]!.text
  const next = tokens[i + 1]?.text
  if ((word === 'me' && next === ':') || (word === 'i' && next === '(')) return i + 1
  if (word === 'me' && isListed(tokens, i)) return i + 1
  if (word === 'mine' && (next === 'is' || next === 'was' || tokens[i + 1]?.number)) return i + 1
  if (word === 'i' && tokens[i - 1]?.text === 'and' && next !== undefined && next !== "'") return i + 1
  if (word === "i'm" || word === 'im' || word === "i've") return i + 1
  if (word === 'i' && SELF_VERBS.has(tokens[i + 1]?.text ?? '')) return i + 1
  return undefined
}

/** "my wife, 63 kg, and me, 88 kg", "me (80 kg)". */
function isListed(tokens: readonly Token[], i: number): boolean {
  const [before, next] = [tokens[i - 1]?.text, tokens[i + 1]]
  if (next?.text === '(' || next?.number)
    return before === undefined || ['and', ',', ':', ';', '\n', 'for', 'compare', '&'].includes(before)
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

/** "first 61 kg, second 92 kg", "one is 18 kg, the other 19 kg": members of a list of people. */
function memberAt(tokens: readonly Token[], i: number): { label: string; to: number } | undefined {
  const token = tokens[i]!
  const next = tokens[i + 1]
  if (next === undefined) return undefined
  if (token.number?.spelled && token.text === 'one' && tokens[i - 1]?.text !== 'the') {
    const to = MEMBER_NOUNS.has(next.text) ? i + 2 : i + 1
    const verb = tokens[to]?.text ?? ''
    return ORDINAL_VERBS.has(verb) && verb !== 'one' ? { label: 'one', to } : undefined
  }
  if (token.kind !== 'word' || !ORDINAL_PEOPLE.has(token.text)) return undefined
  const twin = MEMBER_NOUNS.has(next.text) || next.text === 'boy' || next.text === 'girl'
  const to = twin || next.text === 'one' ? i + 2 : i + 1
  const after = tokens[to]
  const verb =
    after !== undefined && (ORDINAL_VERBS.has(after.text) || after.text === '(' || after.text === ',')
  const measured = after?.number !== undefined && !after.number.spelled && isMeasure(tokens, to)
  if (!measured && !(verb && (twin || ORDINAL_VERBS.has(after!.text) || after!.text === '(')))
    return undefined
  return { label: token.text, to: twin && !MEMBER_NOUNS.has(next.text) ? i + 1 : to }
}

const isMeasure = (tokens: readonly Token[], i: number): boolean => {
  const unit = unitOfWord(tokens[i + 1]?.text ?? '')
  return unit !== undefined && unit.dimension !== 'other'
}

/** A lone m or f that is not a unit: "sex: M", "M/23", "30 y, f". */
function isSexLetter(tokens: readonly Token[], i: number): boolean {
  const token = tokens[i]!
  if (token.text !== 'm' && token.text !== 'f') return false
  if (token.glued && tokens[i - 1]?.kind !== 'mark') return false
  const next = tokens[i + 1]
  return !(next?.glued && next.text === "'") && !(next?.text === '.' && next.glued && tokens[i + 2]?.glued)
}

function isName(tokens: readonly Token[], i: number): boolean {
  const token = tokens[i]!
  if (token.kind !== 'word' || !token.capital) return false
  if (token.text.length < 2) return isLetterName(tokens, i)
  const word = token.text.endsWith("'s") ? token.text.slice(0, -2) : token.text
  const next = tokens[i + 1]
  if (next === undefined || NO_NAMES.has(word) || unitOfWord(word)) return false
  // "Max is 14 kg": a word of the lexicon that means nothing by itself can be a name before a verb and a number.
  const named =
    VERBS.has(next.text) && tokens[i + 2]?.number !== undefined && phraseAt(tokens, i) === undefined
  if (isKnownWord(word) && !named) return false
  if (VERBS.has(next.text)) return true
  if (next.text === ':' && isEntryStart(tokens[i - 1]) && isEntry(tokens, i + 2)) return true
  if (next.number && isEntryStart(tokens[i - 1])) {
    const unit = unitOfWord(tokens[i + 2]?.text ?? '')
    if (unit && unit.dimension !== 'other' && unit.dimension !== 'percent') return true
  }
  const after = next.text === ',' ? phraseAt(tokens, i + 2) : undefined
  return after?.meanings.some((m) => m.kind === 'sex' && !m.pronoun) === true
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
    token?.text === 'm' ||
    token?.text === 'f'
  )
}

/** "children: Tom 8y …; Ana 10y …": a name opens an entry. */
const isEntryStart = (before: Token | undefined): boolean =>
  before === undefined || [':', ';', '\n', 'and', '.', ',', '&', '|', '-'].includes(before.text)

function oneAndAHalfYears(tokens: readonly Token[], i: number): Quantity {
  return {
    dimension: 'age',
    value: 1.5,
    units: [],
    amount: 1.5,
    decimals: '',
    old: true,
    spelled: true,
    from: i,
    to: i + 5,
    start: tokens[i]!.start,
    end: tokens[i + 4]!.end,
  }
}
