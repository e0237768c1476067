import { byNormalisedType } from '../evidence/evidence-type.ts'
import { invalid } from '../refusal.ts'
import { DEFAULT_HALF_LIFE_DAYS, defaultFuzzyConfig, type FuzzyConfig } from './fuzzy-config.ts'
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
  const functionsField = `${field}.membership_functions`
  const readings: Record<string, TypeReading> = {}
  for (const [type, value] of Object.entries(objectOf(given.membership_functions, functionsField))) {
    readings[type] = parseReading(value, `${functionsField}.${type}`)
  }
  const operations = objectOf(given.operations, `${field}.operations`)
  const defaults = defaultFuzzyConfig.operations
  return {
    readings: byNormalisedType(readings, functionsField),
    defaultReading: defaultFuzzyConfig.defaultReading,
    terms: parseTerms(given.linguistic_variables, `${field}.linguistic_variables`),
    ...parseDecay(given, field),
    ...(given.prior === undefined ? {} : { prior: parsePrior(given.prior, `${field}.prior`) }),
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

type Decay = Pick<FuzzyConfig, 'decayEnabled' | 'halfLifeDays' | 'halfLifeDaysByType'>

/**
 * Decay is off by default: a spectrum does not lose its value, an annotation may. `true` or a half-life switches it
 * on for all types, a half-life of a type for that type only; an explicit `false` switches it off.
 */
function parseDecay(given: Record<string, unknown>, field: string): Decay {
  const { temporal_decay_enabled: enabled, decay_half_life_days: days } = given
  if (enabled !== undefined && typeof enabled !== 'boolean')
    throw invalid(`${field}.temporal_decay_enabled`, 'must be true or false', enabled)
  const mapField = `${field}.decay_half_life_days_by_type`
  const halfLives: Record<string, number> = {}
  for (const [type, value] of Object.entries(objectOf(given.decay_half_life_days_by_type, mapField))) {
    halfLives[type] = parseHalfLife(value, `${mapField}.${type}`)
  }
  const general = days === undefined ? undefined : parseHalfLife(days, `${field}.decay_half_life_days`)
  const forAll = enabled === true || general !== undefined
  const namedOnly = !forAll && enabled === undefined && Object.keys(halfLives).length > 0
  return {
    decayEnabled: enabled ?? (forAll || namedOnly),
    halfLifeDays: general ?? (namedOnly ? Number.POSITIVE_INFINITY : DEFAULT_HALF_LIFE_DAYS),
    halfLifeDaysByType: byNormalisedType(halfLives, mapField),
  }
}

function parseHalfLife(raw: unknown, field: string): number {
  if (typeof raw !== 'number' || !Number.isFinite(raw) || raw <= 0) {
    throw invalid(field, 'must be a number of days above 0', raw)
  }
  return raw
}

function parsePrior(raw: unknown, field: string): number {
  if (typeof raw === 'number' && raw > 0 && raw < 1) return raw
  throw invalid(field, 'must be a probability above 0 and below 1', raw)
}
