import type { Inputs } from '../metrics/inputs.ts'
import type { Person } from './structured-query.ts'

/** Returns what a question says of one person, as canonical inputs. */
export function inputsOfPerson(person: Person): Inputs {
  const values: Record<string, number> = {}
  for (const [name, read] of Object.entries(person.values)) values[name] = read.value
  return { ...person.facts, ...values, ...(person.sex === undefined ? {} : { sex: person.sex }) }
}
