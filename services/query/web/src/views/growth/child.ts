/** One visit of a child, as typed. */
export type Visit = {
  readonly date: string
  readonly weight: string
  readonly length: string
  readonly head: string
}

/** What the view holds; kept in the address. */
export type GrowthSearch = {
  /** Printed on the chart; never sent. */
  readonly name?: string
  readonly sex?: string
  readonly birth?: string
  /** Weeks of gestation at birth. */
  readonly weeks?: string
  readonly mother?: string
  readonly father?: string
  /** Visits: date,weight,length,head; separated by semicolons. */
  readonly visits?: string
  readonly index?: string
  readonly reference?: string
  readonly lines?: string
  readonly ages?: string
}

const KEYS = [
  'name',
  'sex',
  'birth',
  'weeks',
  'mother',
  'father',
  'visits',
  'index',
  'reference',
  'lines',
  'ages',
] as const

/** Reads the view from the address. */
export function readGrowth(search: Record<string, unknown>): GrowthSearch {
  return Object.fromEntries(
    KEYS.flatMap((key) => {
      const value = search[key]
      return typeof value === 'string' && value !== '' && value.length <= 20_000 ? [[key, value]] : []
    }),
  )
}

const EMPTY: Visit = { date: '', weight: '', length: '', head: '' }

/** Visits of an address, in the order in which they were typed. */
export const visitsOf = (text: string | undefined): readonly Visit[] =>
  (text ?? '').split(';').flatMap((part) => {
    const [date = '', weight = '', length = '', head = ''] = part.split(',')
    return part === '' ? [] : [{ ...EMPTY, date, weight, length, head }]
  })

/** The text of visits for an address; a comma in a number becomes a point. */
export const visitsText = (visits: readonly Visit[]): string =>
  visits
    .map((visit) =>
      [visit.date, visit.weight, visit.length, visit.head]
        .map((text) => text.replace(',', '.').replace(';', ''))
        .join(','),
    )
    .join(';')

const MS_PER_DAY = 86_400_000
/** A month of the growth references, in days. */
const DAYS_PER_MONTH = 30.4375

/** Age in months at a date; undefined when either date is missing or the child was not born. */
export function monthsAt(birth: string | undefined, date: string): number | undefined {
  const born = Date.parse(birth ?? '')
  const then = Date.parse(date)
  const days = (then - born) / MS_PER_DAY
  return Number.isFinite(days) && days >= 0 ? days / DAYS_PER_MONTH : undefined
}

/** Age in whole days at a date. */
export const daysAt = (birth: string, date: string): number =>
  Math.round((Date.parse(date) - Date.parse(birth)) / MS_PER_DAY)

/** A child to begin with: born in the 33rd week, seven visits. */
export const EXAMPLE: GrowthSearch = {
  sex: 'male',
  birth: '2023-02-11',
  weeks: '33',
  mother: '166',
  father: '181',
  visits: visitsText([
    { date: '2023-04-14', weight: '4.1', length: '52.5', head: '36.8' },
    { date: '2023-06-16', weight: '5.9', length: '58.9', head: '39.9' },
    { date: '2023-08-18', weight: '7.2', length: '64.1', head: '42.3' },
    { date: '2023-11-17', weight: '8.4', length: '69.8', head: '44.6' },
    { date: '2024-02-16', weight: '9.3', length: '74.2', head: '46.0' },
    { date: '2024-08-16', weight: '10.8', length: '81.3', head: '47.5' },
    { date: '2025-02-14', weight: '12.1', length: '86.9', head: '48.6' },
  ]),
}
