import type { ClauseCue } from './lexicon-clauses.ts'
import type { Item } from './scan.ts'

/** Whether a statement holds: said, denied, over, or only thought of. */
export type Polarity = 'said' | 'denied' | 'over' | 'unreal'

/** Items that a backward denial may reach over. */
const REACH = 6

/** Returns whether an item carries a cue. */
export const hasCue = (item: Item | undefined, cue: ClauseCue): boolean =>
  item?.kind === 'phrase' && item.meanings.some((m) => m.kind === 'cue' && m.cue === cue)

const isContent = (item: Item): boolean =>
  item.kind === 'phrase' &&
  item.meanings.some(
    (m) =>
      m.kind === 'fact' || m.kind === 'population' || (m.kind === 'sex' && !m.pronoun) || m.kind === 'role',
  )

const isFact = (item: Item | undefined): boolean =>
  item?.kind === 'phrase' && item.meanings.some((m) => m.kind === 'fact')

const isSubject = (item: Item | undefined): boolean =>
  item?.kind === 'person' ||
  (item?.kind === 'phrase' && item.meanings.some((m) => m.kind === 'sex' && m.pronoun))

const isWord = (item: Item | undefined, words: string): boolean =>
  item?.kind === 'word' && words.split(' ').includes(item.text)

const isMark = (item: Item | undefined, marks: string): boolean =>
  item?.kind === 'break' && marks.includes(item.text)

/**
 * Returns the polarity of every item: how a fact that stands there is meant. A denial reaches to the end of its
 * clause, over the members of a list ("no oedema, fever or rash"), and back over what it is said of ("oedema (-)",
 * "pregnancy test negative", "amputation wasn't necessary"). One pass with bounded look-back.
 */
export function polarities(items: readonly Item[]): readonly Polarity[] {
  const out: Polarity[] = items.map(() => 'said')
  let reach: { polarity: Polarity; touched: boolean; determiner: boolean; at: number } | undefined
  const open = (polarity: Polarity, at: number, determiner = false) => {
    reach = { polarity, touched: false, determiner, at }
  }
  const close = () => {
    if (reach && reach.polarity === 'denied' && !reach.touched) denyBefore(items, out, reach.at, true)
    reach = undefined
  }
  for (const [i, item] of items.entries()) {
    if (reach && ends(items, i, reach.determiner)) close()
    if (isLoneNo(items, i) || isMinusSign(items, i)) {
      denyBefore(items, out, i, false)
      continue
    }
    if (hasCue(item, 'deny') && !isCorrecting(items, i))
      open('denied', i, DETERMINERS.has((item as { text: string }).text))
    else if (hasCue(item, 'deny_before')) denyBefore(items, out, i, false)
    else if (hasCue(item, 'unreal') && reach?.polarity !== 'denied') open('unreal', i)
    else if (
      (hasCue(item, 'past') || hasCue(item, 'over')) &&
      reach?.polarity !== 'denied' &&
      !isLasting(items, i)
    )
      open('over', i)
    else if (hasCue(item, 'now') && reach?.polarity === 'over') reach = undefined
    if (hasCue(item, 'past_after') && !isLasting(items, i)) markBefore(items, out, i, 'over')
    if (!reach || i === reach.at) continue
    out[i] = reach.polarity
    if (isContent(item)) reach.touched = true
  }
  close()
  return out
}

/** "swollen since last month", "puffed up last week and still are": it began then and holds. */
function isLasting(items: readonly Item[], i: number): boolean {
  const item = items[i]!
  if (isWord(items[i - 1], 'since') && 'text' in item && item.text === 'last') return true
  const ahead = items.slice(i + 1, i + 5)
  const still = ahead.findIndex((one) => isWord(one, 'still'))
  const next = ahead[still + 1]
  // "still 80 kg", "still weigh 80 kg" are said of a figure.
  return (
    still >= 0 && (next === undefined || next.kind === 'break' || ('text' in next && STILL.has(next.text)))
  )
}
const STILL = new Set(['is', 'are', 'am', 'have', 'has', 'swollen', 'swell', 'there', 'pregnant'])

/** Words before a noun that deny all members of a list, also after "and". */
const DETERMINERS = new Set([
  'no',
  'without',
  'denies',
  'denied',
  'deny',
  'denying',
  'free',
  'absence',
  'nil',
  'neither',
  'nor',
])

/** Whether a denial that reached the item before ends here. */
function ends(items: readonly Item[], i: number, determiner: boolean): boolean {
  const item = items[i]!
  const next = items[i + 1]
  if (hasCue(item, 'turn')) return true
  if (item.kind === 'break') {
    if (item.strong) return true
    if (item.text === ',') return !continuesList(items, i)
    return ':(—['.includes(item.text)
  }
  if (isWord(item, 'and')) return !(determiner && isFact(next) && !isAdjective(next))
  return item.kind === 'quantity' || (item.kind === 'person' && i > 0)
}

const isAdjective = (item: Item | undefined): boolean =>
  item?.kind === 'phrase' && (item.text === 'pregnant' || item.text === 'expecting')

/** "no oedema, fever or rash": a comma joins the members of a list when "or" or "nor" follows before anything else. */
function continuesList(items: readonly Item[], i: number): boolean {
  for (let j = i + 1; j < items.length && j < i + 9; j++) {
    const item = items[j]!
    if (isWord(item, 'or') || hasCue(item, 'deny')) return true
    if (item.kind === 'quantity' || isSubject(item) || hasCue(item, 'present') || hasCue(item, 'turn'))
      return false
    if (item.kind === 'break' && item.text !== ',') return false
    if (item.kind === 'phrase' && item.meanings.some((m) => m.kind === 'sex')) return false
  }
  return false
}

/** "no, 82 kg", "not 80 kg": takes a number back, denies no fact. */
function isCorrecting(items: readonly Item[], i: number): boolean {
  const next = items[i + 1]
  const item = items[i]!
  if (next === undefined || next.kind === 'quantity') return true
  return item.kind === 'phrase' && item.text === 'no' && next.kind === 'break'
}

/** "pregnant: no", "oedema - no", "pregnant? No." */
function isLoneNo(items: readonly Item[], i: number): boolean {
  const item = items[i]!
  const lone = (item.kind === 'phrase' && item.text === 'no') || isWord(item, 'n none')
  if (!lone) return false
  const [before, next] = [items[i - 1], items[i + 1]]
  const ended = next === undefined || next.kind === 'break'
  return ended && (isMark(before, ':=-?(') ? isFact(items[i - 2]) : isFact(before))
}

/** "oedema (-)", "oedema -ve", "oedema [-]". */
function isMinusSign(items: readonly Item[], i: number): boolean {
  if (!isMark(items[i], '-')) return false
  const [before, next] = [items[i - 1], items[i + 1]]
  if (isWord(next, 've')) return true
  if (isMark(before, '([') && isMark(next, ')]')) return isFact(items[i - 2])
  return isFact(before) && (next === undefined || isMark(next, ',;\n.'))
}

/** Denies the facts that stand before an item in the same clause. `near` asks for the fact to be right before it. */
function denyBefore(items: readonly Item[], out: Polarity[], at: number, near: boolean): void {
  markBefore(items, out, at, 'denied', near)
}

function markBefore(
  items: readonly Item[],
  out: Polarity[],
  at: number,
  polarity: Polarity,
  near = false,
): void {
  for (let i = at - 1, n = 0; i >= 0 && n < (near ? 4 : REACH); i--, n++) {
    const item = items[i]!
    if (item.kind === 'break' && (item.strong || item.text === ',')) {
      if (n === 0 && item.text === '?') continue
      return
    }
    if (near && isSubject(item)) return
    if (hasCue(item, 'turn') || isWord(item, 'and')) return
    if (isFact(item)) {
      out[i] = polarity
      return
    }
  }
}
