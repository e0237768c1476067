import { DAYS_PER_YEAR } from '../units.ts'
import type { GroundedPerson } from './semantic-grounding.ts'

/** NICE NG75 (2017), 1.1.2: a loss above this share of the birth weight needs a clinical assessment. */
const NEWBORN_PERCENT = 10
/** NICE NG75 (2017), 1.1.1: most infants are back at their birth weight at three weeks. */
const BACK_AT_DAYS = 21
const NEWBORN_DAYS = 28

/** GLIM (Cederholm 2019): unintended loss above 5 % within six months or above 10 % in a longer time. */
const WITHIN_SIX_MONTHS_PERCENT = 5
const LONGER_PERCENT = 10
const SIX_MONTHS = 6
const ADULT_YEARS = 18

/** Returns what somebody who lost weight must know: a newborn below the birth weight, an adult who did not mean to lose it. */
export function lossWarnings({ inputs, past }: GroundedPerson): readonly string[] {
  const now = inputs.weightKg
  const weights = past.filter(({ of }) => of === 'weightKg')
  const former = weights.findLast(({ longAgo }) => !longAgo) ?? weights.at(-1)
  const before = former?.value
  const years = inputs.ageYears
  const since = now === undefined || before === undefined ? 0 : (100 * (before - now)) / before
  const days = years === undefined ? undefined : years * DAYS_PER_YEAR
  if (days !== undefined && days <= NEWBORN_DAYS) return since > 0 ? newbornWarnings(since, days) : []
  if (years === undefined ? inputs.isChild === true : years < ADULT_YEARS) return []
  if (inputs.pregnant === true || inputs.oedema === true) return []
  // A time goes with the loss that is told, and with a former weight unless that is of long ago.
  const { weightLossPercent: told = since, weightLossMonths: months } = inputs
  const limit = months !== undefined && months <= SIX_MONTHS ? WITHIN_SIX_MONTHS_PERCENT : LONGER_PERCENT
  const much = Math.max(
    told > limit ? told : 0,
    since > (former?.longAgo ? LONGER_PERCENT : limit) ? since : 0,
  )
  return much === 0
    ? []
    : [
        `the weight fell by ${much.toFixed(0)} %: if that was not intended, or it goes on, have a doctor look for the cause (GLIM 2019)`,
      ]
}

function newbornWarnings(percent: number, days: number): readonly string[] {
  if (percent > NEWBORN_PERCENT)
    return [
      `the newborn has lost ${percent.toFixed(0)} % of the birth weight: above 10 % a midwife or doctor should examine the baby and watch a feed today, whatever the centile says (NICE NG75)`,
    ]
  return days >= BACK_AT_DAYS
    ? [
        'the baby is still below the birth weight at three weeks: ask a midwife or doctor to look at feeding (NICE NG75)',
      ]
    : []
}
