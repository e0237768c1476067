import type { Static } from 'typebox'
import { CURVE_UNIT, curveAxis, growthCurves } from '../domain/growth/curves.ts'
import { KUCZMARSKI_2002 } from '../domain/metrics/growth/cdc-charts.ts'
import { WHO_2006 } from '../domain/metrics/growth/who-standards.ts'
import type { CurvesAnswer, CurvesQuery } from './growth.schema.ts'

/** Presents the curves of a chart with their source. */
export function presentCurves(query: Static<typeof CurvesQuery>): Static<typeof CurvesAnswer> {
  const { x, lines } = growthCurves(query)
  return {
    x_unit: curveAxis(query.index),
    unit: CURVE_UNIT[query.index],
    x: [...x],
    lines: lines.map(({ label, z, values }) => ({ label, z, values: [...values] })),
    citation: query.reference === 'who' ? WHO_2006 : KUCZMARSKI_2002,
  }
}
