import { readInputText } from '../domain/language/parse-quantity.ts'
import { inputOfKey } from '../domain/metrics/input-names.ts'
import { type Inputs, inputNameOfWire } from '../domain/metrics/inputs.ts'
import { prepareInputs } from '../domain/metrics/prepare.ts'
import { type ReadingOptions, readInputs } from '../domain/metrics/read-inputs.ts'
import { Refusal } from '../domain/refusal.ts'

/** What could be read of a row: its inputs with every form of age, and what was refused. */
export interface RowReading {
  readonly inputs: Inputs
  readonly errors: readonly string[]
}

/** Keys of a row that a refusal is about: those it names, and both dates where they contradict each other. */
function keysOf(field: string, parameters: Readonly<Record<string, unknown>>): string[] {
  const name = inputNameOfWire(field)
  return Object.keys(parameters).filter((key) => {
    if (key === field) return true
    const own = inputOfKey(key)?.name
    if (own === undefined) return false
    return own === name || (name === 'measurementDate' && own === 'birthDate')
  })
}

function readAll(
  parameters: Readonly<Record<string, unknown>>,
  options: ReadingOptions,
  today: string,
): Inputs {
  const { inputs } = readInputs(parameters, readInputText, options)
  return prepareInputs(
    inputs.birthDate !== undefined && inputs.measurementDate === undefined
      ? { ...inputs, measurementDate: today }
      : inputs,
  )
}

const NO_ERRORS: readonly string[] = []

/**
 * Reads a row of a table. A value that is refused counts as missing and is reported; the rest of the row counts, as it
 * does in WHO's programs.
 */
export function readRow(
  parameters: Readonly<Record<string, unknown>>,
  options: ReadingOptions,
  today: string,
): RowReading {
  let errors: readonly string[] = NO_ERRORS
  let left = parameters
  for (;;) {
    try {
      return { inputs: readAll(left, options, today), errors }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const refused = keysOf(error.details.field, left)
      if (refused.length === 0) throw error
      errors = [...errors, error.message]
      left = Object.fromEntries(Object.entries(left).filter(([key]) => !refused.includes(key)))
    }
  }
}
