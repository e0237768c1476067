import { keyName } from '../tonality/find-key.ts'
import type { Thing } from './heard-axes.ts'

/** Conditions that a text states in numbers or as a key. */
interface WordFilter {
  readonly minBpm?: number
  readonly maxBpm?: number
  readonly minSeconds?: number
  readonly maxSeconds?: number
  /** Key such as C minor or 5A. */
  readonly key?: string
  /** Things that must not be clearly heard. */
  readonly without?: readonly Thing[]
}

/** What a text asks for besides a feeling. */
export interface StatedFilters {
  readonly filter: WordFilter
  /**
   * The text without the parts that became filters; what must not be heard stays in it, because it ranks the tracks in
   * which it is doubtful.
   */
  readonly rest: string
  /** Parts of the text that became filters, as written. */
  readonly filtered: readonly string[]
}

/** A tempo without a word such as "around" means this share more or less; with one, more. */
const EXACT_SHARE = 0.03
const AROUND_SHARE = 0.08
/** A stated length means this share more or less. */
const LENGTH_SHARE = 0.15

const NUMBER = String.raw`(\d{1,4}(?:[.,]\d+)?)`
const BPM = String.raw`\s*-?(?:bpm|beats? (?:per|a) minute)\b`
const LEAST = '(?:above|over|at least|more than|faster than|longer than|no less than|minimum|min)'
const MOST =
  '(?:below|under|at most|less than|slower than|shorter than|up to|no more than|no longer than|maximum|max)'
const AROUND = '(?:around|about|approximately|roughly|circa|near|~)'
const UNIT = String.raw`\s*-?(s|secs?|seconds?|m|mins?|minutes?|h|hours?)\b`
/** A negation directly before a statement; such a statement is no filter. */
const NEGATED = /\b(?:not|no|without|never|isn['’]t|don['’]t want)\s+(?:at\s+)?$/i

const numberOf = (text: string): number => Number(text.replace(',', '.'))
const secondsOf = (count: string, unit: string): number =>
  numberOf(count) * (unit.startsWith('s') ? 1 : unit.startsWith('m') ? 60 : 3600)
const near = (value: number, share: number): readonly [number, number] => [
  value * (1 - share),
  value * (1 + share),
]
const bpmBetween = ([minBpm, maxBpm]: readonly [number, number]): WordFilter => ({ minBpm, maxBpm })

const SHARPS: Readonly<Record<string, number>> = { '': 0, '#': 1, '♯': 1, sharp: 1, b: -1, '♭': -1, flat: -1 }
const STEPS: Readonly<Record<string, number>> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 }

function keyOf(letter: string, accidental: string, mode: string): WordFilter {
  const sign = accidental.trim().replace('-', '').toLowerCase()
  const tonic = (STEPS[letter.toUpperCase()]! + SHARPS[sign]! + 12) % 12
  return { key: keyName({ tonic, mode: mode.toLowerCase() === 'major' ? 'major' : 'minor' }) }
}

/** Patterns in order; each match is taken out of the text before the next pattern is tried. */
const PATTERNS: readonly (readonly [RegExp, (match: readonly string[]) => WordFilter])[] = [
  [
    new RegExp(String.raw`\b(?:(?:between|from)\s+)?${NUMBER}\s*(?:-|–|to|and)\s*${NUMBER}${BPM}`, 'i'),
    ([, a, b]) => bpmBetween([Math.min(numberOf(a!), numberOf(b!)), Math.max(numberOf(a!), numberOf(b!))]),
  ],
  [new RegExp(String.raw`\b${LEAST}\s+${NUMBER}${BPM}`, 'i'), ([, n]) => ({ minBpm: numberOf(n!) })],
  [new RegExp(String.raw`\b${MOST}\s+${NUMBER}${BPM}`, 'i'), ([, n]) => ({ maxBpm: numberOf(n!) })],
  [
    new RegExp(String.raw`${AROUND}\s*${NUMBER}${BPM}`, 'i'),
    ([, n]) => bpmBetween(near(numberOf(n!), AROUND_SHARE)),
  ],
  [
    new RegExp(String.raw`\b(?:at\s+)?${NUMBER}${BPM}`, 'i'),
    ([, n]) => bpmBetween(near(numberOf(n!), EXACT_SHARE)),
  ],
  [
    new RegExp(String.raw`\b${LEAST}\s+${NUMBER}${UNIT}(?:\s+long)?`, 'i'),
    ([, n, unit]) => ({ minSeconds: secondsOf(n!, unit!) }),
  ],
  [
    new RegExp(String.raw`\b${MOST}\s+${NUMBER}${UNIT}(?:\s+long)?`, 'i'),
    ([, n, unit]) => ({ maxSeconds: secondsOf(n!, unit!) }),
  ],
  [
    new RegExp(String.raw`\b${NUMBER}${UNIT}[\s-]+(?:long|track|song|piece|tune)\b`, 'i'),
    ([, n, unit]) => {
      const [minSeconds, maxSeconds] = near(secondsOf(n!, unit!), LENGTH_SHARE)
      return { minSeconds, maxSeconds }
    },
  ],
  // "in a minor key" names a mode: a small letter is a key only after "key of".
  [
    /\b(?:in\s+)?(?:the\s+)?key\s+of\s+([A-Ga-g])((?:[#♯♭]|b\b|[\s-](?:sharp|flat))?)[\s-]+(major|minor)\b/,
    ([, letter, accidental, mode]) => keyOf(letter!, accidental!, mode!),
  ],
  [
    /\bin\s+([A-G])((?:[#♯♭]|b|[\s-](?:sharp|flat))?)[\s-]+([Mm]ajor|[Mm]inor)\b/,
    ([, letter, accidental, mode]) => keyOf(letter!, accidental!, mode!),
  ],
  [
    /\b(?:in|key|camelot)\s+(1[0-2]|[1-9])([ab])\b/i,
    ([, number, letter]) => ({ key: `${number}${letter!.toUpperCase()}` }),
  ],
]

/** Words for things that can be left out. */
const THINGS: Readonly<Record<Thing, string>> = {
  drums: 'drums?|drumming|percussion',
  voices: 'vocals?|voices?|singing|singers?|vocalists?',
  guitar: 'guitars?',
  piano: 'pianos?',
  strings: 'strings|violins?|cellos?',
  flute: 'flutes?',
  synthesizers: 'synths?|synthesi[sz]ers?',
}
const ANY_THING = `(?:any\\s+|the\\s+)?(?:${Object.values(THINGS).join('|')})`
const WITHOUT = new RegExp(
  String.raw`\b(?:without|no|free of|minus|sans)\s+${ANY_THING}(?:(?:\s*,\s*|\s+)(?:(?:and|or|nor)\s+)?(?:no\s+|without\s+)?${ANY_THING})*(?![\w-])`,
  'gi',
)
const INSTRUMENTAL = /(?<!\b(?:not|non|no|never)[\s-])\binstrumentals?\b/i

/** Returns the things that a text leaves out ("without drums or vocals", "instrumental"), and its words for them. */
function leftOut(text: string): { readonly things: readonly Thing[]; readonly words: readonly string[] } {
  const words = [...text.matchAll(WITHOUT)].map((match) => match[0])
  const things = (Object.keys(THINGS) as Thing[]).filter((thing) =>
    words.some((said) => new RegExp(String.raw`\b(?:${THINGS[thing]})\b`, 'i').test(said)),
  )
  const instrumental = INSTRUMENTAL.exec(text)
  if (instrumental === null || things.includes('voices')) return { things, words }
  return { things: [...things, 'voices'], words: [...words, instrumental[0]] }
}

/**
 * Takes tempo, length and key that a text states out of it, as filters: "workout music at 140 bpm", "under 4 minutes",
 * "in C minor". A negated statement is left in the text, because a filter cannot express it. Things that the text leaves
 * out ("without drums") become a filter, too.
 */
export function filtersInWords(text: string): StatedFilters {
  let filter: WordFilter = {}
  let rest = text
  const filtered: string[] = []
  for (const [pattern, read] of PATTERNS) {
    const match = pattern.exec(rest)
    if (match === null || NEGATED.test(rest.slice(0, match.index))) continue
    filter = { ...read(match), ...filter }
    filtered.push(match[0].trim())
    rest = `${rest.slice(0, match.index)} ${rest.slice(match.index + match[0].length)}`
  }
  const { things, words } = leftOut(rest)
  if (things.length > 0) filter = { ...filter, without: things }
  filtered.push(...words)
  return { filter, rest: rest.replaceAll(/\s+/g, ' ').trim(), filtered }
}

/** Words for what no measurement of a track says, by what they ask about. */
const UNHEARD: Readonly<Record<string, RegExp>> = {
  lyrics: /\b(?:lyrics?|lyrical|verses? about|(?:songs?|words) about)\b/i,
  'language of the lyrics':
    /\b(?:in|sung in)\s+(?:english|spanish|french|german|italian|portuguese|japanese|korean|chinese|arabic|russian|hindi)\b/i,
  'year or decade':
    /\b(?:(?:19|20)\d\d(?:s)?|[5-9]0['’]?s|(?:fif|six|seven|eigh|nine)t(?:y|ies)|released|newest|recent releases?)\b/i,
  popularity:
    /\b(?:popular|famous|chart(?:s|ing)?|top ?(?:10|40|100)|hits?|viral|well[- ]known|underrated)\b/i,
}

/** Returns what a text asks about that the search cannot hear, in its own words: "lyrics (songs about)". */
export const unheardWords = (text: string): string[] =>
  Object.entries(UNHEARD).flatMap(([about, pattern]) => {
    const match = pattern.exec(text)
    return match === null ? [] : [about === match[0].toLowerCase() ? about : `${about} (${match[0]})`]
  })
