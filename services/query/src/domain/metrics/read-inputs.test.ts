import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readInputText } from '../language/parse-quantity.ts'
import { Refusal } from '../refusal.ts'
import { inputOfKey, nearestNames, plainKey } from './input-names.ts'
import { INPUT_NAMES, wireNameOf } from './inputs.ts'
import { readDate } from './read-dates.ts'
import { readInputs, suggestionsFor } from './read-inputs.ts'
import { readSexCodes } from './read-words.ts'

const TODAY = '2026-06-15'
const read = (parameters: Record<string, unknown>, options = {}) =>
  readInputs(parameters, readInputText, { today: TODAY, ...options })
const refusal = (parameters: Record<string, unknown>, options = {}) => {
  try {
    read(parameters, options)
  } catch (error) {
    if (error instanceof Refusal) return error.details
  }
  return expect.unreachable('was read') as never
}

describe('names', () => {
  it.each([
    ['heightCm', 'heightCm'],
    ['height-cm', 'heightCm'],
    ['HEIGHT_CM', 'heightCm'],
    ['Weight (kg)', 'weightKg'],
    ['bodyWeightLb', 'weightKg'],
    ['weight_lbs', 'weightKg'],
    ['gender', 'sex'],
    ['dob', 'birthDate'],
    ['Date of birth', 'birthDate'],
    ['age', 'ageYears'],
    ['AgeDays', 'ageDays'],
    ['age_weeks', 'ageYears'],
    ['waist', 'waistCm'],
    ['body fat %', 'bodyFatPercent'],
    ['thigh_in', 'thighCm'],
    ['thigh_mm', 'thighMm'],
    ['edema', 'oedema'],
  ])('%s is %s', (key, name) => {
    expect(inputOfKey(key)?.name).toBe(name)
  })
  it.each(['thigh', 'shoe_size', 'height_kg', 'constructor', '__proto__', '', 'x'.repeat(500)])(
    '%j is none',
    (key) => {
      expect(inputOfKey(key)).toBeUndefined()
    },
  )
  it('law: every wire name is itself, in every spelling', () => {
    for (const name of INPUT_NAMES) {
      const wire = wireNameOf(name)
      for (const spelling of [wire, wire.toUpperCase(), wire.replaceAll('_', '-'), ` ${wire} `])
        expect(inputOfKey(spelling), spelling).toMatchObject({ name, withoutUnit: false })
    }
  })
  it('are suggested for misspelt ones, and not for others', () => {
    expect(nearestNames('heigth_cm')[0]).toBe('height_cm')
    expect(nearestNames('wieght')).toContain('weight_kg')
    expect(nearestNames('thigh')).toEqual(expect.arrayContaining(['thigh_cm', 'thigh_mm']))
    expect(suggestionsFor(['shoe_size', 'wasit_cm'])).toEqual({
      wasit_cm: expect.arrayContaining(['waist_cm']),
    })
  })
  it('law: any key is plain and short, and finding its neighbours ends', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300, unit: 'binary' }), (key) => {
        expect(plainKey(key)).toMatch(/^[a-z0-9_]*$/)
        expect(nearestNames(key).length).toBeLessThanOrEqual(3)
      }),
    )
  })
})

describe('values', () => {
  it('are converted from the unit of their key', () => {
    expect(read({ weight_lb: 176, height_in: '71' }).inputs).toEqual({
      weightKg: expect.closeTo(79.832, 3),
      heightCm: expect.closeTo(180.34, 8),
    })
    expect(read({ height_m: 1.8, weight_g: 3400, age_weeks: 6 }).inputs).toEqual({
      heightCm: expect.closeTo(180, 8),
      weightKg: expect.closeTo(3.4, 8),
      ageYears: expect.closeTo(42 / 365.25, 8),
    })
  })
  it('of feet and inches, stone and pounds, pounds and ounces add up', () => {
    expect(read({ height_ft: 5, height_in: 11 }).inputs.heightCm).toBeCloseTo(180.34, 8)
    expect(read({ weight_lb: 4, weight_st: 11 }).inputs.weightKg).toBeCloseTo(158 * 0.45359237, 8)
    expect(read({ weight_lb: 7, weight_oz: 8 }).inputs.weightKg).toBeCloseTo(7.5 * 0.45359237, 8)
  })
  it('that contradict each other are refused', () => {
    expect(refusal({ height_cm: 180, height_in: 60 })).toMatchObject({ field: 'height_in' })
    expect(read({ height_cm: 180, height_in: 70.87 }).inputs.heightCm).toBe(180)
  })
  it('without a unit are read in the usual one, and it is said', () => {
    const { inputs, assumed } = read({ height: 180, weight: 80, age: 30 })
    expect(inputs).toEqual({ heightCm: 180, weightKg: 80, ageYears: 30 })
    expect(assumed).toEqual([
      'height: 180 is read as cm',
      'weight: 80 is read as kg',
      'age: 30 is read as years',
    ])
    expect(read({ height: 1.8 })).toMatchObject({
      inputs: { heightCm: 180 },
      assumed: ['height: 1.8 is read as metres'],
    })
    expect(read({ height: '5\'11"', age: '18 months' })).toMatchObject({
      inputs: { ageYears: expect.closeTo(1.5, 6) },
      assumed: [],
    })
  })
  it('without units that do not fit together are refused, not guessed', () => {
    expect(refusal({ height: 70, weight: 154 })).toMatchObject({
      field: 'height',
      issue: expect.stringContaining('name the units'),
    })
  })
  it('that are null or empty are absent', () => {
    expect(read({ height: null, weight: '', sex: '  ', waist_cm: undefined })).toEqual({
      inputs: {},
      unknown: [],
      assumed: [],
    })
  })
  it.each([
    ['F', 'female'],
    ['Female', 'female'],
    ['girl', 'female'],
    ['m', 'male'],
    ['MALE', 'male'],
    ['boy', 'male'],
  ])('sex %s is %s', (word, sex) => {
    expect(read({ gender: word }).inputs.sex).toBe(sex)
  })
  it('of sex as codes need their meaning', () => {
    expect(refusal({ sex: 1 })).toMatchObject({ field: 'sex', issue: expect.stringContaining('sex_codes') })
    expect(read({ sex: 2, sex_codes: '1=male,2=female' }).inputs.sex).toBe('female')
    expect(read({ sex: '1' }, { sexCodes: readSexCodes({ male: 2, female: 1 }) }).inputs.sex).toBe('female')
    expect(() => readSexCodes('1=male')).toThrow(Refusal)
    expect(() => readSexCodes('1=man,2=tree')).toThrow(Refusal)
  })
  it('of loose words that do not fit are not ours', () => {
    expect(read({ date: 'tomorrow', length: 'long', activity: 'swimming' })).toMatchObject({
      inputs: {},
      unknown: ['date', 'length', 'activity'],
    })
    expect(refusal({ gender: 'banana' })).toMatchObject({ field: 'sex' })
  })
})

describe('dates', () => {
  it.each([
    ['2021-03-04', '2021-03-04'],
    ['2021-03-04T10:11:12Z', '2021-03-04'],
    ['2021/3/4', '2021-03-04'],
    ['4.3.2021', '2021-03-04'],
    ['24/03/2021', '2021-03-24'],
    ['03/24/2021', '2021-03-24'],
    ['04-Mar-2021', '2021-03-04'],
  ])('%s is %s', (text, day) => {
    expect(readDate(text)).toEqual({ text: day, precision: 'day' })
  })
  it.each(['2023-02-29', '31.4.2021', '4/3/2021', 'yesterday', '2021-13', ''])('%j is refused', (text) => {
    expect(readDate(text)).toHaveProperty('issue')
  })
  it('are read in the order of their table', () => {
    expect(readDate('4/3/2021', 'dmy')).toMatchObject({ text: '2021-03-04' })
    expect(readDate('4/3/2021', 'mdy')).toMatchObject({ text: '2021-04-03' })
  })
  it('of birth with a month are completed, never after the measurement, and it is said', () => {
    expect(read({ birth_date: '2024-03' })).toMatchObject({
      inputs: { birthDate: '2024-03-15' },
      assumed: [expect.stringContaining('middle of the month')],
    })
    expect(read({ birth_date: '2024-03', measurement_date: '2024-03-04' }).inputs.birthDate).toBe(
      '2024-03-04',
    )
  })
  it('of birth with a year are enough for an adult only', () => {
    expect(read({ birth_date: '1980' })).toMatchObject({
      inputs: { birthDate: '1980-07-01' },
      assumed: [expect.stringContaining('half a year')],
    })
    expect(refusal({ birth_date: '2021' })).toMatchObject({
      field: 'birth_date',
      issue: expect.stringContaining('month'),
    })
  })
})
