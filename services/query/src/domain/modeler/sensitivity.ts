import { computeMetrics } from '../metrics/compute-metrics.ts'
import { INPUT_NAMES, type InputName, type Inputs, wireNameOf } from '../metrics/inputs.ts'
import { cardById } from '../metrics/registry.ts'
import { Refusal } from '../refusal.ts'
import { measurementSd } from './measurement-error.ts'
import type { Influence, ModelResult } from './model-result.ts'

/** Relative step of the central difference; small against any bend of the equations, large against rounding. */
const STEP = 1e-4

/**
 * Returns the effect of each measurement error on a metric, the standard deviation of all of them together, and the
 * smallest detectable change at 95 %: 1.96·√2·SD (Weir 2005, J Strength Cond Res 19:231–240). Assumes independent
 * errors. `errors` replaces the usual ones, in the unit of the input.
 */
export function metricSensitivity(
  inputs: Inputs,
  metric: string,
  errors: Readonly<Partial<Record<InputName, number>>> = {},
): ModelResult {
  const card = cardById(metric)
  if (card === undefined)
    throw new Refusal('RESOURCE_NOT_FOUND', `there is no metric ${metric}`, {
      field: 'metric',
      issue: 'is not a known metric',
      provided: metric,
    })
  const only = new Set([metric])
  const report = computeMetrics(inputs, { only })
  const computed = report.computed[0]
  if (computed === undefined) {
    const why = report.notComputed[0]!
    throw new Refusal('VALIDATION_ERROR', `${metric} cannot be computed: ${why.message}`, {
      field: wireNameOf(why.missing[0] ?? card.required[0]!),
      issue: why.message,
      provided: null,
    })
  }
  const influences: Influence[] = []
  // Every given number is tried: one that only feeds an estimate (body fat by girths) matters too.
  for (const input of INPUT_NAMES) {
    const value = inputs[input]
    if (typeof value !== 'number') continue
    const sd = errors[input] ?? measurementSd(input, value)
    if (!(sd > 0)) continue
    const step = Math.max(STEP * Math.abs(value), 1e-6)
    const at = (x: number): number | undefined =>
      computeMetrics({ ...inputs, [input]: x }, { only }).computed[0]?.value
    const [up, down] = [at(value + step), at(value - step)]
    if (up === undefined || down === undefined) continue
    const perUnit = (up - down) / (2 * step)
    if (perUnit === 0) continue
    influences.push({
      input: wireNameOf(input),
      perUnit,
      measurementError: sd,
      effect: Math.abs(perUnit) * sd,
    })
  }
  influences.sort((a, b) => b.effect - a.effect)
  const sd = Math.hypot(...influences.map(({ effect }) => effect))
  return {
    task: 'sensitivity',
    summary: { [metric]: computed.value, measurement_sd: sd, least_real_change: 1.96 * Math.SQRT2 * sd },
    units: { [metric]: card.unit, measurement_sd: card.unit, least_real_change: card.unit },
    assumptions: [
      'measurement errors are independent and small',
      'two occasions are measured with the same care',
    ],
    equations: [{ name: card.name, equation: card.formula, citation: card.citation }],
    trajectories: [],
    sensitivity: influences,
    feasibility: { feasible: true },
    warnings: influences.length === 0 ? ['no input of this metric is measured with an error'] : [],
  }
}
