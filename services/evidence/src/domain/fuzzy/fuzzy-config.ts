import type { FuzzyOperations } from './fuzzy-operations.ts'
import { TERMS, type Term } from './linguistic-variables.ts'
import type { TypeReading } from './type-reading.ts'

/** Half-life of evidence for a request without one. */
const DEFAULT_HALF_LIFE_DAYS = 90

/** Checked `fuzzy_config` with all defaults. */
export interface FuzzyConfig {
  readonly readings: Readonly<Record<string, TypeReading>>
  readonly defaultReading: TypeReading
  /** Terms in use; at least one. */
  readonly terms: readonly Term[]
  readonly decayEnabled: boolean
  readonly halfLifeDays: number
  readonly operations: FuzzyOperations
}

/** Default configuration: triangular terms, all five terms, a half-life of 90 days, minimum, maximum and centroid. */
export const defaultFuzzyConfig: FuzzyConfig = {
  readings: {},
  defaultReading: { family: 'triangular' },
  terms: TERMS,
  decayEnabled: true,
  halfLifeDays: DEFAULT_HALF_LIFE_DAYS,
  operations: { tNorm: 'minimum', sNorm: 'maximum', defuzzification: 'centroid' },
}
