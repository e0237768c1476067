import { orThrow } from '@assay/query-client'
import { readNumber } from '@assay/ui/format'
import { csvFile } from '@assay/ui/save-file'
import { service } from '../../service.ts'
import { TEXT } from '../../text.ts'
import { type GrowthSearch, type Visit, visitsOf, visitsText } from './child.ts'

export const FORMATS = ['json', 'csv', 'fhir'] as const
export type Format = (typeof FORMATS)[number]

/** A file that is no child; the message is for the reader. */
export class FileFault extends Error {}

/** More than any record of a childhood needs. */
const MAX_BYTES = 1_000_000
const MAX_VISITS = 300

/** What is known of a child besides the visits, by the names of the service's parameters. */
const FACTS = {
  sex: 'sex',
  birth: 'birth_date',
  weeks: 'gestational_age_weeks',
  mother: 'mother_height_cm',
  father: 'father_height_cm',
} as const
/** What a visit measures, by the names of the service's parameters. */
const MEASUREMENTS = { weight: 'weight_kg', length: 'height_cm', head: 'head_cm' } as const
const DATE = 'measurement_date'

type Fact = keyof typeof FACTS
type Measurement = keyof typeof MEASUREMENTS
const facts = Object.entries(FACTS) as [Fact, string][]
const measurements = Object.entries(MEASUREMENTS) as [Measurement, string][]

function factOf(fact: Fact, text = ''): string | number | undefined {
  if (fact === 'sex') return SEXES[text]
  return fact === 'birth' ? (isDay(text) ? text : undefined) : readNumber(text)
}

/** Visits with a day, with the numbers that can be read. */
const usableVisits = (search: GrowthSearch) =>
  visitsOf(search.visits)
    .filter(({ date }) => isDay(date))
    .map((visit) => ({
      date: visit.date,
      ...Object.fromEntries(
        measurements.flatMap(([name, wire]) => {
          const number = readNumber(visit[name])
          return number === undefined ? [] : [[wire, number]]
        }),
      ),
    }))

/** Writes a child as a file. FHIR is written by the service. */
export async function writeChild(search: GrowthSearch, format: Format): Promise<Blob> {
  const visits = usableVisits(search)
  const known = Object.fromEntries(
    facts.flatMap(([fact, wire]) => {
      const one = factOf(fact, search[fact])
      return one === undefined ? [] : [[wire, one]]
    }),
  )
  if (format === 'json') {
    const child = { ...(search.name ? { name: search.name } : {}), ...known, visits }
    return new Blob([`${JSON.stringify(child, null, 2)}\n`], { type: 'application/json' })
  }
  if (format === 'csv') {
    const columns = [...facts.map(([, wire]) => wire), DATE, ...measurements.map(([, wire]) => wire)]
    return csvFile([
      columns,
      ...visits.map((visit) => {
        const row: Readonly<Record<string, string | number>> = { ...known, ...visit, [DATE]: visit.date }
        return columns.map((column) => row[column] ?? '')
      }),
    ])
  }
  const { sex, birth } = search
  const bundle = await orThrow(
    service().POST('/fhir/bundle', {
      body: {
        ...(sex === 'female' || sex === 'male' ? { sex } : {}),
        ...(birth ? { birth_date: birth } : {}),
        visits,
      },
    }),
  )
  return new Blob([`${JSON.stringify(bundle, null, 2)}\n`], { type: 'application/fhir+json' })
}

/** A child from a file, and what the reader should know about the reading. */
export type ChildRead = { readonly search: GrowthSearch; readonly notes: readonly string[] }

/** Reads a child from a file of any of the formats. FHIR is read by the service. */
export async function readChild(file: File): Promise<ChildRead> {
  if (file.size > MAX_BYTES) throw new FileFault(TEXT.growth.files.tooLarge)
  const text = (await file.text()).replace(/^\uFEFF/, '')
  if (!/^\s*[[{]/.test(text)) return { search: childOfRows(rowsOf(text)), notes: [] }
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new FileFault(TEXT.growth.files.notReadable)
  }
  return isObject(json) && json.resourceType === 'Bundle'
    ? childOfBundle(json)
    : { search: childOfObject(json), notes: [] }
}

type Row = Readonly<Record<string, unknown>>
const isObject = (one: unknown): one is Row => typeof one === 'object' && one !== null && !Array.isArray(one)

async function childOfBundle(bundle: Row): Promise<ChildRead> {
  const read = await orThrow(
    service().POST('/fhir/visits', { body: bundle as { resourceType: 'Bundle'; entry: unknown[] } }),
  )
  return {
    search: childOfRows(
      read.visits.map((visit) => ({ ...visit, sex: read.sex, birth_date: read.birth_date })),
    ),
    notes: [
      ...read.assumed,
      ...(read.ignored.length > 0 ? [TEXT.growth.files.ignored(read.ignored.length)] : []),
    ],
  }
}

function childOfObject(json: unknown): GrowthSearch {
  if (!isObject(json) || !Array.isArray(json.visits)) throw new FileFault(TEXT.growth.files.notReadable)
  const { visits, name, ...known } = json
  const child = childOfRows(visits.map((visit) => ({ ...known, ...(isObject(visit) ? visit : {}) })))
  return typeof name === 'string' && name !== '' ? { name: name.slice(0, 80), ...child } : child
}

const plain = (one: unknown): string =>
  typeof one === 'string' || typeof one === 'number' ? String(one).trim() : ''

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && Number.isFinite(Date.parse(text))

function numberAt(row: number, column: string, one: unknown): string {
  const text = plain(one)
  if (text !== '' && readNumber(text) === undefined)
    throw new FileFault(TEXT.growth.files.noNumber(row, column, text.slice(0, 30)))
  return text.replace(',', '.')
}

function dayAt(row: number, column: string, one: unknown): string {
  const text = plain(one)
  if (text !== '' && !isDay(text))
    throw new FileFault(TEXT.growth.files.noDay(row, column, text.slice(0, 30)))
  return text
}

/** A child from rows of one visit each; what is known of the child stands in every row. */
function childOfRows(rows: readonly Row[]): GrowthSearch {
  if (rows.length === 0) throw new FileFault(TEXT.growth.files.noVisits)
  if (rows.length > MAX_VISITS) throw new FileFault(TEXT.growth.files.tooMany(MAX_VISITS))
  const known: Partial<Record<Fact, string>> = {}
  const visits = rows.map((row, i): Visit => {
    for (const [fact, wire] of facts) {
      const text = wire === FACTS.birth ? dayAt(i + 1, wire, row[wire]) : factAt(i + 1, fact, row[wire])
      if (text === '') continue
      if (known[fact] !== undefined && known[fact] !== text)
        throw new FileFault(TEXT.growth.files.severalChildren)
      known[fact] = text
    }
    const at = (name: Measurement) => numberAt(i + 1, MEASUREMENTS[name], row[MEASUREMENTS[name]])
    return {
      date: dayAt(i + 1, DATE, row[DATE] ?? row.date),
      weight: at('weight'),
      length: at('length'),
      head: at('head'),
    }
  })
  if (visits.every(({ date }) => date === '')) throw new FileFault(TEXT.growth.files.noVisits)
  return { ...known, visits: visitsText(visits.filter(({ date }) => date !== '')) }
}

const SEXES: Readonly<Record<string, string>> = { f: 'female', female: 'female', m: 'male', male: 'male' }

const factAt = (row: number, fact: Fact, one: unknown): string =>
  fact === 'sex' ? (SEXES[plain(one).toLowerCase()] ?? '') : numberAt(row, FACTS[fact], one)

/** Rows of a text with a header, separated by commas, semicolons or tabs. */
function rowsOf(text: string): readonly Row[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const [header = ''] = lines
  const separator = ['\t', ';', ','].find((one) => header.includes(one)) ?? ','
  const cells = (line: string) =>
    line.split(separator).map((cell) =>
      cell
        .trim()
        .replace(/^"(.*)"$/, '$1')
        .replaceAll('""', '"'),
    )
  const columns = cells(header).map((name) => name.toLowerCase())
  if (!columns.includes(DATE) && !columns.includes('date')) throw new FileFault(TEXT.growth.files.notReadable)
  return lines.slice(1).map((line) => Object.fromEntries(cells(line).map((cell, i) => [columns[i], cell])))
}
