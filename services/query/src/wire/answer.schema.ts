import Type from 'typebox'

/** Parts that the answers of several subjects share. */

export const Citation = Type.Object(
  {
    authors: Type.String(),
    year: Type.Integer(),
    journal: Type.String(),
    title: Type.Optional(Type.String()),
    doi: Type.Optional(Type.String()),
  },
  { title: 'Citation', description: 'Publication of an equation or a threshold' },
)

export const Interpretation = Type.Object(
  {
    system: Type.String({ description: 'Name of the classification' }),
    label: Type.String({ description: 'Class of the number' }),
  },
  { title: 'Interpretation', description: 'Published class of a number' },
)

/** Returns the schema of a 95 % interval: lower and upper limit. */
export const interval = (description: string) =>
  Type.Array(Type.Number(), { minItems: 2, maxItems: 2, description })

/** Returns the schema of an object with any keys. */
export const freeForm = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description })

export const names = (description: string) => Type.Array(Type.String(), { description })

/** Parts of the metadata of every answer. */
export const assumed = names('What had to be assumed to read the input, as sentences')
export const intendedUse = Type.String({
  description: 'For whom and for what the answer is, in one sentence, and where the whole statement stands',
})

/** Returns the schema of a successful answer; all have the same four fields. */
export const answer = <Data extends Type.TSchema, Metadata extends Type.TSchema>(
  about: { title: string; description: string; examples?: object[] },
  data: Data,
  metadata: Metadata,
) =>
  Type.Object(
    {
      status: Type.String({ description: 'Always `success`. Errors have another shape, see `Error`' }),
      data,
      processing_time: Type.Number({ description: 'Processing time in seconds' }),
      metadata,
    },
    about,
  )
