/**
 * Calibrates the confidences of beats, bars and keys: `node lab/confidence/calibrate.ts [--measure [--groove]] [--ship] [--json]`. Fits
 * one logistic curve for each to the tuning half (Platt, Probabilistic outputs for support vector machines, 1999) and
 * reports the expected calibration error of the shipped curves over excerpts of pieces that neither the engine nor the
 * curves were fitted on. The excerpts are in `claims.json`; `--measure` measures them anew with the engine of this tree
 * (half an hour; `--groove` only those of the second fresh set), `--ship` writes the curves. Run it with both whenever beats, bars or keys change.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runOptions } from '@assay/kit/testing-options'
import { figure, type Row, report } from '@assay/kit/testing-report'
import { applyCurve, type Curve, limitedOdds } from '../../src/domain/confidence/probability.ts'
import { calibrationRows, claimsOf, STATED } from './calibration-rows.ts'
import { type Claims, type MeasuredClaims, measureClaims } from './excerpts.ts'

const STEPS = 3000
const RATE = 0.3
const CURVES = join(import.meta.dirname, '../../src/domain/confidence/curves.json')
const CLAIMS = join(import.meta.dirname, 'claims.json')

/** Fits a logistic curve to claims by gradient descent. */
function fitCurve(claims: Claims): Curve {
  let [slope, shift] = [1, 0]
  for (let step = 0; step < STEPS; step++) {
    let [bySlope, byShift] = [0.001 * slope, 0]
    for (const [clarity, right] of claims) {
      const error = (applyCurve({ slope, shift }, clarity) - right) / claims.length
      bySlope += error * limitedOdds(clarity)
      byShift += error
    }
    slope -= RATE * bySlope
    shift -= RATE * byShift
  }
  return { slope: Number(slope.toFixed(4)), shift: Number(shift.toFixed(4)) }
}

const { is } = runOptions({ flags: ['measure', 'groove', 'ship', 'json'] })
if (is.measure) {
  const known = JSON.parse(await readFile(CLAIMS, 'utf8')) as MeasuredClaims
  const measured = await measureClaims(is.groove ? ['groove'] : undefined)
  await writeFile(CLAIMS, `${JSON.stringify({ ...known, ...measured })}\n`)
  console.log('measured; run again without --measure')
} else {
  const fitted = Object.fromEntries(STATED.map((what) => [what, fitCurve(claimsOf(what, ['fit']))]))
  if (is.ship) await writeFile(CURVES, `${JSON.stringify(fitted, null, 2)}\n`)
  const rows: Row[] = Object.entries(fitted).flatMap(([what, { slope, shift }]) => [
    figure(`${what}: slope of the curve`, slope),
    figure(`${what}: shift of the curve`, shift),
  ])
  report([...calibrationRows(), ...rows])
}
