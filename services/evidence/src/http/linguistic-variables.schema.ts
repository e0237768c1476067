import Type from 'typebox'

const names = (description: string) => Type.Array(Type.String(), { description })

export const LinguisticVariablesAnswer = Type.Object(
  {
    linguistic_variables: Type.Object({
      confidence_levels: Type.Array(
        Type.Object({
          name: Type.String({ description: 'The term' }),
          range: Type.Array(Type.Number(), {
            minItems: 2,
            maxItems: 2,
            description: 'Confidence between which the membership is above 0',
          }),
          membership_function: Type.Object({
            type: Type.String({ description: 'One of membership_function_types' }),
            parameters: Type.Array(Type.Number(), { description: 'In the order of that type' }),
          }),
          description: Type.String(),
        }),
        { description: 'From least to most confident' },
      ),
    }),
    membership_function_types: Type.Array(
      Type.Object({
        name: Type.String(),
        parameters: names('Parameter names, in order'),
        description: Type.String(),
      }),
      { description: 'What fuzzy_config.membership_functions may name' },
    ),
    fuzzy_operations: Type.Object({
      t_norms: names('Fuzzy and'),
      s_norms: names('Fuzzy or'),
      defuzzification: names('From a fuzzy set to one number'),
    }),
  },
  { description: 'The vocabulary; the same for everybody' },
)
