import Type from 'typebox'

const freeForm = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description })

/** The body of /query, /query/process and /modeler. */
export const questionBody = (example: { query: string; context?: object; options?: object }) =>
  Type.Object(
    {
      query: Type.String({ maxLength: 20_000, description: 'The question, in plain words' }),
      context: Type.Optional(
        freeForm(
          'What is known beside the question: any parameter of /metrics by name. Others are named in metadata.',
        ),
      ),
      options: Type.Optional(freeForm('How to answer; keys that mean nothing here are named in metadata.')),
    },
    {
      additionalProperties: false,
      description: 'A question with what is known beside it',
      examples: [example],
    },
  )
