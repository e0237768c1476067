import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { csvFormat } from '../src/adapters/tabular/csv.ts'
import type { DesignUse } from '../src/domain/survey/design.ts'
import { scoreChild } from '../src/domain/survey/score-child.ts'
import type { TableRow } from '../src/domain/survey/tables.ts'
import { computeBatch } from '../src/operations/compute-batch.ts'
import { readRow } from '../src/operations/read-row.ts'
import { batchSummary } from '../src/operations/run-batch.ts'

/** Surveys with the figures of WHO's own software, handed over beside the repository; absent where it stands alone. */
const SHARED = new URL('../../../../shared/data/query/survey/', import.meta.url)
export const SURVEYS = [
  'who-sample',
  'rules',
  'cluster-survey',
  'months',
  'plus-sample',
  'plus-rules',
] as const
export type SurveyName = (typeof SURVEYS)[number]

/** A figure that agrees to this, relative or absolute, is right. */
export const TOLERANCE = 5e-6
const today = '2026-06-15'

type Cells = Readonly<Record<string, string>>

/** Reads CSV with quoted cells, of which only one column of a few files has any. */
function readCsv(path: URL): readonly Cells[] {
  const [header, ...lines] = readFileSync(path, 'utf8').trim().split('\n')
  const names = header!.split(',')
  return lines.map((line) => {
    const cells = line
      .match(/("[^"]*"|[^,]*)(,|$)/g)!
      .map((cell) => cell.replace(/,$/, '').replaceAll('"', ''))
    return Object.fromEntries(names.map((name, i) => [name, cells[i] ?? '']))
  })
}

const designOf = (file: string): DesignUse => ({
  strata: file.includes('strata'),
  clusters: file.includes('clusters'),
  weights: file.includes('weights'),
})

/**
 * Cells that differ because the software is odd there (RULES.md): the standard deviation with strata or clusters; the
 * limits of a mean with weights alone where sampling weights are missing; weight for height of a weight of 0 kg.
 */
function isOddity(survey: SurveyName, file: string, statistic: string, column: string): boolean {
  const design = designOf(file)
  if (column === 'sd') return design.strata || design.clusters
  const limits = column === 'low' || column === 'high'
  return survey === 'cluster-survey' && file === 'weights.csv' && statistic === 'mean_z' && limits
}

export interface Comparison {
  compared: number
  /** Cells within the tolerance by their absolute error, by their relative one only, and outside both. */
  absolute: number
  relative: number
  wrong: string[]
  worst: number
  /** Oddities that differ from ours, and all cells in which one may occur. */
  oddities: { readonly kind: string; readonly cell: string }[]
  oddCells: number
}

const COLUMNS: readonly (readonly [string, (row: TableRow) => number | undefined])[] = [
  ['n_weighted', (row) => row.nWeighted],
  ['n', (row) => row.n],
  ['estimate', (row) => row.estimate],
  ['se', (row) => row.standardError],
  ['low', (row) => row.low],
  ['high', (row) => row.high],
  ['sd', (row) => row.standardDeviation],
]

/** Compares one cell; both empty is right. */
function judge(
  expected: string,
  ours: number | undefined,
): { ok: boolean; by?: 'absolute' | 'relative'; error: number } {
  if (expected === '' || ours === undefined)
    return { ok: expected === '' && ours === undefined, by: 'absolute', error: 0 }
  const absolute = Math.abs(Number(expected) - ours)
  const relative = absolute === 0 ? 0 : absolute / Math.abs(Number(expected))
  const error = Math.min(absolute, relative)
  return { ok: error <= TOLERANCE, by: absolute <= TOLERANCE ? 'absolute' : 'relative', error }
}

async function compareTables(survey: SurveyName, file: string, found: Comparison): Promise<void> {
  const folder = new URL(`${survey}/`, SHARED)
  const ages = survey.startsWith('plus') ? '5_to_19' : 'under_5'
  const batch = computeBatch({ now: () => new Date(today) })({ survey: { design: designOf(file), ages } })
  const bytes = Readable.from([readFileSync(new URL('input.csv', folder))])
  const { tables } = await batchSummary({ batch, format: csvFormat }, bytes)
  const ours = new Map(tables.map((row) => [`${row.group}|${row.index}|${row.statistic}`, row]))
  const expected = readCsv(new URL(file, folder))
  if (expected.length !== tables.length)
    found.wrong.push(`${survey}/${file}: ${tables.length} rows for ${expected.length}`)
  for (const row of expected) {
    const own = ours.get(`${row.group}|${row.index}|${row.statistic}`)
    for (const [column, read] of COLUMNS) {
      const value = own && read(own)
      const { ok, by, error } = judge(row[column]!, value)
      const cell = `${survey}/${file} ${row.group}, ${row.index}, ${row.statistic}, ${column}: WHO ${row[column] || 'empty'}, ours ${value ?? 'empty'}`
      if (isOddity(survey, file, row.statistic!, column) && (row[column] !== '' || value !== undefined)) {
        found.oddCells++
        if (!ok) found.oddities.push({ kind: `${survey}/${file} ${column} of ${row.statistic}`, cell })
        continue
      }
      found.compared++
      if (!ok || own === undefined) found.wrong.push(cell)
      else if (by === 'absolute') found.absolute++
      else found.relative++
      if (ok) found.worst = Math.max(found.worst, error)
    }
  }
}

/** z-scores and flags of every child, before anybody is left out. */
function compareScores(survey: SurveyName, found: Comparison): void {
  const folder = new URL(`${survey}/`, SHARED)
  const expected = readCsv(new URL('z.csv', folder))
  const range = survey.startsWith('plus') ? '5_to_19' : 'under_5'
  const names =
    range === 'under_5'
      ? ['length_height_for_age', 'weight_for_age', 'bmi_for_age', 'weight_for_length_height']
      : ['height_for_age', 'weight_for_age', 'bmi_for_age']
  readCsv(new URL('input.csv', folder)).forEach((given, i) => {
    const {
      id: _id,
      why: _why,
      strata: _strata,
      cluster: _cluster,
      sampling_weight: _weight,
      ...parameters
    } = given
    const typed = Object.entries(parameters).map(([key, cell]) => [
      key,
      Number.isNaN(Number(cell)) ? cell : cell && Number(cell),
    ])
    const { inputs } = readRow(Object.fromEntries(typed), {}, today)
    const scores = scoreChild(range, inputs)
    const row = expected[i]!
    const cells: [string, number | undefined][] = names.flatMap((name, index) => {
      const z = scores.z[index]
      return [
        [`z_${name}`, z],
        [`flag_${name}`, z === undefined ? undefined : Number(scores.flagged[index])],
      ]
    })
    if (range === 'under_5') cells.push(['height_used_cm', scores.heightUsedCm])
    for (const [column, value] of cells) {
      const { ok } = judge(row[column]!, value)
      const cell = `${survey}/z.csv child ${given.id}, ${column}: WHO ${row[column] || 'empty'}, ours ${value ?? 'empty'}`
      if (given.weight_kg === '0' && column.endsWith('weight_for_length_height')) {
        found.oddCells++
        if (!ok) found.oddities.push({ kind: `${survey}/z.csv ${column}`, cell })
        continue
      }
      found.compared++
      if (ok) found.absolute++
      else found.wrong.push(cell)
    }
  })
}

/** Compares every figure of every expected table; undefined where the surveys are not beside the repository. */
export async function compareSurveys(): Promise<{ tables: Comparison; scores: Comparison } | undefined> {
  if (!existsSync(SHARED)) return undefined
  const empty = (): Comparison => ({
    compared: 0,
    absolute: 0,
    relative: 0,
    wrong: [],
    worst: 0,
    oddities: [],
    oddCells: 0,
  })
  const [tables, scores] = [empty(), empty()]
  for (const survey of SURVEYS) {
    for (const file of readdirSync(new URL(`${survey}/`, SHARED)))
      if (file.endsWith('.csv') && file !== 'input.csv' && file !== 'z.csv')
        await compareTables(survey, file, tables)
    compareScores(survey, scores)
  }
  return { tables, scores }
}
