import Type from 'typebox'

export const LinguisticVariablesAnswer = Type.Object({
  linguistic_variables: Type.Object({
    confidence_levels: Type.Array(
      Type.Object({
        name: Type.String({ examples: ['very_low'] }),
        range: Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }),
        membership_function: Type.Object({ type: Type.String(), parameters: Type.Array(Type.Number()) }),
        description: Type.String(),
      }),
    ),
  }),
  membership_function_types: Type.Array(
    Type.Object({ name: Type.String(), parameters: Type.Array(Type.String()), description: Type.String() }),
  ),
  fuzzy_operations: Type.Object({
    t_norms: Type.Array(Type.String()),
    s_norms: Type.Array(Type.String()),
    defuzzification: Type.Array(Type.String()),
  }),
})
