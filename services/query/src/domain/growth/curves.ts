import type { Sex } from '../person.ts'
import { DAYS_PER_MONTH } from '../units.ts'
import { cdcLms } from './cdc.ts'
import { lmsValue } from './lms.ts'
import { normalQuantile } from './normal.ts'
import { type WhoPoint, whoPointForAge, whoPointForLength, whoValue } from './who.ts'

export const CURVE_REFERENCES = ['who', 'cdc'] as const
export type CurveReference = (typeof CURVE_REFERENCES)[number]

/** Indices that have a chart; the first four run over age in months, the last two over length or height in cm. */
export const CURVE_INDICES = [
  'weight_for_age',
  'length_height_for_age',
  'bmi_for_age',
  'head_circumference_for_age',
  'weight_for_length',
  'weight_for_height',
] as const
export type CurveIndex = (typeof CURVE_INDICES)[number]

export const CURVE_LINES = ['sd', 'centiles'] as const
export type CurveLines = (typeof CURVE_LINES)[number]

/** Lines of the WHO charts, in SD. */
const SD_LINES = [-3, -2, -1, 0, 1, 2, 3]
/** Lines of the centile charts of WHO and CDC, in percent. */
const CENTILE_LINES = [3, 10, 25, 50, 75, 90, 97]

/** Unit of what a chart measures. */
export const CURVE_UNIT: Readonly<Record<CurveIndex, string>> = {
  weight_for_age: 'kg',
  length_height_for_age: 'cm',
  bmi_for_age: 'kg/m²',
  head_circumference_for_age: 'cm',
  weight_for_length: 'kg',
  weight_for_height: 'kg',
}

/** Unit of the horizontal axis of a chart. */
export const curveAxis = (index: CurveIndex): 'months' | 'cm' =>
  index === 'weight_for_length' || index === 'weight_for_height' ? 'cm' : 'months'

type Ends = readonly [number, number]

/** Where the tables begin and end. */
const ENDS: Readonly<Record<CurveReference, Readonly<Record<CurveIndex, Ends>>>> = {
  who: {
    weight_for_age: [0, 120],
    length_height_for_age: [0, 228],
    bmi_for_age: [0, 228],
    head_circumference_for_age: [0, 1826 / DAYS_PER_MONTH],
    weight_for_length: [45, 110],
    weight_for_height: [65, 120],
  },
  cdc: {
    weight_for_age: [0, 240],
    length_height_for_age: [0, 240],
    bmi_for_age: [24, 240],
    head_circumference_for_age: [0, 36],
    weight_for_length: [45, 103.5],
    weight_for_height: [77, 121.5],
  },
}

/** CDC measures length below this age and stature from it on. */
const STATURE_FROM_MONTHS = 24

/** Returns the measurement at a z-score, or undefined outside the tables. */
function valueAt(
  reference: CurveReference,
  index: CurveIndex,
  sex: Sex,
  x: number,
  z: number,
): number | undefined {
  if (reference === 'cdc') {
    const chart =
      index === 'length_height_for_age'
        ? x < STATURE_FROM_MONTHS
          ? 'length_for_age'
          : 'stature_for_age'
        : index === 'weight_for_height'
          ? 'weight_for_stature'
          : index
    const lms = cdcLms(chart, sex, x)
    return lms && lmsValue(z, lms)
  }
  const point: WhoPoint | undefined =
    index === 'weight_for_length' || index === 'weight_for_height'
      ? whoPointForLength(index, sex, x)
      : whoPointForAge(index, sex, x * DAYS_PER_MONTH, x)
  return point && whoValue(z, point)
}

export type GrowthCurves = {
  readonly x: readonly number[]
  readonly lines: readonly {
    readonly label: string
    readonly z: number
    readonly values: readonly (number | null)[]
  }[]
}

/** With a strongly skewed table, an outer line may have no value: the power of a negative number. */
const finite = (value: number | undefined): number | null =>
  value !== undefined && Number.isFinite(value) ? value : null

/** Number of points of a curve: a chart of 1 000 pixels needs no more. */
const POINTS = 241

/**
 * Returns the reference curves of one chart between two ages in months, or two lengths in cm, at evenly spaced points. The
 * range is cut to that of the tables; a point that a table leaves out, or at which a line has no value, is null.
 */
export function growthCurves(options: {
  readonly reference: CurveReference
  readonly index: CurveIndex
  readonly sex: Sex
  readonly lines: CurveLines
  readonly from?: number | undefined
  readonly to?: number | undefined
}): GrowthCurves {
  const { reference, index, sex } = options
  const [first, last] = ENDS[reference][index]
  const from = Math.min(last, Math.max(first, options.from ?? first))
  const to = Math.max(from, Math.min(last, options.to ?? last))
  const x = Array.from({ length: POINTS }, (_, i) => from + ((to - from) * i) / (POINTS - 1))
  const lines =
    options.lines === 'sd'
      ? SD_LINES.map((z) => ({ label: z > 0 ? `+${z} SD` : `${z} SD`, z }))
      : CENTILE_LINES.map((p) => ({ label: `P${p}`, z: normalQuantile(p / 100) }))
  return {
    x,
    lines: lines.map(({ label, z }) => ({
      label,
      z,
      values: x.map((at) => finite(valueAt(reference, index, sex, at, z))),
    })),
  }
}
