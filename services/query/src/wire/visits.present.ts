import type { Static } from 'typebox'
import { readVisits, type Visit, writeVisits } from '../domain/fhir/visits.ts'
import { checkInput } from '../domain/metrics/inputs.ts'
import { Refusal } from '../domain/refusal.ts'
import type { VisitsAnswer, VisitsBody } from './visits.schema.ts'

/** Presents the visits of one person from a FHIR Bundle. */
export function presentVisits(bundle: unknown): Static<typeof VisitsAnswer> {
  const { sex, birthDate, visits, ignored, assumed } = readVisits(bundle)
  return {
    ...(sex === undefined ? {} : { sex }),
    ...(birthDate === undefined ? {} : { birth_date: birthDate }),
    visits: visits.map(({ date, weightKg, heightCm, headCm }) => ({
      date,
      ...(weightKg === undefined ? {} : { weight_kg: weightKg }),
      ...(heightCm === undefined ? {} : { height_cm: heightCm }),
      ...(headCm === undefined ? {} : { head_cm: headCm }),
    })),
    ignored: [...ignored],
    assumed: [...assumed],
  }
}

/** Presents the visits of one person as a FHIR Bundle. Refuses measurements that nobody has. */
export const presentVisitsBundle = ({ sex, birth_date, visits }: Static<typeof VisitsBody>) =>
  writeVisits({
    sex,
    birthDate: checked('birth_date', 'birthDate', birth_date),
    visits: visits.map(
      (visit, i): Visit => ({
        date: checked(`visits.${i}.date`, 'measurementDate', visit.date) ?? visit.date,
        weightKg: checked(`visits.${i}.weight_kg`, 'weightKg', visit.weight_kg),
        heightCm: checked(`visits.${i}.height_cm`, 'heightCm', visit.height_cm),
        headCm: checked(`visits.${i}.head_cm`, 'headCm', visit.head_cm),
      }),
    ),
  })

/** Checks a value as an input and names the place that it came from in a refusal. */
function checked<Value extends string | number>(
  field: string,
  name: Parameters<typeof checkInput>[0],
  value: Value | undefined,
): Value | undefined {
  if (value === undefined) return undefined
  try {
    checkInput(name, value)
    return value
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { issue, provided } = error.details
    throw new Refusal(error.code, `${field} ${issue}`, { field, issue, provided })
  }
}
