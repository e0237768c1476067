import { atMost, countRow, type Row } from '@assay/kit/testing-report'
import { cdcBmi95, cdcExtendedBmiZ, cdcZ } from '../src/domain/growth/cdc.ts'
import { type Child, WHO_2006_LAST_DAY, type WhoIndex, whoIndexZ } from '../src/domain/growth/who.ts'
import type { Position, Sex } from '../src/domain/metrics/inputs.ts'
import { DAYS_PER_MONTH } from '../src/domain/units.ts'
import { type GoldenRow, type GoldenSet, goldenRows } from './growth-golden.ts'

/** Sizes of the whole golden sets; the repository's own fixture is counted as it is. */
const WHO_2006_SCORES = 1887
const WHO_2006_OLDER = 12
const WHO_2007_SCORES = 2101
const CDC_ROWS = 17191

const number = (cell: string | undefined): number | undefined =>
  cell === undefined || cell === '' ? undefined : Number(cell)

function childOf(row: GoldenRow): Child {
  const [weightKg, heightCm] = [number(row.weight_kg), number(row.height_cm)]
  const ageMonths = number(row.age_months)
  return {
    sex: row.sex as Sex,
    ageDays: number(row.age_days) ?? Math.round(ageMonths! * DAYS_PER_MONTH),
    ...(ageMonths !== undefined && { ageMonths }),
    ...(weightKg !== undefined && { weightKg }),
    ...(heightCm !== undefined && { heightCm }),
    ...(row.measured && { position: row.measured as Position }),
    oedema: row.oedema === 'yes' || row.oedema === 'y',
  }
}

/** Compares every published z-score of a set with ours at 2 decimals; a score that should not exist counts as wrong. */
function compare(
  rows: readonly GoldenRow[],
  columns: Readonly<Record<string, WhoIndex>>,
  listed: (child: Child, index: WhoIndex) => boolean,
) {
  const apart: string[] = []
  let [right, all] = [0, 0]
  for (const row of rows) {
    const child = childOf(row)
    for (const [column, index] of Object.entries(columns)) {
      const published = number(row[column])
      const z = whoIndexZ(index, child)
      if (published === undefined) {
        if (z !== undefined) all++
      } else if (listed(child, index)) {
        apart.push(
          `child ${row.id}, ${child.ageDays} days, ${index}: WHO 2006 software ${published.toFixed(2)}, WHO 2007 reference ${z?.toFixed(2)}`,
        )
      } else {
        all++
        if (z !== undefined && Number(z.toFixed(2)) === published) right++
      }
    }
  }
  return { right, all, apart }
}

/** Growth references against WHO's and CDC's own results; `use` gives the rows of a set. */
export function growthRows(use: (set: GoldenSet) => ReturnType<typeof goldenRows> = goldenRows): {
  rows: readonly Row[]
  notes: readonly string[]
} {
  const who2006 = use('who-2006')
  const young = compare(
    who2006.rows,
    {
      z_weight_for_age: 'weight_for_age',
      z_length_height_for_age: 'length_height_for_age',
      z_weight_for_length_height: 'weight_for_length_height',
      z_bmi_for_age: 'bmi_for_age',
    },
    (child, index) => child.ageDays > WHO_2006_LAST_DAY && index !== 'weight_for_length_height',
  )
  const who2007 = use('who-2007')
  const older = compare(
    who2007.rows,
    {
      z_height_for_age: 'length_height_for_age',
      z_weight_for_age: 'weight_for_age',
      z_bmi_for_age: 'bmi_for_age',
    },
    () => false,
  )
  const cdc = use('cdc')
  const worst = { weight: 0, stature: 0, bmi: 0, extended: 0, p95: 0 }
  let above = 0
  for (const row of cdc.rows) {
    const [sex, months, bmi] = [row.sex as Sex, Number(row.age_months), Number(row.bmi)]
    const off = (ours: number | undefined, column: string) =>
      Math.abs((ours ?? Number.POSITIVE_INFINITY) - Number(row[column]))
    worst.weight = Math.max(worst.weight, off(cdcZ('weight_for_age', sex, months, Number(row.weight)), 'waz'))
    worst.stature = Math.max(
      worst.stature,
      off(cdcZ('stature_for_age', sex, months, Number(row.height)), 'haz'),
    )
    worst.bmi = Math.max(worst.bmi, off(cdcZ('bmi_for_age', sex, months, bmi), 'original_bmiz'))
    worst.extended = Math.max(worst.extended, off(cdcExtendedBmiZ(sex, months, bmi), 'bmiz'))
    worst.p95 = Math.max(worst.p95, off(cdcBmi95(sex, months), 'bmi95'))
    if (bmi > Number(row.bmi95)) above++
  }
  const baseline = 'published'
  const reference = 'CDC program output'
  const rows: Row[] = [
    countRow(`WHO 2006 z at 2 decimals, to ${WHO_2006_LAST_DAY} days`, young.right, young.all, {
      baseline,
      expected: who2006.whole ? WHO_2006_SCORES : young.all,
    }),
    countRow('WHO 2006 older children listed apart', young.apart.length, young.apart.length, {
      baseline,
      expected: who2006.whole ? WHO_2006_OLDER : young.apart.length,
    }),
    countRow('WHO 2007 z at 2 decimals', older.right, older.all, {
      baseline,
      expected: who2007.whole ? WHO_2007_SCORES : older.all,
    }),
    countRow('CDC rows compared', cdc.rows.length, cdc.rows.length, {
      baseline,
      expected: cdc.whole ? CDC_ROWS : cdc.rows.length,
    }),
    atMost('CDC weight z, largest error', worst.weight, 1e-6, reference),
    atMost('CDC stature z, largest error', worst.stature, 1e-3, reference),
    atMost('CDC BMI z, largest error', worst.bmi, 1e-6, reference),
    atMost(`CDC extended BMI z, largest error (${above} above P95)`, worst.extended, 1e-6, reference),
    atMost('CDC BMI 95th centile, largest error', worst.p95, 1e-6, reference),
  ]
  const notes = who2006.whole
    ? []
    : ['golden sets not beside the repository: its own fixture was used, a part of them']
  return {
    rows,
    notes: [...notes, 'older than the WHO 2006 tables, so the 2007 reference applies:', ...young.apart],
  }
}
