import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Sex } from '../person.ts'
import { BODY_FAT_RANGES } from './body-fat/healthy-ranges.ts'
import { errorNoteOf, NO_PUBLISHED_ERROR } from './card.ts'
import { computeMetrics } from './compute-metrics.ts'
import type { Inputs } from './inputs.ts'
import { ALL_CARDS } from './registry.ts'

const metric = (inputs: Inputs, id: string, options = {}) =>
  computeMetrics(inputs, { only: new Set([id]), ...options })
const zOrValue = (inputs: Inputs, id: string) => metric(inputs, id).computed[0]?.value
const labelsOf = (inputs: Inputs, id: string, options = {}) =>
  metric(inputs, id, options).computed[0]?.classes.map((c) => c.label)

describe('preterm children', () => {
  const boy: Inputs = { sex: 'male', ageMonths: 5, weightKg: 6.1 }
  it('are scored at the corrected age, and both ages are said', () => {
    const preterm: Inputs = { ...boy, gestationalAgeWeeks: 31 + 4 / 7 }
    const corrected = 5 - ((40 - (31 + 4 / 7)) * 7) / 30.4375
    expect(zOrValue(preterm, 'weight_for_age_z')).toBeCloseTo(
      zOrValue({ ...boy, ageMonths: corrected }, 'weight_for_age_z')!,
      6,
    )
    // Computed apart from the product from the WHO tables.
    expect(zOrValue(preterm, 'weight_for_age_z')).toBeCloseTo(-0.43, 1)
    const { notes } = metric(preterm, 'weight_for_age_z').computed[0]!
    expect(notes[0]).toMatch(/born at 31 weeks 4 days.*corrected age of 3\.1 months.*5\.0 months/)
    expect(computeMetrics(preterm).warnings[0]).toBe(notes[0])
    expect(zOrValue(preterm, 'cdc_weight_for_age_z')).toBeGreaterThan(zOrValue(boy, 'cdc_weight_for_age_z')!)
  })

  it('get no score before term, with the reason and what would help', () => {
    const early = metric({ ...boy, ageMonths: 1, gestationalAgeWeeks: 29 }, 'weight_for_age_z')
    expect(early.notComputed[0]?.reason).toBe('suppressed')
    expect(early.notComputed[0]?.message).toMatch(/before term.*preterm chart/)
    const birth = computeMetrics({ sex: 'female', ageDays: 0, weightKg: 2.15, gestationalAgeWeeks: 35 })
    expect(birth.computed.filter(({ card }) => card.category === 'growth')).toEqual([])
  })

  it('are asked for the gestational age when it is not known', () => {
    const unknown = metric({ ...boy, preterm: true }, 'weight_for_age_z')
    expect(unknown.notComputed[0]).toMatchObject({
      reason: 'missing_input',
      missing: ['gestationalAgeWeeks'],
    })
  })

  it.each<[string, Inputs]>([
    ['born at term', { gestationalAgeWeeks: 37 }],
    ['older than 24 months', { gestationalAgeWeeks: 26, ageMonths: 40 }],
    ['of an age that is corrected already', { gestationalAgeWeeks: 30, ageIsCorrected: true }],
    ['of an age that is corrected, gestation unknown', { preterm: true, ageIsCorrected: true }],
  ])('are not corrected when %s', (_why, extra) => {
    const { gestationalAgeWeeks: _g, preterm: _p, ageIsCorrected: _c, ...plain } = { ...boy, ...extra }
    expect(zOrValue({ ...boy, ...extra }, 'weight_for_age_z')).toBe(zOrValue(plain, 'weight_for_age_z'))
  })
})

describe('children without an age', () => {
  it('never get a class or an equation of adults', () =>
    fc.assert(
      fc.property(
        fc.double({ min: 2, max: 60, noNaN: true }),
        fc.double({ min: 45, max: 170, noNaN: true }),
        (weightKg, heightCm) => {
          const report = computeMetrics({
            isChild: true,
            sex: 'female',
            weightKg,
            heightCm,
            waistCm: 60,
            bodyFatPercent: 20,
          })
          for (const { card, classes } of report.computed) {
            expect(card.appliesTo).not.toBe('adult')
            expect(classes).toEqual([])
          }
          expect(report.warnings.join()).toMatch(/give the age/)
        },
      ),
      { numRuns: 50 },
    ))

  it('get no healthy weight as newborns', () => {
    const newborn: Inputs = { sex: 'female', ageDays: 0, weightKg: 2.4, heightCm: 46 }
    const ids = computeMetrics(newborn).computed.map(({ id }) => id)
    expect(ids.filter((id) => /healthy|ideal/.test(id))).toEqual([])
    expect(labelsOf(newborn, 'bmi')).toEqual([])
  })
})

describe('pregnancy', () => {
  const woman: Inputs = {
    sex: 'female',
    ageYears: 30,
    heightCm: 166,
    weightKg: 62,
    prePregnancyWeightKg: 54,
    pregnancyWeeks: 30,
  }
  it('gives the gain of IOM 2009 and judges the gain so far', () => {
    // Normal weight: 0.5 + 0.35·17 = 6.45 to 2 + 0.5·17 = 10.5 kg at week 30.
    expect(labelsOf(woman, 'gestational_weight_gain')).toEqual(['within the range for week 30 (6.4–10.5 kg)'])
    expect(labelsOf({ ...woman, weightKg: 58 }, 'gestational_weight_gain')?.[0]).toMatch(/^below/)
    expect(labelsOf({ ...woman, weightKg: 70 }, 'gestational_weight_gain')?.[0]).toMatch(/^above/)
    expect(labelsOf({ ...woman, pregnancyWeeks: 8 }, 'gestational_weight_gain')).toEqual([])
  })

  it('gives no adult class, healthy weight or ideal weight, also when only the weeks are known', () => {
    const report = computeMetrics(woman)
    expect(report.computed.filter(({ id }) => /^(healthy|ideal)_weight/.test(id))).toEqual([])
    expect(report.computed.find(({ id }) => id === 'bmi')?.classes).toEqual([])
    expect(report.warnings.join()).toMatch(/midwife/)
  })

  it('has no range for twins after a low weight', () => {
    const thin = { ...woman, prePregnancyWeightKg: 48, twins: true }
    expect(metric(thin, 'gestational_weight_gain_min').notComputed[0]?.message).toMatch(/insufficient/)
  })
})

describe('oedema', () => {
  const child: Inputs = { sex: 'male', ageMonths: 18, weightKg: 8, heightCm: 75, oedema: true }
  it('is severe acute malnutrition by itself from 6 to 59 months; MUAC keeps its class', () => {
    expect(labelsOf({ ...child, muacCm: 12 }, 'muac')).toEqual([
      'severe acute malnutrition (oedema)',
      'moderate acute malnutrition by the arm alone',
    ])
    expect(labelsOf({ ...child, muacCm: 14 }, 'muac')?.[0]).toMatch(/severe/)
    expect(labelsOf({ ...child, muacCm: 14, oedema: false }, 'muac')).toEqual(['not acutely malnourished'])
    expect(metric(child, 'weight_for_length_height_z').notComputed[0]?.reason).toBe('suppressed')
    expect(computeMetrics(child).warnings.join()).toMatch(/severe acute malnutrition/)
  })
})

describe('elders', () => {
  const elder = (bmi: number, ageYears: number): Inputs => ({ weightKg: bmi * 2.25, heightCm: 150, ageYears })
  it('have the low BMI of GLIM told first', () => {
    expect(labelsOf(elder(18.7, 84), 'bmi')).toEqual(['severely low at 70 years or older', 'normal range'])
    expect(labelsOf(elder(21.9, 70), 'bmi')?.[0]).toBe('low at 70 years or older')
    expect(labelsOf(elder(22, 70), 'bmi')).toEqual(['normal range', 'not low'])
    expect(labelsOf(elder(19.9, 69), 'bmi')?.[0]).toBe('low for an older adult')
    expect(labelsOf(elder(19.9, 40), 'bmi')).toEqual(['normal range'])
    expect(labelsOf(elder(20.5, 75), 'bmi', { population: 'asian' })?.[0]).toMatch(/acceptable/)
  })
  it('have weight loss judged by its time', () => {
    const loss = (weightLossPercent: number, weightLossMonths?: number) =>
      labelsOf({ weightLossPercent, ...(weightLossMonths && { weightLossMonths }) }, 'weight_loss')?.[0]
    expect(loss(5, 6)).toMatch(/^below/)
    expect(loss(5.1, 6)).toMatch(/^moderate/)
    expect(loss(10.9, 3)).toMatch(/^severe/)
    expect(loss(10.9, 12)).toMatch(/^moderate/)
    expect(loss(21, 12)).toMatch(/^severe/)
    expect(loss(12)).toBeUndefined()
  })
})

describe('athletes, amputation and body fat', () => {
  it('notes that muscle raises the BMI', () => {
    const notes = metric({ weightKg: 95, heightCm: 180, ageYears: 25, athlete: true }, 'bmi').computed[0]
      ?.notes
    expect(notes?.join()).toMatch(/muscle/)
  })
  it('adds the missing part to the weight, and withholds without it', () => {
    const man: Inputs = { sex: 'male', weightKg: 75, heightCm: 178, ageYears: 55, amputation: true }
    expect(metric(man, 'bmi').notComputed[0]?.reason).toBe('suppressed')
    const known = metric({ ...man, missingLimb: 'lower_leg_and_foot' }, 'bmi')
    expect(known.computed[0]?.value).toBeCloseTo(75 / 0.941 / 1.78 ** 2, 8)
    expect(known.computed[0]?.notes.join()).toMatch(/amputation/)
    expect(known.warnings.join()).toMatch(/amputation/)
  })
  it('uses a measured fat-free mass, with or without the weight', () => {
    expect(zOrValue({ fatFreeMassKg: 60 }, 'bmr_katch_mcardle')).toBe(370 + 21.6 * 60)
    expect(zOrValue({ fatFreeMassKg: 60, weightKg: 80 }, 'fat_mass')).toBeCloseTo(20, 10)
    expect(zOrValue({ fatFreeMassKg: 60, weightKg: 80, bodyFatPercent: 20 }, 'bmr_cunningham_1980')).toBe(
      1820,
    )
    expect(metric({ fatFreeMassKg: 90, weightKg: 80 }, 'fat_free_mass').notComputed[0]?.reason).toBe(
      'no_value',
    )
    expect(metric({ weightKg: 80 }, 'bmr_katch_mcardle').notComputed[0]?.missing).toEqual(['bodyFatPercent'])
  })
  it('has the healthy ranges that follow from the equation of the paper at BMI 18.5, 25 and 30', () => {
    const fat = (bmi: number, sex: Sex, age: number, asian: boolean) =>
      63.7 - 864 / bmi - (sex === 'male' ? 12.1 : 0) + 0.12 * age + (asian ? 129 / bmi - 0.091 * age : 0)
    for (const { sex, populations, minAgeYears, bands } of BODY_FAT_RANGES)
      [18.5, 25, 30].forEach((bmi, i) => {
        const expected = fat(bmi, sex!, minAgeYears! + 10, populations!.includes('asian'))
        expect(Math.abs(bands[i + 1]!.from - expected)).toBeLessThan(0.75)
      })
    const woman: Inputs = { sex: 'female', ageYears: 35, bodyFatPercent: 24 }
    expect(labelsOf(woman, 'body_fat_measured')).toEqual(['healthy range'])
    expect(labelsOf(woman, 'body_fat_measured', { population: 'asian' })).toEqual(['below the healthy range'])
  })
})

describe('published errors', () => {
  it('are given, or said not to exist', () => {
    for (const card of ALL_CARDS) expect(errorNoteOf(card).length).toBeGreaterThan(3)
    expect(errorNoteOf({})).toBe(NO_PUBLISHED_ERROR)
    const man: Inputs = { sex: 'male', ageYears: 40, weightKg: 80 }
    expect(metric(man, 'bmr_schofield').computed[0]?.standardError).toBe(167)
  })
})
