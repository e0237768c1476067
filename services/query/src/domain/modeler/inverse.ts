import { computeMetrics } from '../metrics/compute-metrics.ts'
import { type InputName, type Inputs, inputSpec, wireNameOf } from '../metrics/inputs.ts'
import { cardById } from '../metrics/registry.ts'
import { Refusal } from '../refusal.ts'
import type { ModelResult } from './model-result.ts'

export type InverseQuestion = {
  readonly metric: string
  readonly target: number
  readonly input: InputName
  /** Range to search. Default: the limits of the input. */
  readonly from?: number
  readonly to?: number
}

/** Points of the scan that brackets the roots; the equations bend at most a few times over the plausible range. */
const SCAN_POINTS = 240
/** Relative width at which bisection stops. */
const TOLERANCE = 1e-12

/**
 * Finds the values of one input that bring one metric to a target while all other inputs stay the same. Scans the range
 * of the input for changes of sign and closes each bracket by bisection, which needs no derivative and cannot diverge.
 * The answer is the root nearest to the present value, or the nearest reachable metric when there is none.
 */
export function solveInverse(inputs: Inputs, question: InverseQuestion): ModelResult {
  const card = cardById(question.metric)
  if (card === undefined)
    throw new Refusal('RESOURCE_NOT_FOUND', `there is no metric ${question.metric}`, {
      field: 'metric',
      issue: 'is not a known metric',
      provided: question.metric,
    })
  const spec = inputSpec(question.input)
  if (spec.kind !== 'number')
    throw new Refusal('VALIDATION_ERROR', `${spec.wire} is not a number that can be solved for`, {
      field: 'input',
      issue: 'is not a number that can be solved for',
      provided: spec.wire,
    })
  const others = withoutAge(inputs, question.input)
  const only = new Set([question.metric])
  const metricAt = (x: number): number | undefined =>
    computeMetrics({ ...others, [question.input]: x }, { only }).computed[0]?.value
  const low = Math.max(spec.min, question.from ?? spec.min)
  const high = Math.min(spec.max, question.to ?? spec.max)
  const roots: number[] = []
  let nearest: { readonly x: number; readonly value: number } | undefined
  let before: { readonly x: number; readonly value: number } | undefined
  for (let i = 0; i <= SCAN_POINTS; i++) {
    const x = low + ((high - low) * i) / SCAN_POINTS
    const value = metricAt(x)
    if (value === undefined) {
      before = undefined
      continue
    }
    if (
      nearest === undefined ||
      Math.abs(value - question.target) < Math.abs(nearest.value - question.target)
    )
      nearest = { x, value }
    if (value === question.target) roots.push(x)
    else if (
      before !== undefined &&
      before.value !== question.target &&
      (before.value - question.target) * (value - question.target) < 0
    ) {
      const root = bisect((at) => metricAt(at), question.target, before.x, x)
      if (root !== undefined) roots.push(root)
    }
    before = { x, value }
  }
  if (nearest === undefined) {
    const reason = computeMetrics({ ...others, [question.input]: (low + high) / 2 }, { only }).notComputed[0]
    throw new Refusal(
      'VALIDATION_ERROR',
      `${question.metric} cannot be computed: ${reason?.message ?? 'no value'}`,
      {
        field: wireNameOf(reason?.missing[0] ?? question.input),
        issue: reason?.message ?? 'no value',
        provided: null,
      },
    )
  }
  const present = inputs[question.input]
  const here = typeof present === 'number' ? present : (low + high) / 2
  const answer =
    roots.length === 0
      ? undefined
      : roots.reduce((best, x) => (Math.abs(x - here) < Math.abs(best - here) ? x : best))
  return {
    task: 'inverse',
    summary: {
      [spec.wire]: answer ?? nearest.x,
      [question.metric]: answer === undefined ? nearest.value : question.target,
      ...(answer !== undefined && typeof present === 'number' && { change: answer - present }),
    },
    units: { [spec.wire]: spec.unit, [question.metric]: card.unit },
    assumptions: ['every other input stays as it is'],
    equations: [{ name: card.name, equation: card.formula, citation: card.citation }],
    trajectories: [],
    sensitivity: [],
    feasibility:
      answer === undefined
        ? {
            feasible: false,
            reason: `no ${spec.wire} between ${low} and ${high} ${spec.unit} brings ${question.metric} to ${question.target}`,
            nearest: { [spec.wire]: nearest.x, [question.metric]: nearest.value },
          }
        : { feasible: true },
    warnings:
      roots.length > 1
        ? [
            `${roots.length} values reach the target: ${roots.map((x) => x.toFixed(2)).join(', ')}; the nearest is given`,
          ]
        : [],
  }
}

/** Solving for one form of age leaves the other forms out, or they would contradict it. */
function withoutAge(inputs: Inputs, input: InputName): Inputs {
  if (!['ageYears', 'ageMonths', 'ageDays'].includes(input)) return inputs
  const { ageYears: _y, ageMonths: _m, ageDays: _d, birthDate: _b, measurementDate: _t, ...rest } = inputs
  return rest
}

function bisect(
  f: (x: number) => number | undefined,
  target: number,
  from: number,
  to: number,
): number | undefined {
  let [low, high] = [from, to]
  const start = f(low)
  if (start === undefined) return undefined
  const sign = Math.sign(start - target)
  for (let i = 0; i < 200 && Math.abs(high - low) > TOLERANCE * Math.max(1, Math.abs(high)); i++) {
    const middle = (low + high) / 2
    const value = f(middle)
    if (value === undefined) return undefined
    if (Math.sign(value - target) === sign) low = middle
    else high = middle
  }
  const root = (low + high) / 2
  const value = f(root)
  // A jump (an age band, a change of reference) has a change of sign but no root.
  return value !== undefined && Math.abs(value - target) <= 1e-6 * Math.max(1, Math.abs(target))
    ? root
    : undefined
}
