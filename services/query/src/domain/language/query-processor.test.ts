import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judge, type Phrasing } from './judge-phrasing.ts'
import { MAX_QUERY_LENGTH, processQuery } from './query-processor.ts'

const TODAY = '2026-06-15'
const readPhrasings = (): Phrasing[] =>
  readFileSync(new URL('../../../fixtures/phrasings.ndjson', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Phrasing)

const read = (text: string) => processQuery(text, { today: TODAY })

describe('phrasings', () => {
  const phrasings = readPhrasings()
  it('has at least 400, at least 97 % exactly right, none with a wrong number', () => {
    const verdicts = phrasings.map((phrasing) => judge(read(phrasing.text), phrasing))
    expect(phrasings.length).toBeGreaterThanOrEqual(400)
    expect(verdicts.flatMap((verdict) => verdict.wrongNumbers)).toEqual([])
    expect(verdicts.filter((verdict) => verdict.right).length / phrasings.length).toBeGreaterThanOrEqual(0.97)
  })

  it('carries for every accepted number the literal span it came from', () => {
    for (const { text } of phrasings)
      for (const person of read(text).people)
        for (const value of Object.values(person.values))
          expect(text.slice(value.start, value.end)).toBe(value.text)
  })
})

describe('laws of the reader', () => {
  const heightCm = fc.integer({ min: 130, max: 215 })
  const weightKg = fc.integer({ min: 35, max: 220 })
  it('reads the same person from metric and imperial words', () => {
    fc.assert(
      fc.property(fc.integer({ min: 52, max: 84 }), fc.integer({ min: 80, max: 480 }), (inches, pounds) => {
        const imperial = read(`${Math.trunc(inches / 12)} ft ${inches % 12} in, ${pounds} lb`).people[0]!
        const metric = read(`${(inches * 2.54).toFixed(2)} cm, ${(pounds * 0.45359237).toFixed(8)} kg`)
          .people[0]!
        expect(imperial.values.heightCm!.value).toBeCloseTo(metric.values.heightCm!.value, 6)
        expect(imperial.values.weightKg!.value).toBeCloseTo(metric.values.weightKg!.value, 6)
      }),
    )
  })

  it('does not depend on the order of labelled measures or on case', () => {
    fc.assert(
      fc.property(heightCm, weightKg, (height, weight) => {
        const forth = read(`height ${height} cm, weight ${weight} kg`).people[0]!
        const back = read(`WEIGHT ${weight} KG; HEIGHT ${height} CM`).people[0]!
        expect(back.values.heightCm!.value).toBe(forth.values.heightCm!.value)
        expect(back.values.weightKg!.value).toBe(forth.values.weightKg!.value)
      }),
    )
  })

  it('never accepts a number outside the limits of the catalogue', () => {
    fc.assert(
      fc.property(fc.double({ min: 700.1, max: 1e12, noNaN: true }), (weight) => {
        const { people, ambiguities } = read(`weight ${weight.toFixed(1)} kg`)
        expect(people).toEqual([])
        expect(ambiguities.map((ambiguity) => ambiguity.kind)).toEqual(['implausible'])
      }),
    )
  })

  it('never throws, and only finite numbers come out, whatever the text', () => {
    const word = fc.constantFrom(
      ...`kg lb st ' " ½ 5'11 180 -3 1/2 cm m f no not to between and born 2019-03-04 ; . , ( ) weight height waist is 80-82 years old his my wife about ~ ± 1e9 in 3,250 5.11 ft 34M vs both`.split(
        ' ',
      ),
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(word, fc.string({ maxLength: 6 })), { maxLength: 40 }), (words) => {
        const { people } = read(words.join(' '))
        for (const person of people)
          for (const value of Object.values(person.values)) expect(Number.isFinite(value.value)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})

/** A machine in a slow hour, which CI may meet, takes five times as long. A text that is read in quadratic time takes far longer. */
const LIMIT_MS = process.env.CI ? 500 : 100

describe('hostile texts', () => {
  const repeat = (unit: string) => unit.repeat(MAX_QUERY_LENGTH).slice(0, MAX_QUERY_LENGTH)
  it('refuses a text beyond the limit by name', () => {
    expect(() => read('80 kg '.repeat(17_000))).toThrow(/at most 10000 characters/)
  })
  it.each([
    ['digits', '9'],
    ['commas and digits', '1,'],
    ['points', '1.'],
    ['spaces', ' '],
    ['letters', 'a'],
    ['quotes', `'"`],
    ['feet and inches', `5'11" `],
    ['dashes between numbers', '1-'],
    ['signs', '- '],
    ['about', 'about '],
    ['and a half', '3 and a half '],
    ['spelled numbers', 'hundred and '],
    ['twenty-', 'twenty-'],
    ['label words', 'waist to hip '],
    ['not', 'not 80 kg '],
    ['corrections', 'no, 82 kg '],
    ['people', 'he is 80 kg she is 70 kg '],
    ['names', 'John is 80 kg Mary (34) '],
    ['list markers', '1) 80 '],
    ['parentheses', '(('],
    ['misspelt', 'heigt '],
    ['years and months', '1 y 2 '],
    ['slashes', '1/2 '],
    ['bare numbers', '80 '],
    ['ambiguous', 'weight 180, '],
    ['unit before', 'weight kg kg '],
    ['new lines', '\n'],
    ['surrogates', '\ud83d\ude00'],
    ['fractions', '½'],
    ['versus', 'vs '],
    ['born', 'born 1 2 3 '],
    ['possessives', "son's "],
    ['denials', 'no oedema, fever or rash, '],
    ['times', 'was 80 kg, now 70 kg, '],
    ['tables', 'weight,height\n80,180\n'],
    ['heads of tables', 'kg,cm\n'],
    ['lists of twins', 'twins 8 kg, 9 kg '],
    ['gestation', '31+4 '],
    ['shorthand', '5/12 '],
    ['dates', 'born 1/2/2020 '],
    ['changes', 'lost 5 kg in 3 months '],
    ['stated metrics', 'BMI is 31 '],
    ['birthdays', 'on his sixth birthday '],
    ['scales', 'scale 2 kg too high '],
    ['members', 'one is 80 kg the other '],
  ])(`the longest text of %s is read in less than ${LIMIT_MS} ms of processor`, (_name, unit) => {
    const text = repeat(unit)
    read(text.slice(0, 1000))
    const times = [0, 1, 2].map(() => {
      // Processor time of this thread: other work on the machine does not count.
      const start = process.threadCpuUsage()
      read(text)
      const { user, system } = process.threadCpuUsage(start)
      return (user + system) / 1000
    })
    expect(Math.min(...times)).toBeLessThan(LIMIT_MS)
  })
})
