import type { Static } from 'typebox'
import type { LinguisticVariables } from '../domain/fuzzy/linguistic-variables.ts'
import type { LinguisticVariablesAnswer } from './linguistic-variables.schema.ts'

/** Presents the vocabulary. */
export const presentLinguisticVariables = (
  variables: LinguisticVariables,
): Static<typeof LinguisticVariablesAnswer> => ({
  linguistic_variables: {
    confidence_levels: variables.confidenceLevels.map((level) => ({
      name: level.name,
      range: [...level.range],
      membership_function: {
        type: level.membershipFunction.type,
        parameters: [...level.membershipFunction.parameters],
      },
      description: level.description,
    })),
  },
  membership_function_types: variables.membershipFunctionTypes.map((type) => ({
    name: type.name,
    parameters: [...type.parameters],
    description: type.description,
  })),
  fuzzy_operations: {
    t_norms: [...variables.fuzzyOperations.tNorms],
    s_norms: [...variables.fuzzyOperations.sNorms],
    defuzzification: [...variables.fuzzyOperations.defuzzification],
  },
})
