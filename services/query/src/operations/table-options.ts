import { Refusal } from '../domain/refusal.ts'
import { AGE_RANGES, type AgeRange } from '../domain/survey/score-child.ts'
import type { SurveyOptions } from '../domain/survey/survey.ts'
import type { TableTask } from './ports.ts'

const refuse = (field: string, issue: string, provided: unknown): never => {
  throw new Refusal('VALIDATION_ERROR', `${field} ${issue}`, { field, issue, provided })
}

const DESIGN_PARTS = ['strata', 'clusters', 'weights'] as const

/** Reads `none` or some of strata, clusters and weights, separated by commas. */
function readDesign(text: string): SurveyOptions['design'] {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const isKnown = (part: string) => DESIGN_PARTS.some((known) => known === part)
  if (parts.length === 0 || (text.trim() !== 'none' && !parts.every(isKnown)))
    return refuse('design', `must be none, or some of ${DESIGN_PARTS.join(', ')}`, text)
  const has = (part: string) => parts.includes(part)
  return { strata: has('strata'), clusters: has('clusters'), weights: has('weights') }
}

/** Reads `column=name` pairs; a name of `-` leaves the column out. */
function readMap(pairs: readonly string[]): Readonly<Record<string, string>> {
  const entries = pairs
    .filter((pair) => pair.trim() !== '')
    .map((pair) => {
      const at = pair.lastIndexOf('=')
      const [column, name] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
      return at > 0 && name !== ''
        ? ([column, name] as const)
        : refuse('map', 'must be column=name, for example weight1=weight_kg', pair)
    })
  return Object.fromEntries(entries)
}

const readAges = (text: string): AgeRange | undefined => {
  if (text === 'auto') return undefined
  const range = AGE_RANGES.find((known) => known === text)
  return range ?? refuse('ages', `must be auto, ${AGE_RANGES.join(' or ')}`, text)
}

/** What a caller may say about a table, as text; the same over HTTP and on the command line. */
export interface TableOptionTexts {
  readonly metrics?: string | undefined
  readonly map?: readonly string[] | undefined
  readonly sexCodes?: string | undefined
  readonly design?: string | undefined
  readonly ages?: string | undefined
}

/** Reads the options of a table; refuses what means nothing before the table is read. */
export function readTableOptions(
  texts: TableOptionTexts,
): Pick<TableTask, 'metrics' | 'map' | 'sexCodes' | 'survey'> {
  return {
    metrics: texts.metrics?.split(',').map((id) => id.trim()),
    map: texts.map && readMap(texts.map),
    sexCodes: texts.sexCodes,
    survey: {
      design: texts.design === undefined ? undefined : readDesign(texts.design),
      ages: texts.ages === undefined ? undefined : readAges(texts.ages),
    },
  }
}
