/**
 * Vocabulary of the service, exactly as in the contract: five confidence levels, four membership function types,
 * three t-norms, three s-norms and three defuzzification methods.
 *
 * Terms and linguistic variables: Zadeh, "The concept of a linguistic variable and its application to approximate
 * reasoning", Information Sciences 8 (1975) 199–249.
 */

/** Reported terms, from least to most confident. */
export const TERMS = ['very_low', 'low', 'medium', 'high', 'very_high'] as const
/** Reported term. */
export type Term = (typeof TERMS)[number]

/** Types of membership functions. */
export const MEMBERSHIP_FUNCTION_NAMES = ['triangular', 'gaussian', 'trapezoidal', 'sigmoid'] as const
/** Type of a membership function. */
export type MembershipFunctionName = (typeof MEMBERSHIP_FUNCTION_NAMES)[number]

/** Fuzzy conjunctions. */
export const T_NORMS = ['minimum', 'product', 'lukasiewicz'] as const
/** Fuzzy conjunction. */
export type TNorm = (typeof T_NORMS)[number]

/** Fuzzy disjunctions. */
export const S_NORMS = ['maximum', 'probabilistic', 'lukasiewicz'] as const
/** Fuzzy disjunction. */
export type SNorm = (typeof S_NORMS)[number]

/** Methods to turn a fuzzy set into a number. */
export const DEFUZZIFICATIONS = ['centroid', 'weighted_average', 'maximum'] as const
/** Method to turn a fuzzy set into a number. */
export type Defuzzification = (typeof DEFUZZIFICATIONS)[number]

/** Reported level: a triangle (left, center, right) on the confidence scale [0, 1]. */
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

/** Terms, membership functions and operations that the service offers. */
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

/** Levels of the contract. `very_low` and `very_high` have a vertical edge at the end of the scale. */
export const confidenceLevels: readonly ConfidenceLevel[] = [
  level('very_low', 0.0, 0.0, 0.2, 'Very low confidence: the evidence is clearly against the molecule'),
  level('low', 0.1, 0.25, 0.4, 'Low confidence: there is more evidence against the molecule than for it'),
  level('medium', 0.3, 0.5, 0.7, 'Medium confidence: the evidence is not conclusive'),
  level('high', 0.6, 0.75, 0.9, 'High confidence: there is more evidence for the molecule than against it'),
  level('very_high', 0.8, 1.0, 1.0, 'Very high confidence: the evidence is clearly for the molecule'),
]

/** Content of the answer of `GET /v1/fuzzy-evidence/linguistic-variables`. */
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
      description: '1 / (1 + exp(-slope (x - center))); falls for a negative slope',
    },
  ],
  fuzzyOperations: { tNorms: T_NORMS, sNorms: S_NORMS, defuzzification: DEFUZZIFICATIONS },
}
