import type { FuzzyOperations } from './fuzzy-operations.ts'
import { TERMS, type Term } from './linguistic-variables.ts'
import type { TypeReading } from './type-reading.ts'

/** Half-life when decay is switched on without one. */
export const DEFAULT_HALF_LIFE_DAYS = 90

/** Checked `fuzzy_config` with all defaults. */
export interface FuzzyConfig {
  readonly readings: Readonly<Record<string, TypeReading>>
  readonly defaultReading: TypeReading
  /** Terms in use; at least one. */
  readonly terms: readonly Term[]
  readonly decayEnabled: boolean
  /** Half-life of types that `halfLifeDaysByType` does not name. Infinite if only named types decay. */
  readonly halfLifeDays: number
  readonly halfLifeDaysByType: Readonly<Record<string, number>>
  /** Base rate, above 0 and below 1, instead of that of the model. */
  readonly prior?: number
  readonly operations: FuzzyOperations
}

/** Default configuration: triangular terms, all five terms, no decay, minimum, maximum and centroid. */
export const defaultFuzzyConfig: FuzzyConfig = {
  readings: {},
  defaultReading: { family: 'triangular' },
  terms: TERMS,
  decayEnabled: false,
  halfLifeDays: DEFAULT_HALF_LIFE_DAYS,
  halfLifeDaysByType: {},
  operations: { tNorm: 'minimum', sNorm: 'maximum', defuzzification: 'centroid' },
}

/** Returns the half-life of a type in days; infinite without decay. */
export function halfLifeOf(config: FuzzyConfig, type: string): number {
  if (!config.decayEnabled) return Number.POSITIVE_INFINITY
  return Object.hasOwn(config.halfLifeDaysByType, type)
    ? config.halfLifeDaysByType[type]!
    : config.halfLifeDays
}
