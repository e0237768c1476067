import { invalid } from '../refusal.ts'
import { defaultFuzzyConfig, type FuzzyConfig } from './fuzzy-config.ts'
import { DEFUZZIFICATIONS, S_NORMS, T_NORMS, TERMS, type Term } from './linguistic-variables.ts'
import { parseReading } from './membership-parse.ts'
import type { TypeReading } from './type-reading.ts'

function oneOf<T extends string>(allowed: readonly T[], raw: unknown, field: string, fallback: T): T {
  if (raw === undefined) return fallback
  if (!(allowed as readonly unknown[]).includes(raw))
    throw invalid(field, `must be one of ${allowed.join(', ')}`, raw)
  return raw as T
}

function objectOf(raw: unknown, field: string): Record<string, unknown> {
  if (raw === undefined) return {}
  if (raw === null || typeof raw !== 'object' || Array.isArray(raw))
    throw invalid(field, 'must be an object', raw)
  return raw as Record<string, unknown>
}

/** Parses a `fuzzy_config` in wire format (snake_case) and applies all defaults. Ignores unknown keys. */
export function parseFuzzyConfig(raw: unknown, field = 'fuzzy_config'): FuzzyConfig {
  const given = objectOf(raw, field)
  const readings: Record<string, TypeReading> = {}
  for (const [type, value] of Object.entries(
    objectOf(given.membership_functions, `${field}.membership_functions`),
  )) {
    readings[type] = parseReading(value, `${field}.membership_functions.${type}`)
  }
  const operations = objectOf(given.operations, `${field}.operations`)
  const defaults = defaultFuzzyConfig.operations
  return {
    readings,
    defaultReading: defaultFuzzyConfig.defaultReading,
    terms: parseTerms(given.linguistic_variables, `${field}.linguistic_variables`),
    decayEnabled: parseBoolean(given.temporal_decay_enabled, `${field}.temporal_decay_enabled`),
    halfLifeDays: parseHalfLife(given.decay_half_life_days, `${field}.decay_half_life_days`),
    operations: {
      tNorm: oneOf(T_NORMS, operations.t_norm, `${field}.operations.t_norm`, defaults.tNorm),
      sNorm: oneOf(S_NORMS, operations.s_norm, `${field}.operations.s_norm`, defaults.sNorm),
      defuzzification: oneOf(
        DEFUZZIFICATIONS,
        operations.defuzzification,
        `${field}.operations.defuzzification`,
        defaults.defuzzification,
      ),
    },
  }
}

function parseTerms(raw: unknown, field: string): readonly Term[] {
  if (raw === undefined) return TERMS
  if (!Array.isArray(raw) || raw.length === 0)
    throw invalid(field, 'must be a list with at least one term', raw)
  raw.forEach((term, i) => {
    if (!(TERMS as readonly unknown[]).includes(term)) {
      throw invalid(`${field}.${i}`, `is not a term; use one of ${TERMS.join(', ')}`, term)
    }
  })
  return TERMS.filter((term) => raw.includes(term))
}

function parseBoolean(raw: unknown, field: string): boolean {
  if (raw === undefined) return true
  if (typeof raw !== 'boolean') throw invalid(field, 'must be true or false', raw)
  return raw
}

function parseHalfLife(raw: unknown, field: string): number {
  if (raw === undefined) return defaultFuzzyConfig.halfLifeDays
  if (typeof raw !== 'number' || !Number.isFinite(raw) || raw <= 0) {
    throw invalid(field, 'must be a number of days above 0', raw)
  }
  return raw
}
