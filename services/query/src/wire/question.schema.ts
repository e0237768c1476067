import Type from 'typebox'
import { MAX_QUERY_LENGTH } from '../domain/language/query-processor.ts'
import { freeForm } from './answer.schema.ts'

/** Returns the body schema of an address that takes a question. */
export const questionBody = (about: {
  title: string
  description: string
  examples: { query: string; context?: object; options?: object }[]
}) =>
  Type.Object(
    {
      query: Type.String({ maxLength: MAX_QUERY_LENGTH, description: 'The question, in plain words' }),
      context: Type.Optional(
        freeForm(
          'Additional measurements: any parameter of /metrics by name. Unknown keys are listed in metadata.',
        ),
      ),
      options: Type.Optional(freeForm('Options of the answer. Unknown keys are listed in metadata.')),
    },
    { ...about, additionalProperties: false },
  )
