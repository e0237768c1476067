import Type from 'typebox'
import { DEFAULT_HALF_LIFE_DAYS, defaultFuzzyConfig } from '../domain/fuzzy/fuzzy-config.ts'
import { TERMS } from '../domain/fuzzy/linguistic-variables.ts'

const MembershipFunction = Type.Object(
  { type: Type.String(), parameters: Type.Optional(Type.Unknown()) },
  {
    title: 'MembershipFunction',
    description: 'Type and parameters of a fuzzy set',
    additionalProperties: false,
  },
)

const { tNorm, sNorm, defuzzification } = defaultFuzzyConfig.operations

export const FuzzyConfigBody = Type.Object(
  {
    membership_functions: Type.Optional(
      Type.Record(Type.String(), Type.Union([Type.String(), MembershipFunction]), {
        description:
          'Membership function per evidence type: a name (all terms take that shape) or {type, parameters} (the favourable set on the scale of the value; parameters by name or by position)',
      }),
    ),
    linguistic_variables: Type.Array(Type.String(), {
      default: [...TERMS],
      description: `Terms to use, of ${TERMS.join(', ')}`,
    }),
    temporal_decay_enabled: Type.Optional(
      Type.Boolean({
        description:
          'Whether evidence loses weight with age. Off by default; on if a half-life is given, unless this is false',
      }),
    ),
    decay_half_life_days: Type.Optional(
      Type.Number({
        description: `Age at which evidence has half its weight, in days, above 0; ${DEFAULT_HALF_LIFE_DAYS} if decay is switched on without one`,
      }),
    ),
    decay_half_life_days_by_type: Type.Optional(
      Type.Record(Type.String(), Type.Number(), {
        description:
          'Half-life of single evidence types, in days, above 0. Given alone, only these types decay',
      }),
    ),
    prior: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        exclusiveMaximum: 1,
        description:
          'Base rate: probability before any evidence, above 0 and below 1; by default that of the learned model, 0.5 before any fit',
      }),
    ),
    operations: Type.Optional(
      Type.Object(
        {
          t_norm: Type.String({ default: tNorm }),
          s_norm: Type.String({ default: sNorm }),
          defuzzification: Type.String({ default: defuzzification }),
        },
        {
          title: 'FuzzyOperations',
          additionalProperties: false,
          description: 'Operations of the classical fuzzy reading',
        },
      ),
    ),
  },
  {
    title: 'FuzzyConfig',
    additionalProperties: false,
    description: 'How evidence is read: membership functions, terms, decay, base rate and operations',
  },
)

/** `fuzzy_config` of a request without a body. Percent-encoded, it fits into the 16 KiB that headers may have. */
export const FuzzyConfigText = Type.Optional(
  Type.String({
    maxLength: 4000,
    description:
      'Configuration as JSON text, the same as fuzzy_config of POST /v1/fuzzy-evidence/integrate, e.g. {"temporal_decay_enabled":true}',
  }),
)

/** Fields that name one observation of a molecule; the most probable one by default. */
export const observationFields = {
  observation_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Observation of the molecule to use; by default the one for which it is most probable',
    }),
  ),
  run_id: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'Run of the observation; shared by default' }),
  ),
}
