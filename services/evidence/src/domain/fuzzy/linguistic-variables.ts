/**
 * The vocabulary of the service, exactly as the contract lists it: five confidence levels, four membership
 * function types, three t-norms, three s-norms, three defuzzifications.
 *
 * Terms, linguistic variables: Zadeh, "The concept of a linguistic variable and its application to approximate
 * reasoning", Information Sciences 8 (1975) 199–249.
 */

/** The five reported terms, from least to most confident. */
export const TERMS = ['very_low', 'low', 'medium', 'high', 'very_high'] as const
export type Term = (typeof TERMS)[number]

export const MEMBERSHIP_FUNCTION_NAMES = ['triangular', 'gaussian', 'trapezoidal', 'sigmoid'] as const
export type MembershipFunctionName = (typeof MEMBERSHIP_FUNCTION_NAMES)[number]

export const T_NORMS = ['minimum', 'product', 'lukasiewicz'] as const
export type TNorm = (typeof T_NORMS)[number]

export const S_NORMS = ['maximum', 'probabilistic', 'lukasiewicz'] as const
export type SNorm = (typeof S_NORMS)[number]

export const DEFUZZIFICATIONS = ['centroid', 'weighted_average', 'maximum'] as const
export type Defuzzification = (typeof DEFUZZIFICATIONS)[number]

/** One reported level: a triangle (left, center, right) on the confidence scale [0, 1]. */
export interface ConfidenceLevel {
  readonly name: Term
  readonly range: readonly [number, number]
  readonly membershipFunction: {
    readonly type: 'triangular'
    readonly parameters: readonly [number, number, number]
  }
  readonly description: string
}

interface MembershipFunctionType {
  readonly name: MembershipFunctionName
  readonly parameters: readonly string[]
  readonly description: string
}

export interface LinguisticVariables {
  readonly confidenceLevels: readonly ConfidenceLevel[]
  readonly membershipFunctionTypes: readonly MembershipFunctionType[]
  readonly fuzzyOperations: {
    readonly tNorms: readonly TNorm[]
    readonly sNorms: readonly SNorm[]
    readonly defuzzification: readonly Defuzzification[]
  }
}

function level(
  name: Term,
  left: number,
  center: number,
  right: number,
  description: string,
): ConfidenceLevel {
  return {
    name,
    range: [left, right],
    membershipFunction: { type: 'triangular', parameters: [left, center, right] },
    description,
  }
}

/** The contract's levels. The ends are vertical edges: `very_low` and `very_high` are shoulders. */
export const confidenceLevels: readonly ConfidenceLevel[] = [
  level('very_low', 0.0, 0.0, 0.2, 'Very low confidence: the evidence speaks clearly against the molecule'),
  level('low', 0.1, 0.25, 0.4, 'Low confidence: more speaks against the molecule than for it'),
  level('medium', 0.3, 0.5, 0.7, 'Medium confidence: the evidence does not decide'),
  level('high', 0.6, 0.75, 0.9, 'High confidence: more speaks for the molecule than against it'),
  level('very_high', 0.8, 1.0, 1.0, 'Very high confidence: the evidence speaks clearly for the molecule'),
]

/** Everything `GET /v1/fuzzy-evidence/linguistic-variables` reports, in domain shape. */
export const linguisticVariables: LinguisticVariables = {
  confidenceLevels,
  membershipFunctionTypes: [
    {
      name: 'triangular',
      parameters: ['left', 'center', 'right'],
      description: 'Rises linearly from left to center and falls linearly to right',
    },
    {
      name: 'gaussian',
      parameters: ['center', 'sigma'],
      description: 'exp(-(x - center)^2 / (2 sigma^2)); sigma must be positive',
    },
    {
      name: 'trapezoidal',
      parameters: ['left', 'left_top', 'right_top', 'right'],
      description: 'Rises from left to left_top, is 1 up to right_top, falls to right',
    },
    {
      name: 'sigmoid',
      parameters: ['center', 'slope'],
      description: '1 / (1 + exp(-slope (x - center))); a negative slope falls',
    },
  ],
  fuzzyOperations: { tNorms: T_NORMS, sNorms: S_NORMS, defuzzification: DEFUZZIFICATIONS },
}
