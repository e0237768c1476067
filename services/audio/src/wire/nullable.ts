import Type from 'typebox'

/** The same schema, or null; the description says when it is null. */
export const nullable = <Schema extends Type.TSchema>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description })
