/**
 * Calibrates the confidences of beats, bars and keys: `node lab/confidence/calibrate.ts [--json]`. Fits one logistic curve
 * for each on the tuning half (Platt, Probabilistic outputs for support vector machines, 1999) and reports the expected
 * calibration error, before and after, over all excerpts of pieces that neither the engine nor the curve was fitted on.
 * Run it again whenever the engine changes: it refits. The service does not apply the curves yet.
 */
import { atLeast, atMost, figure, type Row, report } from '@assay/kit/testing-report'
import { type Claim, type Excerpt, measureSet } from './excerpts.ts'

const BINS = 10
const BOUND = 0.1
const LEAST_EXCERPTS = 400
const STEPS = 3000
const RATE = 0.3
/** Confidences are limited to this distance from 0 and 1 before their logarithm is taken. */
const LEAST = 0.01

const logit = (confidence: number): number => {
  const bounded = Math.min(1 - LEAST, Math.max(LEAST, confidence))
  return Math.log(bounded / (1 - bounded))
}
type Curve = (confidence: number) => number

/** Fits a logistic curve to claims by gradient descent. */
function fitCurve(claims: readonly Claim[]): { curve: Curve; slope: number; shift: number } {
  let [slope, shift] = [1, 0]
  const curve: Curve = (confidence) => 1 / (1 + Math.exp(-(slope * logit(confidence) + shift)))
  for (let step = 0; step < STEPS; step++) {
    let [bySlope, byShift] = [0.001 * slope, 0]
    for (const { confidence, right } of claims) {
      const error = (curve(confidence) - Number(right)) / claims.length
      bySlope += error * logit(confidence)
      byShift += error
    }
    slope -= RATE * bySlope
    shift -= RATE * byShift
  }
  return { curve, slope, shift }
}

/** Returns the expected calibration error over ten bins of equal width (Naeini et al., 2015). */
function calibrationError(claims: readonly Claim[]): number {
  let sum = 0
  for (let bin = 0; bin < BINS; bin++) {
    const some = claims.filter(({ confidence }) => Math.min(BINS - 1, Math.floor(confidence * BINS)) === bin)
    const stated = some.reduce((total, { confidence }) => total + confidence, 0)
    const right = some.filter((claim) => claim.right).length
    sum += Math.abs(stated - right)
  }
  return sum / claims.length
}

const fitted = await measureSet('fit')
const reported: Excerpt[] = []
for (const name of ['held-out', 'groove', 'fresh'] as const) reported.push(...(await measureSet(name)))
const rows: Row[] = [atLeast('excerpts reported on', reported.length, LEAST_EXCERPTS)]
for (const what of ['beat', 'downbeat', 'key'] as const) {
  const claims = (excerpts: readonly Excerpt[]) => excerpts.flatMap((excerpt) => excerpt[what] ?? [])
  const { curve, slope, shift } = fitCurve(claims(fitted))
  const seen = claims(reported)
  const calibrated = seen.map(({ confidence, right }) => ({ confidence: curve(confidence), right }))
  rows.push(
    figure(`${what}: right, of ${seen.length}`, seen.filter(({ right }) => right).length / seen.length),
    figure(`${what}: calibration error of the confidence as it is`, calibrationError(seen)),
    atMost(`${what}: calibration error after the curve`, calibrationError(calibrated), BOUND),
    figure(`${what}: slope of the curve`, slope),
    figure(`${what}: shift of the curve`, shift),
  )
}
report(rows)
