import { TYPICAL_PAL } from '../metrics/energy/total-energy.ts'
import type { InputName, Inputs } from '../metrics/inputs.ts'
import { wireNameOf } from '../metrics/inputs.ts'
import { prepareInputs } from '../metrics/prepare.ts'
import { Refusal } from '../refusal.ts'
import { baselineOf, ESSENTIAL_FAT_SHARE, type ModelledPerson } from './energy-balance.ts'

/** Activity level of a person who states none: the lower end of "moderately active" (FAO/WHO/UNU 2004). */
const DEFAULT_PAL = 1.5

const refuse = (name: InputName, issue: string, provided: unknown): never => {
  const field = wireNameOf(name)
  throw new Refusal('VALIDATION_ERROR', `${field} ${issue}`, { field, issue, provided })
}

/**
 * Returns the person for the weight model from canonical inputs. Refuses children, pregnancy, oedema and missing
 * inputs.
 */
export function modelledPerson(given: Inputs): ModelledPerson {
  const inputs = prepareInputs(given)
  for (const condition of ['pregnant', 'oedema', 'amputation'] as const)
    if (inputs[condition] === true) refuse(condition, 'is not supported by the weight model', true)
  const required = <K extends 'sex' | 'ageYears' | 'heightCm' | 'weightKg'>(
    name: K,
  ): NonNullable<Inputs[K]> =>
    inputs[name] ?? (refuse(name, 'is needed by the weight model', undefined) as never)
  const activity = activityOf(inputs)
  const person: ModelledPerson = {
    sex: required('sex'),
    ageYears: required('ageYears'),
    heightCm: required('heightCm'),
    weightKg: required('weightKg'),
    physicalActivityLevel: activity.pal,
    activityFrom: activity.from,
    ...(inputs.bodyFatPercent !== undefined && {
      fatMassKg: (required('weightKg') * inputs.bodyFatPercent) / 100,
    }),
  }
  checkPerson(person)
  return person
}

/** Activity level as given, by its class, or the default. */
function activityOf({ physicalActivityLevel, activityLevel }: Inputs): {
  readonly pal: number
  readonly from: NonNullable<ModelledPerson['activityFrom']>
} {
  if (physicalActivityLevel !== undefined) return { pal: physicalActivityLevel, from: 'given' }
  if (activityLevel !== undefined) return { pal: TYPICAL_PAL[activityLevel], from: 'class' }
  return { pal: DEFAULT_PAL, from: 'assumed' }
}

/**
 * Refuses a person outside the range of the model: below 18 years, or with a fat mass that its equation cannot give.
 */
export function checkPerson(person: ModelledPerson): void {
  if (person.ageYears < 18)
    refuse('ageYears', 'must be at least 18: the weight model is for adults', person.ageYears)
  if (!(person.physicalActivityLevel >= 1.1 && person.physicalActivityLevel <= 3))
    refuse(
      'physicalActivityLevel',
      'must be between 1.1 and 3 for the weight model',
      person.physicalActivityLevel,
    )
  const base = baselineOf(person)
  if (!(base.fatKg > ESSENTIAL_FAT_SHARE * person.weightKg && base.leanKg > 0 && base.restingKcal > 0))
    refuse('weightKg', 'and height_cm give no possible fat mass at the start', person.weightKg)
}
