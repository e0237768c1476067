import { isOneSlip } from './one-slip.ts'
import { ownEntry } from './own-entry.ts'

/** A word, a number or a mark of a text, ready for the rules of this room. */
export type Word = {
  readonly text: string
  /** Index of the sentence; no rule reaches over its end. */
  readonly sentence: number
  readonly number?: number
}

const CONTRACTIONS: Readonly<Record<string, string>> = {
  im: 'i am',
  ive: 'i have',
  id: 'i would',
  dont: 'do not',
  doesnt: 'does not',
  didnt: 'did not',
  cant: 'can not',
  cannot: 'can not',
  wont: 'will not',
  "won't": 'will not',
  "can't": 'can not',
  "shan't": 'shall not',
  isnt: 'is not',
  arent: 'are not',
  wasnt: 'was not',
  havent: 'have not',
  hasnt: 'has not',
  wouldnt: 'would not',
  shouldnt: 'should not',
  shes: 'she is',
  hes: 'he is',
  wanna: 'want to',
  gonna: 'going to',
  gotta: 'have to',
  gimme: 'give me',
  tryna: 'trying to',
  kms: 'kill myself',
  kys: 'kill yourself',
  alot: 'a lot',
  u: 'you',
  ur: 'your',
  urself: 'yourself',
  meself: 'myself',
  themself: 'themselves',
  tmrw: 'tomorrow',
  tmr: 'tomorrow',
  nite: 'night',
  coz: 'because',
  cuz: 'because',
  bc: 'because',
  wan: 'want',
  bby: 'baby',
  bub: 'baby',
  bubs: 'baby',
  bubba: 'baby',
  bairn: 'baby',
  pikin: 'child',
  preggo: 'pregnant',
  preggers: 'pregnant',
  preg: 'pregnant',
  mnths: 'months',
  mths: 'months',
  wks: 'weeks',
  wk: 'week',
  hrs: 'hours',
  mins: 'minutes',
  tonite: 'tonight',
  puking: 'vomiting',
  puke: 'vomit',
  kilo: 'kg',
  kilos: 'kg',
  cals: 'kcal',
  cal: 'kcal',
  calories: 'kcal',
  calorie: 'kcal',
}
const ENDINGS: readonly (readonly [string, string])[] = [
  ["n't", 'not'],
  ["'m", 'am'],
  ["'re", 'are'],
  ["'ve", 'have'],
  ["'ll", 'will'],
  ["'d", 'would'],
  ["'s", "'s"],
]

/** Words that matter so much that one wrong letter must not hide them. */
const KEY_WORDS = [
  'suicide',
  'suicidal',
  'laxative',
  'laxatives',
  'anorexia',
  'anorexic',
  'bulimia',
  'bulimic',
  'purging',
  'overdose',
  'overdosed',
  'thinspo',
  'myself',
  'himself',
  'herself',
  'insulin',
  'vomiting',
  'starving',
  'starve',
  'breathing',
  'breathe',
  'unconscious',
  'diuretics',
]
const KEYS = new Set(KEY_WORDS)
/** Common words one letter away from a key word. */
const NOT_SLIPS = new Set([
  'surging',
  'starring',
  'starting',
  'staring',
  'urging',
  'breathy',
  'breath',
  'breathed',
  'suicides',
])

const LEET: Readonly<Record<string, string>> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '!': 'i' }

/** Reads digits inside a word as the letters they stand for, and drops letters that are drawn out. */
function plainSpelling(word: string): string {
  let out = ''
  for (let i = 0; i < word.length; i++) {
    const c = LEET[word[i]!] ?? word[i]!
    if (c === out[out.length - 1] && c === out[out.length - 2]) continue
    out += c
  }
  return out
}

function repaired(word: string): string {
  if (KEYS.has(word) || word.length < 6 || word.length > 13 || NOT_SLIPS.has(word)) return word
  return KEY_WORDS.find((key) => key[0] === word[0] && isOneSlip(word, key)) ?? word
}

const isLetter = (c: string | undefined): boolean =>
  c !== undefined && ((c >= 'a' && c <= 'z') || (c > '\u00bf' && c.toLowerCase() !== c.toUpperCase()))
const isDigit = (c: string | undefined): boolean => c !== undefined && c >= '0' && c <= '9'

const NUMBER_WORDS: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
}

/** Longest part of a text that is read: nobody asks for help after this many characters of something else. */
const MAX_LENGTH = 20_000

/**
 * Cuts a text into plain words: lower case, contractions spelled out, drawn-out letters and slips in key words repaired.
 * Linear in the length of the text.
 */
export function wordsOf(text: string): readonly Word[] {
  const source = text
    .slice(0, MAX_LENGTH)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('\u2019', "'")
    .replaceAll('\u2018', "'")
  const words: Word[] = []
  let sentence = 0
  let at = 0
  const push = (word: string) => {
    for (const part of (ownEntry(CONTRACTIONS, word) ?? word).split(' ')) {
      const number = ownEntry(NUMBER_WORDS, part)
      words.push(number === undefined ? { text: part, sentence } : { text: part, sentence, number })
    }
  }
  while (at < source.length) {
    const c = source[at]!
    if (isDigit(c)) {
      let end = at
      while (
        isDigit(source[end]) ||
        ((source[end] === '.' || source[end] === ',') && isDigit(source[end + 1]))
      )
        end++
      const raw = source.slice(at, end)
      words.push({ text: raw, sentence, number: Number(raw.replace(',', '.')) })
      at = end
    } else if (isLetter(c)) {
      let end = at + 1
      while (
        isLetter(source[end]) ||
        (source[end] === "'" && isLetter(source[end + 1])) ||
        (source[end]! in LEET && isLetter(source[end + 1]) && isLetter(source[end - 1]))
      )
        end++
      readWord(source.slice(at, end), push)
      at = end
    } else {
      if (c === '.' || c === '!' || c === '?' || c === '\n') sentence++
      else if (c === ',' || c === ';' || c === ':' || c === '(' || c === ')')
        words.push({ text: ',', sentence })
      at++
    }
  }
  return words
}

function readWord(raw: string, push: (word: string) => void): void {
  const word = plainSpelling(raw)
  if (Object.hasOwn(CONTRACTIONS, word)) {
    push(word)
    return
  }
  for (const [ending, full] of ENDINGS)
    if (word.length > ending.length && word.endsWith(ending)) {
      const stem = word.slice(0, -ending.length)
      push(stem === 'ca' ? 'can' : stem === 'wo' ? 'will' : repaired(stem))
      push(full)
      return
    }
  push(repaired(word))
}
