import { findPattern, type Match, type Pattern, pattern } from '../wording/patterns.ts'
import type { Circumstances } from './circumstances.ts'
import { CONCEPTS } from './concepts.ts'
import { findMeant, type Reading } from './meant.ts'
import { type Circumstance, ENOUGH, type Theme } from './sign.ts'
import { THEMES } from './signs.ts'

const compileThemes = () =>
  THEMES.map((theme) => ({
    theme,
    unless: (theme.unless ?? []).map((source) => pattern(source, CONCEPTS)),
    signs: theme.signs.map(([weight, sources, when]) => ({
      weight,
      when,
      patterns: sources.map((source) => pattern(source, CONCEPTS)),
    })),
  }))
type Compiled = ReturnType<typeof compileThemes>[number]

/** Patterns by their first word, so that a text is compared with few of them. */
function indexOf(themes: readonly Compiled[]) {
  const byFirstWord = new Map<string, Pattern[]>()
  const numberFirst: Pattern[] = []
  for (const { signs } of themes)
    for (const one of signs.flatMap(({ patterns }) => patterns)) {
      const [first] = one.steps
      if (first?.number) numberFirst.push(one)
      for (const word of first?.words ?? []) {
        const same = byFirstWord.get(word)
        if (same) same.push(one)
        else byFirstWord.set(word, [one])
      }
    }
  return { themes, byFirstWord, numberFirst }
}

/** Made for the first question: a service that is never asked in words needs none of it. */
let made: ReturnType<typeof indexOf> | undefined
const signs = () => {
  made ??= indexOf(compileThemes())
  return made
}

/** Patterns of which the first word stands in the text. */
function possibleIn({ words }: Reading): ReadonlySet<Pattern> {
  const { byFirstWord, numberFirst } = signs()
  const texts = new Set(words.map(({ text }) => text))
  return new Set([...numberFirst, ...[...texts].flatMap((word) => byFirstWord.get(word) ?? [])])
}

/** Points by which less is enough. */
const LESS_FOR = {
  thin: 1,
  veryThin: 0.5,
  minor: 0.5,
  largeLoss: 0.5,
  /** Young people grow: a large loss is twice as bad. */
  minorLoss: 0.5,
  elder: 0.5,
  smallChild: 1,
} as const
/** However much the circumstances say, one weak sign is never enough. */
const LEAST = 1.5

/** What the signs of a text amount to. */
type Sum = {
  /** The theme with the most points, where they are enough. */
  readonly theme?: Theme
  /** Points of the themes together, enough or not. */
  readonly points: number
}

/**
 * Sums the signs of a text. Signs of an emergency are summed by themselves, all others together: hopelessness beside
 * hunger counts for both.
 */
export function sumOfSigns(reading: Reading, about: Circumstances): Sum {
  const possible = possibleIn(reading)
  const found = signs().themes.flatMap((compiled) => foundOf(compiled, possible, reading, about))
  const lessForBody = about.smallChild ? LESS_FOR.smallChild : 0
  // A thin infant is a matter of growth, which this service is for.
  const lessForOthers = about.smallChild
    ? 0
    : (about.thin ? LESS_FOR.thin : 0) +
      (about.veryThin ? LESS_FOR.veryThin : 0) +
      (about.minor ? LESS_FOR.minor : 0) +
      (about.largeLoss ? LESS_FOR.largeLoss : 0) +
      (about.largeLoss && about.minor ? LESS_FOR.minorLoss : 0) +
      (about.elder ? LESS_FOR.elder : 0)
  const body = reached(
    found.filter(({ theme }) => theme.kind === 'emergency'),
    ENOUGH - lessForBody,
  )
  const others = reached(
    found.filter(({ theme }) => theme.kind !== 'emergency'),
    Math.max(LEAST, ENOUGH - lessForOthers),
  )
  const theme = body.theme ?? others.theme
  return { points: body.points + others.points, ...(theme && { theme }) }
}

/** A sign found in the words from `from` to before `to`. */
type Found = Match & { readonly theme: Theme; readonly sign: object; readonly weight: number }

/**
 * Adds up, heaviest first. Words that have counted do not count again for a weaker sign. A sign said again in other
 * words counts half, and at most twice in all.
 */
function reached(list: readonly Found[], enough: number): Sum {
  const counted: Match[] = []
  const times = new Map<object, number>()
  const points = new Map<Theme, number>()
  let sum = 0
  for (const one of [...list].sort((a, b) => b.weight - a.weight)) {
    if (counted.some(({ from, to }) => one.from < to && from < one.to)) continue
    const before = times.get(one.sign) ?? 0
    if (before > MOST_TIMES) continue
    counted.push(one)
    times.set(one.sign, before + 1)
    const share = before === 0 ? one.weight : one.weight / 2
    points.set(one.theme, (points.get(one.theme) ?? 0) + share)
    sum += share
  }
  if (sum < enough) return { points: sum }
  return { points: sum, theme: [...points].reduce((most, one) => (one[1] > most[1] ? one : most))[0] }
}
const MOST_TIMES = 2

function foundOf(
  { theme, unless, signs }: Compiled,
  possible: ReadonlySet<Pattern>,
  reading: Reading,
  about: Circumstances,
): readonly Found[] {
  const options = { bodily: theme.kind === 'emergency', pastCounts: about.thin }
  const found: Found[] = []
  for (const sign of signs) {
    if (sign.when !== undefined && !holds(sign.when, about)) continue
    for (const one of sign.patterns) {
      const match = possible.has(one) ? findMeant(one, reading, options) : undefined
      if (match) found.push({ ...match, theme, sign, weight: sign.weight })
    }
  }
  return found.length > 0 && unless.some((one) => findPattern(one, reading.words) !== undefined) ? [] : found
}

const holds = (when: Circumstance, about: Circumstances): boolean =>
  when === 'thin'
    ? about.thin
    : when === 'minor'
      ? about.minor
      : when === 'pregnant'
        ? about.pregnant
        : about.smallChild
