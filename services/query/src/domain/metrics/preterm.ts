import { DAYS_PER_MONTH, DAYS_PER_YEAR } from '../units.ts'
import type { Inputs } from './inputs.ts'

/** A child born before this week of gestation is preterm (WHO). */
const TERM_WEEKS = 37
/** Weeks of a full pregnancy, to which the corrected age refers. */
const FULL_TERM_WEEKS = 40
const DAYS_PER_WEEK = 7
/** Chronological age in months up to which growth is scored at the corrected age. */
const CORRECTED_UP_TO_MONTHS = 24

/**
 * How the age of a preterm child enters a growth score: `corrected` with the inputs to use, `before_term` when the
 * corrected age is below zero, `unknown` when the child is preterm and its gestational age is not given.
 */
export type PretermAge =
  | { readonly kind: 'corrected'; readonly inputs: Inputs; readonly note: string }
  | { readonly kind: 'before_term'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string }

/** Returns the inputs as a card uses them: with the corrected age for growth scores of a preterm child. */
export function inputsForCard(card: { readonly correctsAge: boolean }, inputs: Inputs): Inputs {
  const preterm = card.correctsAge ? pretermAge(inputs) : undefined
  return preterm?.kind === 'corrected' ? preterm.inputs : inputs
}

/** "31 weeks 4 days" of a gestational age in weeks. */
function gestationText(weeks: number): string {
  const days = Math.round(weeks * DAYS_PER_WEEK)
  const [whole, rest] = [Math.floor(days / DAYS_PER_WEEK), days % DAYS_PER_WEEK]
  return rest === 0 ? `${whole} weeks` : `${whole} weeks ${rest} day${rest === 1 ? '' : 's'}`
}

/** "9.4 weeks" below three months, "5.0 months" from there. */
const ageText = (days: number): string =>
  days < 3 * DAYS_PER_MONTH
    ? `${(days / DAYS_PER_WEEK).toFixed(1)} weeks`
    : `${(days / DAYS_PER_MONTH).toFixed(1)} months`

/**
 * Returns the age at which the growth of a preterm child is scored: chronological age − (40 weeks − gestational age), for
 * births before 37 weeks and up to 24 months (Engle WA, American Academy of Pediatrics 2004, Pediatrics 114:1362–1364;
 * RCPCH UK–WHO growth charts 2009). Undefined when the age given is used as it is. Inputs must be prepared.
 */
export function pretermAge(inputs: Inputs): PretermAge | undefined {
  const { gestationalAgeWeeks: weeks, ageDays } = inputs
  if (weeks === undefined && inputs.preterm !== true) return undefined
  if (ageDays === undefined || inputs.ageIsCorrected === true) return undefined
  if (ageDays > CORRECTED_UP_TO_MONTHS * DAYS_PER_MONTH + 0.5) return undefined
  if (weeks === undefined)
    return {
      kind: 'unknown',
      reason:
        'born preterm: up to 24 months growth is scored at the corrected age, which needs the gestational age at birth',
    }
  if (weeks >= TERM_WEEKS) return undefined
  const correctedDays = ageDays - (FULL_TERM_WEEKS - weeks) * DAYS_PER_WEEK
  const born = `born at ${gestationText(weeks)}`
  if (correctedDays < 0)
    return {
      kind: 'before_term',
      reason: `${born}: the corrected age is ${ageText(-correctedDays)} before term, where the WHO and CDC references have no figures, and no licensed preterm reference is at hand; the neonatal team plots it on a preterm chart`,
    }
  return {
    kind: 'corrected',
    inputs: {
      ...inputs,
      ageDays: Math.round(correctedDays),
      ageMonths: correctedDays / DAYS_PER_MONTH,
      ageYears: correctedDays / DAYS_PER_YEAR,
    },
    note: `${born} (preterm): scored at the corrected age of ${ageText(correctedDays)}, not at the chronological age of ${ageText(ageDays)}`,
  }
}
