import { readInputText } from '../language/parse-quantity.ts'
import type { Inputs } from '../metrics/inputs.ts'
import { prepareInputs } from '../metrics/prepare.ts'
import { readInputs } from '../metrics/read-inputs.ts'
import { Refusal } from '../refusal.ts'

/**
 * Reads the context of a request for the judgement of danger: a low weight may stand only there. A context that is refused
 * counts as empty here, so that help comes before the refusal.
 */
export function givenBeside(context: Readonly<Record<string, unknown>> | undefined, today: string): Inputs {
  if (context === undefined || Object.keys(context).length === 0) return {}
  try {
    const { inputs } = readInputs(context, readInputText, { today })
    const dated =
      inputs.birthDate === undefined || inputs.measurementDate !== undefined
        ? inputs
        : { ...inputs, measurementDate: today }
    return prepareInputs(dated)
  } catch (error) {
    if (error instanceof Refusal) return {}
    throw error
  }
}
