import { describe, expect, it } from 'vitest'
import { joinNumbers } from './number-words.ts'
import { processQuery } from './query-processor.ts'
import { amountOrSum } from './sums.ts'
import { tokenize } from './tokens.ts'

const read = (text: string) => processQuery(text, { today: '2026-01-01' })
const first = (text: string) => read(text).people[0]
const values = (text: string) =>
  Object.fromEntries(
    Object.entries(first(text)?.values ?? {}).map(([name, value]) => [name, Number(value.value.toFixed(2))]),
  )

describe('two bare numbers', () => {
  it.each(['BMI for 68 155', 'bmi 65 150', 'bmi 70 180', 'bmi 180 70'])(
    'are asked about where they may be inches and pounds: %s',
    (text) => {
      expect(read(text).people).toEqual([])
      expect(read(text).ambiguities).toHaveLength(2)
    },
  )

  it('are read, and the reason is told, where nothing else fits', () => {
    const { heightCm, weightKg } = first("I'm 1.86 and 94, bmi")!.values
    expect(heightCm).toMatchObject({
      value: 186,
      assumption: 'm assumed: no other reading of 1.86 and 94 fits a grown person',
    })
    expect(weightKg!.value).toBe(94)
    expect(values('bmi 180 90')).toEqual({ heightCm: 180, weightKg: 90 })
  })
})

describe('an m after a number', () => {
  it.each([
    'baby 9 m 8.5 kg',
    '18 m 10 kg 80 cm',
    '3 m 5.5 kg girl',
    'woman 30 m, 70 kg',
    'woman 30 m 70 kg',
    'I swim 25 m, 70 kg',
  ])('is no man: %s', (text) => {
    for (const person of read(text).people) {
      expect(person.sex).not.toBe('male')
      expect(person.values.ageYears).toBeUndefined()
    }
  })

  it('is a man right before the weight of somebody grown', () => {
    expect(first('29 m 77kg 1.75m')).toMatchObject({ sex: 'male', values: { ageYears: { value: 29 } } })
    expect(first('29 m 170 lb')).toMatchObject({ sex: 'male', values: { ageYears: { value: 29 } } })
  })
})

describe('"in" before a span of time', () => {
  it.each([
    ['68 in 45 years male 180 lb', { heightCm: 172.72, ageYears: 45, weightKg: 81.65 }],
    ['26 in 5 months old 16 lb girl', { heightCm: 66.04, ageYears: 0.42, weightKg: 7.26 }],
    ['18 in 2 months old 9 lb girl', { heightCm: 45.72, ageYears: 0.17, weightKg: 4.08 }],
    ["he'll be 5 in two weeks, boy, 18 kg", { ageYears: 4.96, weightKg: 18 }],
    ["I'll be 30 in two weeks, 80 kg, 180 cm", { heightCm: 180, weightKg: 80, ageYears: 29.96 }],
  ])('%s', (text, expected) => {
    expect(values(text)).toEqual(expected)
  })
})

describe('what is no measure of the body', () => {
  it.each([
    ['I eat half a pound of beef daily. I am 80 kg and 180 cm', { weightKg: 80, heightCm: 180 }],
    ['Baby drinks half a kg of milk. weight 7 kg', { weightKg: 7 }],
    ['I am 80 kg and a half marathon runner', { weightKg: 80 }],
    ['I weigh 80 kg and a half of my family is obese', { weightKg: 80 }],
    ['whats up 80kg 180cm bmi', { weightKg: 80, heightCm: 180 }],
    ['5 kg over 25 bmi, 170 cm', { heightCm: 170 }],
  ])('%s', (text, expected) => {
    expect(values(text)).toEqual(expected)
  })

  it('what is lifted is no change', () => {
    const person = first('I can lift up 80 kg, I am 180 cm and 90 kg')!
    expect(person.values).toMatchObject({ heightCm: { value: 180 }, weightKg: { value: 90 } })
    expect(person.past ?? []).toEqual([])
  })

  it('a list of ages is no height', () => {
    expect(values('My kids are five seven and nine').heightCm).toBeUndefined()
    expect(values('five seven and 70 kg').heightCm).toBe(170.18)
  })

  it.each([
    'measured without the foot board, 80 kg',
    'measured without a hand scale, 80 kg',
    'I train without a leg day, 80 kg',
    'my leg was taken off the cast, 80 kg',
    'The cast on my leg was removed last week. 80 kg, 180 cm',
    'the mole on my foot was removed, 80 kg',
    'a screw in my hand was removed, 80 kg',
    'the cast on my arm had to come off, 80 kg',
    'the cast on my left leg was removed at the hospital, 80 kg',
    'had the plaster on my arm removed, 80 kg',
  ])('a thing with the name of a limb is no lost limb: %s', (text) => {
    expect(first(text)!.facts.amputation).toBeUndefined()
  })

  it.each([
    'lost my left leg, 80 kg',
    'missing her right foot, 60 kg',
    'his hand was amputated, 80 kg',
    'her left leg was removed, 60 kg',
    'I had my leg removed, 60 kg',
    'his foot had to come off, 60 kg',
    'amputation of the leg, 60 kg',
    'In the war his leg was blown off, 60 kg',
    'my husband had his leg off, 70 kg',
  ])('a lost limb stays one: %s', (text) => {
    expect(first(text)!.facts.amputation).toBe(true)
  })
})

describe('changes and weights of the past', () => {
  it.each([
    'gained 10 kg on top of 80 kg',
    'lost 5 kg off 90 kg',
    'dropped 10 kg below 90 kg',
    'put on 10 kg over 80 kg',
    '10 kg more than 80 kg last year',
    '10 kg more than 80 kg two years ago',
  ])('are no sum: %s', (text) => {
    const tokens = joinNumbers(tokenize(text))
    const at = tokens.findIndex(({ number }) => number !== undefined)
    expect(amountOrSum(tokens, at)!.amount).toBe(tokens[at]!.number!.value)
  })

  it.each([
    ['I gained 10 kg on top of 80 kg, 180 cm', 90],
    ['lost 5 kg off 90 kg, 180 cm tall', 85],
    ['I dropped 10 kg below 90 kg, 180 cm', 80],
    ['put on 4 kg over my usual 80 kg, 180 cm', 84],
    ['suppose I lost 12 kg from 96, at 180 cm', 84],
    ['lost 5 kg off 90 kg, now 86 kg, 180 cm', 86],
    ['8 kg weight loss since May, 72 kg, 180 cm', 72],
    ['up 3 kg on 78 kg, 180 cm', 81],
    ['lost 3 kg this month, 77 now, 180 cm', 77],
    ["I was 100 kg last year and I'm 20% lighter now, 180 cm", 80],
    ['want a 5 kg weight loss, 80 kg, 180 cm', 80],
  ])('give the weight that holds: %s', (text, weightKg) => {
    expect(values(text)).toMatchObject({ heightCm: 180, weightKg })
  })

  it('are asked about where they contradict themselves', () => {
    expect(read('gained 5 kg below 70 kg, 170 cm').ambiguities).toMatchObject([{ field: 'weightKg' }])
  })

  it.each([
    ["I've lost 5 kg and I'm 34 now, 165 cm, 70 kg", { ageYears: 34, heightCm: 165, weightKg: 70 }],
    ["I've lost 5 kg and I'm now 34, 165 cm, 70 kg", { ageYears: 34, heightCm: 165, weightKg: 70 }],
    [
      "I lost 3 kg this month and I'm 34, female, 165 cm, 70 kg",
      { ageYears: 34, heightCm: 165, weightKg: 70, weightLossPercent: 4.11, weightLossMonths: 1 },
    ],
    ['lost 5 kg, now 34, female, 165 cm', { ageYears: 34, heightCm: 165 }],
    ["I lost 4 kg and I'm 76 now, 180 cm", { heightCm: 180 }],
    ['I lost 2 kg on the 5:2 diet, now 78 kg, 180 cm', { heightCm: 180, weightKg: 78 }],
    ['I lost 6 kg on 16:8, now 78 kg, 180 cm', { heightCm: 180, weightKg: 78 }],
    ['She weighs 36 kg lost her appetite, 160 cm, 17 years', { ageYears: 17, heightCm: 160, weightKg: 36 }],
    ['36 kg lost her appetite, 160 cm', { heightCm: 160, weightKg: 36 }],
  ])('take no age, diet or count for a weight: %s', (text, expected) => {
    expect(values(text)).toEqual(expected)
  })

  it('are not measured from a count', () => {
    const { past } = first('I lost 3 kg from 12 workouts, now 78 kg, 180 cm')!
    expect(past).toMatchObject([{ of: 'weightKg', value: 81 }])
  })

  it.each([
    ['My target, set by my coach, is 65 kg. 172 cm', 65],
    ['I want to be, like my sister, 55 kg', 55],
  ])('a wish with an aside is no present weight: %s', (text, kg) => {
    const { targets, values: own } = first(text)!
    expect(targets).toMatchObject([{ of: 'weightKg', value: kg }])
    expect(own.weightKg).toBeUndefined()
  })

  it('say how much of the weight is gone where the amount comes first', () => {
    expect(values('7 % unplanned loss in 4 months, 60 kg')).toMatchObject({
      weightLossPercent: 7,
      weightLossMonths: 4,
    })
  })

  it.each([
    ['I was 100 kg in 2010. I weigh 70 kg now, lost 8 kg in 3 months', (100 * 8) / 78],
    ['gained 10 kg last year, then lost 6 kg in 3 months, now 70 kg', (100 * 6) / 76],
    ['I was 100 kg in 2010, usual weight 75 kg, now 70 kg', (100 * 5) / 75],
    ['I was 80 kg and lost 8 kg in 3 months', 10],
  ])('are shares of the weight right before them: %s', (text, percent) => {
    expect(values(text).weightLossPercent).toBeCloseTo(percent, 1)
  })

  it('keep the weight of last year', () => {
    const person = first('I am 90 kg, 10 kg more than 80 kg last year')!
    expect(person.values.weightKg!.value).toBe(90)
    expect(person.past).toMatchObject([{ of: 'weightKg', value: 80 }])
  })
})

describe('what a figure must not overlook', () => {
  it.each([
    ['birth weight 3900 g, 3300 g on day 5, girl', { ageYears: 0.01, weightKg: 3.3 }],
    ['born 3.6kg, day 4 now 3.1kg boy', { ageYears: 0.01, weightKg: 3.1 }],
    ['grip strength 18 kg, woman 75', { ageYears: 75 }],
    ['grip 18 kg, woman 75', { ageYears: 75 }],
    [
      'Calories for strength training at 80 kg, 180 cm, male 30',
      { ageYears: 30, heightCm: 180, weightKg: 80 },
    ],
    ["I was 70 kg at college, I'm nearly 90 now, 175 cm", { heightCm: 175, weightKg: 90 }],
    ["I'm nearly 90 now, 175 cm", { heightCm: 175 }],
    ["82 kg, 178 cm; at this rate I'll be 75 in 2 months, BMR?", { heightCm: 178, weightKg: 82 }],
    ["I'll be 50 next month, man, 82 kg, 177 cm", { ageYears: 49.92, heightCm: 177, weightKg: 82 }],
    ['I am turning 50 next month, 82 kg, 177 cm', { ageYears: 49.92, heightCm: 177, weightKg: 82 }],
  ])('%s', (text, expected) => {
    expect(values(text)).toEqual(expected)
  })

  it.each([
    ['missing left forearm and hand, 70 kg', { amputation: true, missingLimb: 'forearm_and_hand' }],
    ['my arm was taken off at the shoulder, 64 kg', { amputation: true, missingLimb: 'arm' }],
    ['bilateral AKA, 61 kg', { amputation: true }],
    ['both his feet leave a dent when pressed, 9.8 kg', { oedema: true }],
    ['thumb leaves a dent, 9.5 kg', { oedema: true }],
  ])('%s', (text, facts) => {
    expect(first(text)!.facts).toMatchObject(facts)
  })
})

it('a dent in a wallet is no oedema', () => {
  expect(first('the gym leaves a dent in my wallet, 80 kg')!.facts.oedema).toBeUndefined()
})

it('somebody who gave birth is not pregnant', () => {
  expect(first('8 weeks post partum, 70 kg')!.facts.pregnant).toBeUndefined()
})

describe('short forms', () => {
  it.each([
    ['65k, 1m68', { weightKg: 65, heightCm: 168 }],
    ["I'm 171 and 68 kilos", { weightKg: 68, heightCm: 171 }],
    ['kg: 80; cm: 180', { weightKg: 80, heightCm: 180 }],
    ['72yoM 104kg', { weightKg: 104, ageYears: 72 }],
    ['never lost a limb. 88kg 179cm', { weightKg: 88, heightCm: 179 }],
    ['approx. 80 kg, 180 cm', { weightKg: 80, heightCm: 180 }],
    ['my scale reads 2 kg too heavy, so 82 kg. 181 cm', { weightKg: 82, heightCm: 181 }],
    ['daughter turns four today, 99.1 cm', { ageYears: 4, heightCm: 99.1 }],
    ['turned 30 yesterday, 64 kg', { ageYears: 30, weightKg: 64 }],
    ['w=82.3 h=1.79', { weightKg: 82.3, heightCm: 179 }],
    ["I'm 180 tall 82kg", { heightCm: 180, weightKg: 82 }],
    ['two-and-a-half year old boy, 13.1 kg', { ageYears: 2.5, weightKg: 13.1 }],
    ['ht 168 wt 102', { heightCm: 168, weightKg: 102 }],
    ['before I was 80 kg now I am 74 kg', { weightKg: 74 }],
    ['Katch-McArdle for 82kg at 18%', { weightKg: 82, bodyFatPercent: 18 }],
    ['Jackson Pollock: chest 7, abdomen 14, thigh 10 mm', { chestMm: 7, abdominalMm: 14, thighMm: 10 }],
  ])('%s', (text, expected) => {
    expect(values(text)).toMatchObject(expected)
  })

  it.each([
    ['I earn 65k a year, 80 kg', 80],
    ['I ran a 50k race, 80 kg', 80],
    ['my 10k time is 50 minutes, 80 kg', 80],
  ])('a thousand is no weight: %s', (text, weightKg) => {
    expect(values(text).weightKg).toBe(weightKg)
  })
})

it('"and a half" is part of the amount', () => {
  const tokens = joinNumbers(tokenize('12 stone and a half'))
  expect(amountOrSum(tokens, 0)).toMatchObject({ amount: 12.5 })
})

it('an age of grown people is not that of children who are named after it', () => {
  const { people } = read('Both my sons are 27. Leo weighs 83 kg, Max 87 kg.')
  const weighed = people.filter(({ values: own }) => own.weightKg)
  expect(weighed.map(({ values: own }) => own.ageYears)).toEqual([undefined, undefined])
})
