import Type from 'typebox'

/** Returns a schema of the same type or null. The description states when it is null. */
export const nullable = <Schema extends Type.TSchema>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description })
