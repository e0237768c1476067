import { Refusal } from '../refusal.ts'
import { DAYS_PER_MONTH, DAYS_PER_YEAR } from '../units.ts'
import { dayNumber, type Inputs } from './inputs.ts'

/**
 * Fills in what follows from the inputs: age in days, months and years from the most exact form given (dates, then days,
 * months, years), pregnancy from its weeks, amputation from the missing part, body fat from a measured fat-free mass.
 * Days are whole, as in WHO Anthro; two forms of age that differ by more than a year are refused.
 */
export function prepareInputs(given: Inputs): Inputs {
  const inputs = withImplied(given)
  const ageDays = ageInDays(inputs)
  if (ageDays === undefined) return inputs
  const prepared = {
    ...inputs,
    ageDays: Math.round(ageDays),
    ageMonths: inputs.ageMonths ?? ageDays / DAYS_PER_MONTH,
    ageYears: inputs.ageYears ?? ageDays / DAYS_PER_YEAR,
  }
  const years = ageDays / DAYS_PER_YEAR
  for (const [field, given] of [
    ['age_years', prepared.ageYears],
    ['age_months', prepared.ageMonths / 12],
  ] as const) {
    if (Math.abs(given - years) > 1) {
      const issue = `disagrees with the other age given (${years.toFixed(2)} years)`
      throw new Refusal('VALIDATION_ERROR', `${field} ${issue}`, { field, issue, provided: given })
    }
  }
  return prepared
}

/** Body fat in percent that the cards accept; a fat-free mass that implies less or more is an error of measurement. */
const POSSIBLE_FAT_PERCENT = [1, 75] as const

/** Adds the conditions that other inputs imply. Returns the same object when there is nothing to add. */
function withImplied(inputs: Inputs): Inputs {
  const { pregnancyWeeks, missingLimb, fatFreeMassKg, weightKg } = inputs
  const pregnant = pregnancyWeeks !== undefined && inputs.pregnant === undefined
  const amputation = missingLimb !== undefined && inputs.amputation === undefined
  const fatPercent =
    fatFreeMassKg === undefined || weightKg === undefined || inputs.bodyFatPercent !== undefined
      ? undefined
      : 100 * (1 - fatFreeMassKg / weightKg)
  const hasFat =
    fatPercent !== undefined && fatPercent >= POSSIBLE_FAT_PERCENT[0] && fatPercent <= POSSIBLE_FAT_PERCENT[1]
  if (!pregnant && !amputation && !hasFat) return inputs
  return {
    ...inputs,
    ...(pregnant && { pregnant: true }),
    ...(amputation && { amputation: true }),
    ...(hasFat && { bodyFatPercent: fatPercent }),
  }
}

function ageInDays(inputs: Inputs): number | undefined {
  if (inputs.birthDate !== undefined && inputs.measurementDate !== undefined) {
    const born = dayNumber(inputs.birthDate)
    const measured = dayNumber(inputs.measurementDate)
    if (born === undefined || measured === undefined) return undefined
    if (measured < born) {
      const issue = 'is before the date of birth'
      throw new Refusal('VALIDATION_ERROR', `measurement_date ${issue}`, {
        field: 'measurement_date',
        issue,
        provided: inputs.measurementDate,
      })
    }
    return measured - born
  }
  if (inputs.ageDays !== undefined) return inputs.ageDays
  if (inputs.ageMonths !== undefined) return inputs.ageMonths * DAYS_PER_MONTH
  if (inputs.ageYears !== undefined) return inputs.ageYears * DAYS_PER_YEAR
  return undefined
}
