import { type AgeRange, ageInMonths, type SurveyChild } from './score-child.ts'

/** Columns by which a survey may be tabulated, in WHO's order, with the title that WHO's tables give them. */
export const GROUPINGS = [
  { key: 'residence', title: 'Area' },
  { key: 'region', title: 'Region' },
  { key: 'wealth', title: 'Wealth quintile' },
  { key: 'education', title: 'Mother education' },
  { key: 'other', title: 'Other grouping' },
] as const
export type Grouping = (typeof GROUPINGS)[number]['key']

/** More categories than this are an identifier, not a grouping: the column is not tabulated. */
export const MAX_CATEGORIES = 100

type AgeBand = { readonly name: string; readonly from: number; readonly below: number }
const band = (from: number, below: number, digits: number): AgeBand => ({
  name: `${String(from).padStart(digits, '0')}-${String(below - 1).padStart(digits, '0')} mo`,
  from,
  below,
})

const UNDER_5_BANDS = [0, 6, 12, 24, 36, 48].map((from, i, all) => band(from, all[i + 1] ?? 60, 2))
/** The last day of the standards is 59.99 months, so nobody is beyond the last band. */
const YEAR_BANDS = [
  ...Array.from({ length: 14 }, (_, i) => band(60 + 12 * i, 72 + 12 * i, 1)),
  band(228, 229, 1),
]
const FIVE_YEAR_BANDS = [band(60, 120, 1), band(120, 180, 1), band(180, 229, 1)]

const SEX_GROUPS = [
  { name: 'Female', sex: 'female' },
  { name: 'Male', sex: 'male' },
] as const

const WEALTH_NAMES: ReadonlyMap<string, string> = new Map([
  ['1', 'Q1: Poorest'],
  ['2', 'Q2'],
  ['3', 'Q3'],
  ['4', 'Q4'],
  ['5', 'Q5: Richest'],
])

const bandOf = (bands: readonly AgeBand[], months: number | undefined): number =>
  months === undefined ? -1 : bands.findIndex(({ from, below }) => months >= from && months < below)
const sexOf = ({ sex }: SurveyChild): number => SEX_GROUPS.findIndex((group) => group.sex === sex)

export interface GroupList {
  /** Numbers of the groups that a child is in. The list is used again for the next child. */
  of(child: SurveyChild, values: Readonly<Partial<Record<Grouping, string>>>): readonly number[]
  /** Groups in WHO's order: what they are called and their number. */
  readonly ordered: () => readonly { readonly name: string; readonly id: number; readonly title: string }[]
  /** Columns with too many categories to tabulate. */
  readonly tooMany: () => readonly Grouping[]
}

/** Group that everybody is in. */
const ALL_GROUP = 0

/** Names and members of the fixed groups of an age range: age, sex, age by sex. */
function fixedGroups(range: AgeRange) {
  const names = ['All']
  const add = (name: string) => names.push(name) - 1
  if (range === 'under_5') {
    const ages = UNDER_5_BANDS.map(({ name }) => add(`Age group: ${name}`))
    const sexes = SEX_GROUPS.map(({ name }) => add(`Sex: ${name}`))
    const both = SEX_GROUPS.map((sex) =>
      UNDER_5_BANDS.map(({ name }) => add(`Age + sex: ${name}.${sex.name}`)),
    )
    return {
      names,
      join(child: SurveyChild, groups: number[]) {
        const [age, sex] = [bandOf(UNDER_5_BANDS, ageInMonths(child)), sexOf(child)]
        if (age >= 0) groups.push(ages[age]!)
        if (sex >= 0) groups.push(sexes[sex]!)
        if (age >= 0 && sex >= 0) groups.push(both[sex]![age]!)
      },
    }
  }
  const sexes = SEX_GROUPS.map(({ name }) => add(`Sex: ${name}`))
  const years = YEAR_BANDS.map(({ name }) => add(`Age Group 1: ${name}`))
  const spans = FIVE_YEAR_BANDS.map(({ name }) => add(`Age Group 2: ${name}`))
  const both = FIVE_YEAR_BANDS.map(({ name }) =>
    SEX_GROUPS.map((sex) => add(`Age + Sex: ${sex.name}.${name}`)),
  )
  return {
    names,
    join(child: SurveyChild, groups: number[]) {
      const [year, span] = [bandOf(YEAR_BANDS, child.ageMonths), bandOf(FIVE_YEAR_BANDS, child.ageMonths)]
      const sex = sexOf(child)
      if (sex >= 0) groups.push(sexes[sex]!)
      if (year >= 0) groups.push(years[year]!)
      if (span >= 0) groups.push(spans[span]!)
      if (span >= 0 && sex >= 0) groups.push(both[span]![sex]!)
    },
  }
}

/** Wealth in rising order, everything else as it first occurs. */
const ordered = (grouping: Grouping, categories: ReadonlyMap<string, number>) => {
  const entries = [...categories]
  return grouping === 'wealth' && entries.every(([value]) => WEALTH_NAMES.has(value))
    ? entries.sort(([a], [b]) => Number(a) - Number(b))
    : entries
}

/** Lists the groups of an age range; groups of residence, region and so on are found while the survey is read. */
export function listGroups(range: AgeRange): GroupList {
  const fixed = fixedGroups(range)
  let next = fixed.names.length
  const categories = new Map(GROUPINGS.map(({ key }) => [key, new Map<string, number>()]))
  const tooMany = new Set<Grouping>()
  const current: number[] = []
  return {
    of(child, values) {
      current.length = 0
      current.push(ALL_GROUP)
      fixed.join(child, current)
      if (range !== 'under_5') return current
      for (const { key } of GROUPINGS) {
        const value = values[key]
        if (value === undefined || tooMany.has(key)) continue
        const known = categories.get(key)!
        let id = known.get(value)
        if (id === undefined) {
          if (known.size >= MAX_CATEGORIES) {
            tooMany.add(key)
            continue
          }
          id = next++
          known.set(value, id)
        }
        current.push(id)
      }
      return current
    },
    ordered: () => [
      ...fixed.names.map((name, id) => ({ name, id, title: name.split(':')[0]! })),
      ...GROUPINGS.filter(({ key }) => !tooMany.has(key)).flatMap(({ key, title }) =>
        ordered(key, categories.get(key)!).map(([value, id]) => ({
          name: `${title}: ${(key === 'wealth' ? WEALTH_NAMES.get(value) : undefined) ?? value}`,
          id,
          title,
        })),
      ),
    ],
    tooMany: () => [...tooMany],
  }
}
