import { readFileSync } from 'node:fs'
import { atMost, figure, type Row } from '@assay/kit/testing-report'
import { probabilityOf, type Stated } from '../../src/domain/confidence/probability.ts'
import type { Claims, MeasuredClaims, SetName } from './excerpts.ts'

const BINS = 10
const BOUND = 0.1
/** What has a calibrated confidence. */
export const STATED: readonly Stated[] = ['beat', 'downbeat', 'key']
/** Sets that nothing was fitted to. */
const REPORTED: readonly SetName[] = ['held-out', 'groove', 'fresh']

const measured = JSON.parse(readFileSync(new URL('claims.json', import.meta.url), 'utf8')) as MeasuredClaims

/** Returns the measured claims of some sets. */
export const claimsOf = (what: Stated, sets: readonly SetName[]): Claims =>
  sets.flatMap((name) => measured[name][what])

/** Returns the expected calibration error over ten bins of equal width (Naeini et al., 2015). */
function calibrationError(claims: Claims): number {
  let sum = 0
  for (let bin = 0; bin < BINS; bin++) {
    let difference = 0
    for (const [probability, right] of claims)
      if (Math.min(BINS - 1, Math.floor(probability * BINS)) === bin) difference += probability - right
    sum += Math.abs(difference)
  }
  return sum / claims.length
}

/** Reports the calibration error of the shipped curves on excerpts of pieces that nothing was fitted to. */
export const calibrationRows = (): Row[] =>
  STATED.flatMap((what) => {
    const seen = claimsOf(what, REPORTED)
    const stated = seen.map(([clarity, right]) => [probabilityOf(what, clarity), right] as const)
    return [
      figure(
        `${what}: right, of ${seen.length} excerpts`,
        seen.reduce((sum, [, right]) => sum + right, 0) / seen.length,
      ),
      figure(`${what}: calibration error of the clarity as it is`, calibrationError(seen)),
      atMost(`${what}: calibration error of the confidence`, calibrationError(stated), BOUND),
    ]
  })
