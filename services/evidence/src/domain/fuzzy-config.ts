import { DEFAULT_HALF_LIFE_DAYS } from './decay.ts'
import type { FuzzyOperations } from './fuzzy-operations.ts'
import type { TypeReading } from './item-evidence.ts'
import { TERMS, type Term } from './linguistic-variables.ts'

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
