import { describe, expect, it } from 'vitest'
import { processQuery } from './query-processor.ts'

const read = (text: string) => processQuery(text, { today: '2026-11-15' })
const values = (text: string) =>
  read(text).people.map(({ values: own }) =>
    Object.fromEntries(Object.entries(own).map(([name, value]) => [name, Number(value!.value.toFixed(2))])),
  )

describe('several people', () => {
  it.each([
    ['bed 4 – 72 kg 168 cm; bed 9 – 88 kg 181 cm. BSA', [72, 88]],
    ['Ward: bed 2 M 70y 64kg 170cm, bed 3 F 66y 80kg 160cm. BMI', [64, 80]],
    ['a) 48 kg 155 cm\nb) 95 kg 169 cm\nBSA', [48, 95]],
    ['(a) 48 kg, 155 cm (b) 95 kg, 169 cm. BMI', [48, 95]],
    ['GK 1.91m 86kg / CB 1.88m 84kg / LW 1.75m 70kg bmi', [86, 84, 70]],
    ['three props weigh 118, 121 and 110 kg and are 1.85, 1.83 and 1.88 m. BMI?', [118, 121, 110]],
    ["I (F, 160 cm, 54 kg) share a flat with a bloke who's 2 m tall and 110 kg. My BMI", [54, 110]],
    ['husband is 40, 95 kg & 183. me 38, 70 kg & 168. bmis?', [95, 70]],
    ['twin boys of 18 months: one 10.2 kg, the other 11.1 kg. weight z', [10.2, 11.1]],
    ['my two girls are 6 years old, one weighs 19 kg, the other 21 kg: z', [19, 21]],
    ['The boy twin is 5.9 kg, the girl twin 5.4 kg, both 4 months. percentiles', [5.9, 5.4]],
    ['Squad: Noa 41kg/1.50m, Will 52 kg/1.51m, Rose 47.5kg/1.55m. BMI of each', [41, 52, 47.5]],
  ])('%s', (text, weights) => {
    expect(values(text).map(({ weightKg }) => weightKg)).toEqual(weights)
  })
})

describe('the weight that holds', () => {
  it.each([
    ['At thirty I had 75 kg, today 88, always 180 cm. BMI?', 88],
    ['In my army days it was 71 kg, now it is 83. 177 cm. bmi', 83],
    ['if I came down to 78 kg, what would the BMI be? Now 91 kg, 182 cm', 78],
    ['1m80 and 82kg400, bmi', 82.4],
    ['70kg180, bmi', 70],
    ['an office desk guy: 91 kg, 182 cm, 50. bmi', 91],
    ['hit 99 kg at my heaviest, got lower, back at 88 kg. 181 cm. bmi', 88],
    ['wt 64.5, ht 171, bmi', 64.5],
    ['ht 178 wt 81 m 44 bmr', 81],
    ['ht 64 wt 140 woman bmi', 63.5],
  ])('%s', (text, weight) => {
    expect(values(text)[0]!.weightKg).toBe(weight)
  })
})

describe('children before and after birth', () => {
  it.each([
    '34 weeks scan says she will be 2.3 kg. is that ok for a girl',
    'ultrasound: baby girl 2.8kg at 36 weeks. percentile?',
    'EFW 1500 g at 30 weeks, percentile',
  ])('an estimate of the unborn is no weight and no age: %s', (text) => {
    const [person] = read(text).people
    expect(person!.facts.pregnant).toBe(true)
    expect(person!.values.ageYears).toBeUndefined()
    expect(person!.values.weightKg).toBeUndefined()
  })

  it('takes the gestation at birth from the postmenstrual age', () => {
    expect(values('postmenstrual age 36+2, baby girl born at 31+0, now weighs 2.25kg')).toEqual([
      { gestationalAgeWeeks: 31, weightKg: 2.25, ageYears: 0.1 },
    ])
  })

  it('counts days from the birth and keeps the birth weight as a former one', () => {
    const [person] = read('Day 5 baby girl, term, birth weight 3.6kg now 3.3kg').people
    expect(person!.values.ageYears!.value).toBeCloseTo(5 / 365.25, 4)
    expect(person!.past).toMatchObject([{ of: 'weightKg', value: 3.6 }])
  })

  it('takes weeks of somebody grown for those of a pregnancy', () => {
    expect(values('30 wks, 68kg, 162cm, bmi')).toEqual([{ pregnancyWeeks: 30, weightKg: 68, heightCm: 162 }])
  })
})

describe('numbers told by their place', () => {
  it.each([
    ['granddad 86, 1.70 m, now 63 kg. BMI', { ageYears: 86, heightCm: 170, weightKg: 63 }],
    ['Married 12 years, 37 years old, man, 1.83 m, 91 kg', { ageYears: 37, heightCm: 183, weightKg: 91 }],
    ["what weight gives me a bmi of 22 if i'm 1.77", { heightCm: 177 }],
    ["I'm 5.5 feet, i.e. five foot six, and 61kg. bmi", { heightCm: 167.64, weightKg: 61 }],
    ['hips 102 waist 88, no, hips 108 not 102, all cm, WHR', { waistCm: 88, hipCm: 108 }],
    ['how many pounds of fat on me if im 22% at 176 lb', { bodyFatPercent: 22, weightKg: 79.83 }],
  ])('%s', (text, expected) => {
    expect(values(text)[0]).toEqual(expected)
  })

  it.each([
    ["I'm 17 kg and 181 cm tall, bmi", 'weightKg'],
    ["i'm 100 kg and 90 cm tall. bmi", 'weightKg'],
    ['waist 36, height 178 cm, ratio?', 'waistCm'],
  ])('asks where two numbers do not go together: %s', (text, field) => {
    const { ambiguities, people } = read(text)
    expect(ambiguities.map((one) => one.field)).toEqual([field])
    expect(Object.keys(people[0]!.values)).not.toContain(field)
  })

  it('asks for the unit of a weight that goes with the height in several units', () => {
    const { ambiguities, people } = read('height 170, weight 120, bmi')
    expect(ambiguities.map(({ field, kind }) => `${field}:${kind}`)).toEqual(['weightKg:unit'])
    expect(people[0]!.values.weightKg).toBeUndefined()
  })

  it('joins parts with "and", reads skinfolds of calipers, and keeps what was before a pregnancy', () => {
    expect(values('one metre and ninety centimetres, 88 kg')[0]!.heightCm).toBe(190)
    expect(values('calipers, male 30: chest 9, abdomen 20, thigh 14. JP3 fat?')[0]).toMatchObject({
      chestMm: 9,
      abdominalMm: 20,
      thighMm: 14,
    })
    expect(values('18 weeks pregnant, before that 58 kg at 166 cm')[0]).toMatchObject({
      prePregnancyWeightKg: 58,
      heightCm: 166,
    })
    expect(values('used to be 181 cm, shrunk to 177 cm. 80 kg')[0]!.heightCm).toBe(177)
  })

  it('gives two sexes that are said last to the two people in order', () => {
    const { people } = read('Kim 7.3 kg and Lou 8.2 kg, both 7 months, boy and girl. centiles')
    expect(people.map(({ sex }) => sex)).toEqual(['male', 'female'])
  })

  it('takes a BMI to get to for a wish', () => {
    const [person] = read("pounds to lose to get to a BMI of 26? 5'10, 210 lb").people
    expect(person!.targets).toMatchObject([{ of: 'bmi', value: 26 }])
  })

  it('tells two times apart', () => {
    for (const text of [
      'BMI in 2015: 66 kg; BMI in 2024: 79 kg. 172 cm',
      '172 cm at 66 kg, then at 79 kg. BMI',
    ]) {
      const [person] = read(text).people
      expect(person!.values.weightKg!.value).toBe(79)
      expect(person!.past).toMatchObject([{ of: 'weightKg', value: 66 }])
    }
  })

  it('reads the date of a counted birthday', () => {
    const [person] = read('her 2nd birthday was 1 May 2026 and on that day she weighed 11.5 kg').people
    expect(person!.facts).toMatchObject({ birthDate: '2024-05-01', measurementDate: '2026-05-01' })
  })
})
