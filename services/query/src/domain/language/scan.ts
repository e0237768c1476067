import { type Unit, unitOfWord } from '../units.ts'
import { type BirthReading, dateAt } from './dates.ts'
import { isListedName, isName, listMarker, memberAt, personId, selfAt } from './name-at.ts'
import { type Meaning, phraseAt } from './phrases.ts'
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
  const id = personId(tokens, i)
  if (id) return [{ kind: 'person', label: `${token.text} ${id.label}`, self: false, ...span(id.to) }, id.to]
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
  const name = isListedName(tokens, i)
  const phrase = name ? undefined : (letterLabel(tokens, i) ?? phraseAt(tokens, i))
  if (phrase)
    return [{ kind: 'phrase', meanings: phrase.meanings, text: token.text, ...span(phrase.to) }, phrase.to]
  if (name || isName(tokens, i))
    return [{ kind: 'person', label: token.text, self: false, ...span(i + 1) }, i + 1]
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

const LETTERS: Readonly<Record<string, string>> = { w: 'weight', h: 'height' }

/** "w=82.3 h=1.79": a letter that names the number after its sign. */
function letterLabel(tokens: readonly Token[], i: number): ReturnType<typeof phraseAt> {
  const [token, sign, number] = [tokens[i]!, tokens[i + 1], tokens[i + 2]]
  const text = token.text === 'w' || token.text === 'h' ? LETTERS[token.text]! : undefined
  if (text === undefined || !number?.number || (sign?.text !== '=' && sign?.text !== ':')) return undefined
  const found = phraseAt([{ ...token, text }], 0)
  return found && { ...found, to: i + 1 }
}

/** A lone m or f that is not a unit: "sex: M", "M/23", "30 y, f". */
function isSexLetter(tokens: readonly Token[], i: number): boolean {
  const token = tokens[i]!
  if (token.text !== 'm' && token.text !== 'f') return false
  const before = tokens[i - 1]
  if (token.glued && before?.kind !== 'mark' && !/^y(?:o|rs?)$/.test(before?.text ?? '')) return false
  const next = tokens[i + 1]
  return !(next?.glued && next.text === "'") && !(next?.text === '.' && next.glued && tokens[i + 2]?.glued)
}

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
