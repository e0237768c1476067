import Type from 'typebox'

const names = (description: string) => Type.Array(Type.String(), { description })

const ConfidenceLevel = Type.Object(
  {
    name: Type.String({ description: 'Name of the term' }),
    range: Type.Array(Type.Number(), {
      minItems: 2,
      maxItems: 2,
      description: 'Confidence range in which the membership is above 0',
    }),
    membership_function: Type.Object({
      type: Type.String({ description: 'One of membership_function_types' }),
      parameters: Type.Array(Type.Number(), { description: 'Parameters in the order of that type' }),
    }),
    description: Type.String(),
  },
  { title: 'ConfidenceLevel', description: 'Term of the confidence scale with its fuzzy set' },
)

const MembershipFunctionType = Type.Object(
  {
    name: Type.String(),
    parameters: names('Parameter names, in order'),
    description: Type.String(),
  },
  { title: 'MembershipFunctionType', description: 'Membership function with its parameters' },
)

export const LinguisticVariablesAnswer = Type.Object(
  {
    linguistic_variables: Type.Object({
      confidence_levels: Type.Array(ConfidenceLevel, { description: 'Terms from least to most confident' }),
    }),
    membership_function_types: Type.Array(MembershipFunctionType, {
      description: 'Values that fuzzy_config.membership_functions accepts',
    }),
    fuzzy_operations: Type.Object({
      t_norms: names('Names of the fuzzy conjunctions'),
      s_norms: names('Names of the fuzzy disjunctions'),
      defuzzification: names('Names of the methods that turn a fuzzy set into a number'),
    }),
  },
  { title: 'LinguisticVariables', description: 'The vocabulary, equal for all users' },
)
