import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OBJECTIVES, parseObjectiveWeights } from '../assessment/objectives.ts'
import { Refusal } from '../refusal.ts'
import { halfLifeOf } from './fuzzy-config.ts'
import { parseFuzzyConfig } from './fuzzy-config-parse.ts'
import { linguisticVariables, MEMBERSHIP_FUNCTION_NAMES } from './linguistic-variables.ts'
import { PARAMETER_NAMES, parseReading } from './membership-parse.ts'

function refusalOf(action: () => unknown): Refusal {
  try {
    action()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('nothing was refused')
}

describe('reading a membership function', () => {
  it('takes a name as the family of all terms', () => {
    for (const family of MEMBERSHIP_FUNCTION_NAMES) expect(parseReading(family, 'f')).toEqual({ family })
  })

  it('takes parameters by name or by position alike', () => {
    const named = parseReading({ type: 'gaussian', parameters: { center: 0.8, sigma: 0.1 } }, 'f')
    expect(parseReading({ type: 'gaussian', parameters: [0.8, 0.1] }, 'f')).toEqual(named)
    expect(named.favourable).toEqual({ kind: 'gaussian', center: 0.8, sigma: 0.1 })
  })

  it("answers the contract's gaussian example with a dotted path, the issue and what was provided", () => {
    const raw = { membership_functions: { spectral_match: { type: 'gaussian', parameters: [0.5] } } }
    const { code, details } = refusalOf(() => parseFuzzyConfig(raw))
    expect(code).toBe('FUZZY_EVIDENCE_VALIDATION_ERROR')
    expect(details.field).toBe('fuzzy_config.membership_functions.spectral_match.parameters')
    expect(details.issue).toContain('a gaussian function requires center and sigma')
    expect(details.provided).toEqual([0.5])
  })

  it('refuses every wrong number of parameters', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...MEMBERSHIP_FUNCTION_NAMES),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }),
        (type, parameters) => {
          if (parameters.length === PARAMETER_NAMES[type].length) return
          expect(refusalOf(() => parseReading({ type, parameters }, 'f')).details.field).toBe('f.parameters')
        },
      ),
    )
  })

  it('names the same parameters as the vocabulary', () => {
    for (const { name, parameters } of linguisticVariables.membershipFunctionTypes) {
      expect(parameters).toEqual(PARAMETER_NAMES[name])
    }
  })

  it.each([
    ['sine', 'f'],
    [{ type: 'sine' }, 'f.type'],
    [{ type: 'triangular', parameters: [0.9, 0.5, 0.1] }, 'f.parameters'],
    [{ type: 'gaussian', parameters: [0.5, 0] }, 'f.parameters.sigma'],
    [{ type: 'sigmoid', parameters: { center: 0.5, slope: 0 } }, 'f.parameters.slope'],
    [{ type: 'gaussian', parameters: { center: 0.5, width: 1 } }, 'f.parameters'],
    [{ type: 'gaussian', parameters: [0.5, 'wide'] }, 'f.parameters.1'],
  ])('refuses %j at %s', (raw, field) => {
    expect(refusalOf(() => parseReading(raw, 'f')).details.field).toBe(field)
  })
})

describe('reading the rest of a request', () => {
  it('fills in the documented defaults: nothing decays unless asked for', () => {
    const config = parseFuzzyConfig(undefined)
    expect(config).toMatchObject({ decayEnabled: false, halfLifeDays: 90, terms: { length: 5 } })
    expect(config).not.toHaveProperty('prior')
    expect(halfLifeOf(config, 'a')).toBe(Number.POSITIVE_INFINITY)
  })

  it.each([
    [{ temporal_decay_enabled: true }, 90, 90],
    [{ decay_half_life_days: 30 }, 30, 30],
    [
      { temporal_decay_enabled: false, decay_half_life_days: 30 },
      Number.POSITIVE_INFINITY,
      Number.POSITIVE_INFINITY,
    ],
    [{ decay_half_life_days_by_type: { 'Pathway-Membership': 10 } }, Number.POSITIVE_INFINITY, 10],
    [{ temporal_decay_enabled: true, decay_half_life_days_by_type: { pathway_membership: 10 } }, 90, 10],
    [{ decay_half_life_days: 30, decay_half_life_days_by_type: { pathway_membership: 10 } }, 30, 10],
  ])('reads the half-lives of %j', (raw, spectral, pathway) => {
    const config = parseFuzzyConfig(raw)
    expect(halfLifeOf(config, 'spectral_match')).toBe(spectral)
    expect(halfLifeOf(config, 'pathway_membership')).toBe(pathway)
  })

  it('reads a base rate and types in any spelling', () => {
    const config = parseFuzzyConfig({ prior: 0.02, membership_functions: { 'Spectral-Match': 'gaussian' } })
    expect(config).toMatchObject({ prior: 0.02, readings: { spectral_match: { family: 'gaussian' } } })
  })

  it.each([
    [{ linguistic_variables: ['huge'] }, 'linguistic_variables.0'],
    [{ linguistic_variables: [] }, 'linguistic_variables'],
    [{ decay_half_life_days: 0 }, 'decay_half_life_days'],
    [{ decay_half_life_days_by_type: { a: -1 } }, 'decay_half_life_days_by_type.a'],
    [{ decay_half_life_days_by_type: { a_b: 1, 'A-b': 2 } }, 'decay_half_life_days_by_type.A-b'],
    [{ prior: 0 }, 'prior'],
    [{ prior: 1 }, 'prior'],
    [{ temporal_decay_enabled: 'yes' }, 'temporal_decay_enabled'],
    [{ operations: { t_norm: 'max' } }, 'operations.t_norm'],
  ])('refuses %j at %s', (raw, name) => {
    expect(refusalOf(() => parseFuzzyConfig(raw)).details.field).toBe(`fuzzy_config.${name}`)
  })

  it('scales objective weights to 1 and refuses unknown, negative and empty ones', () => {
    const weights = parseObjectiveWeights({ maximize_confidence: 3, minimize_conflicts: 1 }, 'w', OBJECTIVES)
    expect(weights).toEqual({ maximize_confidence: 0.75, minimize_conflicts: 0.25 })
    for (const raw of [{ maximise: 1 }, { maximize_confidence: -1 }, { maximize_confidence: 0 }]) {
      expect(refusalOf(() => parseObjectiveWeights(raw, 'w', OBJECTIVES)).code).toBe(
        'FUZZY_EVIDENCE_VALIDATION_ERROR',
      )
    }
  })
})
