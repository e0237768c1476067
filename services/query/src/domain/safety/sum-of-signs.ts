import { findPattern, type Match, type Pattern, pattern } from '../wording/patterns.ts'
import type { Circumstances } from './circumstances.ts'
import { CONCEPTS } from './concepts.ts'
import { findMeant, type Reading } from './meant.ts'
import { type Circumstance, ENOUGH, type Theme } from './sign.ts'
import { THEMES } from './signs.ts'

const COMPILED = THEMES.map((theme) => ({
  theme,
  unless: (theme.unless ?? []).map((source) => pattern(source, CONCEPTS)),
  signs: theme.signs.map(([weight, sources, when]) => ({
    weight,
    when,
    patterns: sources.map((source) => pattern(source, CONCEPTS)),
  })),
}))

/** Points by which less is enough. */
const LESS_FOR = { thin: 1, veryThin: 0.5, minor: 1, largeLoss: 0.5, elder: 0.5, smallChild: 1 } as const
/** However much the circumstances say, one weak sign is never enough. */
const LEAST = 2

/**
 * Sums the signs of a text and returns the theme with the most points when they are enough, or undefined. Signs of an
 * emergency are summed by themselves, all others together: hopelessness beside hunger counts for both.
 */
export function sumOfSigns(reading: Reading, about: Circumstances): Theme | undefined {
  const points = COMPILED.map((compiled) => ({
    theme: compiled.theme,
    points: pointsOf(compiled, reading, about),
  }))
  const emergencies = points.filter(({ theme }) => theme.kind === 'emergency')
  const others = points.filter(({ theme }) => theme.kind !== 'emergency')
  const lessForBody = about.smallChild ? LESS_FOR.smallChild : 0
  // A thin infant is a matter of growth, which this service is for.
  const lessForOthers = about.smallChild
    ? 0
    : (about.thin ? LESS_FOR.thin : 0) +
      (about.veryThin ? LESS_FOR.veryThin : 0) +
      (about.minor ? LESS_FOR.minor : 0) +
      (about.largeLoss ? LESS_FOR.largeLoss : 0) +
      (about.elder ? LESS_FOR.elder : 0)
  return (
    reached(emergencies, ENOUGH - lessForBody) ?? reached(others, Math.max(LEAST, ENOUGH - lessForOthers))
  )
}

type Points = { readonly theme: Theme; readonly points: number }

function reached(list: readonly Points[], enough: number): Theme | undefined {
  const sum = list.reduce((total, { points }) => total + points, 0)
  if (sum < enough) return undefined
  return list.reduce((most, one) => (one.points > most.points ? one : most)).theme
}

function pointsOf(
  { theme, unless, signs }: (typeof COMPILED)[number],
  reading: Reading,
  about: Circumstances,
): number {
  const options = { bodily: theme.kind === 'emergency', pastCounts: about.thin }
  let sum = 0
  for (const { weight, when, patterns } of signs)
    if (when === undefined || holds(when, about))
      sum += weight * timesOf(patterns, (one) => findMeant(one, reading, options))
  if (sum === 0 || unless.some((one) => findPattern(one, reading.words) !== undefined)) return 0
  return sum
}

/** A sign said once counts once. Said in further words elsewhere in the text it counts half, at most twice in all. */
function timesOf(patterns: readonly Pattern[], find: (one: Pattern) => Match | undefined): number {
  const matches: Match[] = []
  for (const one of patterns) {
    const match = find(one)
    if (match && !matches.some(({ from, to }) => match.from < to && from < match.to)) matches.push(match)
  }
  return matches.length === 0 ? 0 : Math.min(2, (1 + matches.length) / 2)
}

const holds = (when: Circumstance, about: Circumstances): boolean =>
  when === 'thin'
    ? about.thin
    : when === 'minor'
      ? about.minor
      : when === 'pregnant'
        ? about.pregnant
        : about.smallChild
