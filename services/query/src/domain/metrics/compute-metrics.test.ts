import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Refusal } from '../refusal.ts'
import { computeMetrics } from './compute-metrics.ts'
import { formatMetric } from './format-metric.ts'
import type { Inputs } from './inputs.ts'
import { readInputs } from './read-inputs.ts'

const metric = (inputs: Inputs, id: string, options = {}) =>
  computeMetrics(inputs, { only: new Set([id]), ...options })

describe('computeMetrics', () => {
  it('names the missing input', () => {
    expect(metric({ weightKg: 80 }, 'bmi').notComputed).toEqual([
      { id: 'bmi', reason: 'missing_input', message: 'needs height_cm', missing: ['heightCm'] },
    ])
  })

  it('classifies first and rounds after', () => {
    const result = metric({ weightKg: 24.96 * 1.7 ** 2, heightCm: 170, ageYears: 40 }, 'bmi').computed[0]!
    expect(formatMetric(result.card, result.value)).toBe('25.0 kg/m²')
    expect(result.classes).toEqual([{ system: 'WHO adult BMI classes', label: 'normal range' }])
  })

  it('gives no adult class to a child and no adult equation either', () => {
    const child: Inputs = { weightKg: 50, heightCm: 130, ageYears: 9, sex: 'male' }
    expect(metric(child, 'bmi').computed[0]?.classes).toEqual([])
    expect(metric(child, 'bmr_mifflin_st_jeor').notComputed[0]?.reason).toBe('not_for_children')
  })

  it('says so when it takes an adult for granted', () => {
    const notes = (id: string) => metric({ sex: 'male', weightKg: 80, heightCm: 180 }, id).computed[0]?.notes
    expect(notes('bmi')).toEqual(['age not given: the classes of adults are used'])
    expect(notes('lean_mass_boer')).toEqual(['age not given: an adult is assumed'])
  })

  it('uses the action points of Asian populations when asked', () => {
    const person: Inputs = { weightKg: 23.5 * 1.7 ** 2, heightCm: 170, ageYears: 40 }
    const labels = metric(person, 'bmi', { population: 'asian' }).computed[0]?.classes.map((c) => c.label)
    expect(labels).toEqual(['increased risk', 'normal range'])
  })

  it('withholds after amputation; gives no class in pregnancy and to adults with oedema', () => {
    const woman: Inputs = { weightKg: 80, heightCm: 165, ageYears: 30, sex: 'female' }
    const swollen = metric({ ...woman, oedema: true }, 'bmi')
    expect(swollen.computed[0]).toMatchObject({
      classes: [],
      classWithheld: expect.stringContaining('fluid'),
    })
    expect(swollen.warnings[0]).toMatch(/fluid/)
    expect(metric({ ...woman, ageYears: 4, oedema: true }, 'bmi').notComputed[0]?.reason).toBe('suppressed')
    expect(metric({ ...woman, oedema: true }, 'body_fat_deurenberg').notComputed[0]?.reason).toBe(
      'suppressed',
    )
    expect(metric({ ...woman, amputation: true }, 'bsa_mosteller').notComputed[0]?.reason).toBe('suppressed')
    const pregnant = metric({ ...woman, pregnant: true }, 'bmi').computed[0]!
    expect(pregnant.classes).toEqual([])
    expect(pregnant.classWithheld).toMatch(/pregnancy/)
  })

  it('says so when an input is outside the published limits', () => {
    const old: Inputs = { weightKg: 60, heightCm: 160, ageYears: 90, sex: 'female' }
    const result = metric(old, 'bmr_mifflin_st_jeor').computed[0]!
    expect(result.withinLimits).toBe(false)
    expect(result.notes[0]).toMatch(/age_years should be 19–78 years/)
  })
})

describe('readInputs', () => {
  it('reads wire names, skips null and reports unknown keys', () => {
    expect(readInputs({ height_cm: 180, weight_kg: null, shoe_size: 44 })).toEqual({
      inputs: { heightCm: 180 },
      unknown: ['shoe_size'],
      assumed: [],
    })
  })

  it.each([
    ['height_cm', 1.8],
    ['height_cm', Number.NaN],
    ['weight_kg', 'heavy'],
    ['sex', 'x'],
    ['pregnant', 'maybe'],
    ['birth_date', '2023-02-29'],
  ])('refuses %s = %s by name', (field, provided) => {
    try {
      readInputs({ [field]: provided })
      expect.unreachable()
    } catch (error) {
      expect(error).toBeInstanceOf(Refusal)
      expect((error as Refusal).code).toBe('VALIDATION_ERROR')
      expect((error as Refusal).details).toMatchObject({ field, provided })
    }
  })

  it('answers hostile objects with a reading or a refusal, never anything else', () =>
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.oneof(
            fc.constantFrom('height_cm', 'sex', 'birth_date', 'pregnant', '__proto__', 'constructor'),
            fc.string(),
          ),
          fc.anything(),
        ),
        (parameters) => {
          try {
            expect(readInputs(parameters).inputs).toBeTypeOf('object')
          } catch (error) {
            expect(error).toBeInstanceOf(Refusal)
          }
        },
      ),
      { numRuns: 1000 },
    ))

  it('reads text through the reader it is given', () => {
    expect(readInputs({ height_cm: '5 ft 11 in' }, () => 180.34).inputs).toEqual({ heightCm: 180.34 })
  })

  it('takes age from dates, days, months or years and refuses a contradiction', () => {
    const dates = { birthDate: '2020-01-01', measurementDate: '2022-01-01' }
    expect(computeMetrics(dates).inputs.ageDays).toBe(731)
    expect(computeMetrics({ ageMonths: 24 }).inputs.ageDays).toBe(731)
    expect(computeMetrics({ ageYears: 2 }).inputs.ageMonths).toBeCloseTo(24, 12)
    expect(() => computeMetrics({ ageDays: 3652, ageYears: 30 })).toThrow(/disagrees/)
  })
})
