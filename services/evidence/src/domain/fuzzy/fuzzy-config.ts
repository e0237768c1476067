import type { FuzzyOperations } from './fuzzy-operations.ts'
import { TERMS, type Term } from './linguistic-variables.ts'
import type { TypeReading } from './type-reading.ts'

/** Half-life of evidence when a request names none. */
const DEFAULT_HALF_LIFE_DAYS = 90

/** A checked `fuzzy_config` with every default filled in. */
export interface FuzzyConfig {
  readonly readings: Readonly<Record<string, TypeReading>>
  readonly defaultReading: TypeReading
  /** Terms in use, at least one. */
  readonly terms: readonly Term[]
  readonly decayEnabled: boolean
  readonly halfLifeDays: number
  readonly operations: FuzzyOperations
}

/** Triangular terms, all five, decay on with a half-life of 90 days, the classical minimum/maximum/centroid reading. */
export const defaultFuzzyConfig: FuzzyConfig = {
  readings: {},
  defaultReading: { family: 'triangular' },
  terms: TERMS,
  decayEnabled: true,
  halfLifeDays: DEFAULT_HALF_LIFE_DAYS,
  operations: { tNorm: 'minimum', sNorm: 'maximum', defuzzification: 'centroid' },
}
