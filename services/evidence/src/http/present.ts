import type { Static } from 'typebox'
import type { LinguisticVariables } from '../domain/fuzzy/linguistic-variables.ts'
import type { Session } from '../operations/log-in.ts'
import type { LoginAnswer } from './auth.schema.ts'
import type { LinguisticVariablesAnswer } from './linguistic-variables.schema.ts'

export const presentSession = (session: Session): Static<typeof LoginAnswer> => ({
  access_token: session.accessToken,
  token_type: 'Bearer',
  expires_in: session.lifetimeSeconds,
  user: session.user,
  refresh_token: session.refreshToken,
  refresh_expires_in: session.refreshLifetimeSeconds,
})

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
