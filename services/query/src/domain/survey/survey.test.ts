import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accumulateDigits } from './digit-preference.ts'
import { accumulateMoments } from './moments.ts'
import { proportion } from './proportion.ts'
import { type SurveyChild, scoreChild } from './score-child.ts'
import { studentUpperQuantile } from './student-t.ts'
import { accumulateSurvey, type SurveyPlace, type SurveySummary } from './survey.ts'

const values = fc.array(fc.double({ min: -1e3, max: 1e3, noNaN: true }), { minLength: 5, maxLength: 200 })

describe('moments', () => {
  it('equals the two-pass definition', () => {
    fc.assert(
      fc.property(values, (xs) => {
        const accumulator = accumulateMoments()
        for (const x of xs) accumulator.add(x)
        const mean = xs.reduce((a, b) => a + b, 0) / xs.length
        const central = (k: number) => xs.reduce((sum, x) => sum + (x - mean) ** k, 0) / xs.length
        const { count, ...result } = accumulator.result()
        expect(count).toBe(xs.length)
        expect(result.mean).toBeCloseTo(mean, 8)
        fc.pre(central(2) > 1e-3)
        expect(result.standardDeviation).toBeCloseTo(Math.sqrt((central(2) * xs.length) / (xs.length - 1)), 6)
        expect(result.skewness).toBeCloseTo(central(3) / central(2) ** 1.5, 5)
        expect(result.excessKurtosis).toBeCloseTo(central(4) / central(2) ** 2 - 3, 5)
      }),
    )
  })
})

describe('proportion', () => {
  it('holds the share within its interval and the interval within 0 and 100', () => {
    fc.assert(
      fc.property(fc.nat(500), fc.integer({ min: 1, max: 500 }), (a, n) => {
        const share = proportion(Math.min(a, n), n)
        expect(share.low).toBeGreaterThanOrEqual(0)
        expect(share.high).toBeLessThanOrEqual(100)
        expect(share.low).toBeLessThanOrEqual(share.percent + 1e-9)
        expect(share.high).toBeGreaterThanOrEqual(share.percent - 1e-9)
      }),
    )
  })
  it('gives the published Wilson interval for 81 of 263 (Newcombe 1998: 0.2553 to 0.3662)', () => {
    const share = proportion(81, 263)
    expect(share.low / 100).toBeCloseTo(0.2553, 4)
    expect(share.high / 100).toBeCloseTo(0.3662, 4)
  })
})

describe('digit preference', () => {
  it('is 0 for equally frequent digits and 100 for one digit only', () => {
    const even = accumulateDigits()
    const heaped = accumulateDigits()
    for (let i = 0; i < 1000; i++) {
      even.add(60 + i / 10)
      heaped.add(60 + i)
    }
    expect(even.result().score).toBeCloseTo(0, 9)
    expect(heaped.result().score).toBeCloseTo(100, 9)
  })
})

describe("Student's t", () => {
  it.each([
    [1, 12.7062047364],
    [2, 4.3026527297],
    [10, 2.228138852],
    [30, 2.0422724563],
    [120, 1.9799304051],
    [5000, 1.9604385493],
  ])('97.5 %% point with %i degrees of freedom is %f (tables of Fisher and Yates)', (degrees, t) => {
    expect(studentUpperQuantile(0.025, degrees)).toBeCloseTo(t, 8)
  })
  it('is not a number without degrees of freedom', () => {
    expect(studentUpperQuantile(0.025, 0)).toBeNaN()
  })
})

const NOWHERE = { groups: {} }
const figure = (summary: SurveySummary, group: string, index: string, statistic: string) =>
  summary.tables.find((row) => row.group === group && row.index === index && row.statistic === statistic)!

describe('a child of a survey', () => {
  const boy = { sex: 'male', ageDays: 400, weightKg: 9, heightCm: 75, position: 'lying' } as const
  it('has z-scores of two decimals', () => {
    for (const z of scoreChild('under_5', boy).z) expect(z).toBe(Number(z!.toFixed(2)))
  })
  it('with oedema counts as severe in the three indices of weight only', () => {
    const scores = scoreChild('under_5', { ...boy, oedema: true })
    expect(scores.severe).toEqual([false, true, true, true])
    expect(scores.z.map((z) => z === undefined)).toEqual([false, true, true, true])
  })
  it('without an age has weight for length by its position, or by 87 cm', () => {
    const { ageDays: _age, position: _position, ...ageless } = boy
    const z = (more: object) => scoreChild('under_5', { ...ageless, ...more }).z
    expect(z({}).slice(0, 3)).toEqual([undefined, undefined, undefined])
    expect(z({ heightCm: 86.9 })[3]).toBe(z({ heightCm: 86.9, position: 'lying' })[3])
    expect(z({ heightCm: 87, weightKg: 12 })[3]).toBe(
      z({ heightCm: 87, weightKg: 12, position: 'standing' })[3],
    )
    expect(z({ heightCm: 87, weightKg: 12 })[3]).not.toBe(
      z({ heightCm: 87, weightKg: 12, position: 'lying' })[3],
    )
  })
  it('standing before 9 months is not believed', () => {
    expect(scoreChild('under_5', { ...boy, ageDays: 273, position: 'standing' }).heightUsedCm).toBe(75)
    expect(scoreChild('under_5', { ...boy, ageDays: 274, position: 'standing' }).heightUsedCm).toBe(75.7)
    expect(scoreChild('under_5', { ...boy, ageDays: 731 }).heightUsedCm).toBeCloseTo(74.3, 9)
  })
  it('has no z-score from 60 months on, given in months or days', () => {
    const none = [undefined, undefined, undefined, undefined]
    expect(scoreChild('under_5', { ...boy, ageDays: 1827 }).z).toEqual(none)
    expect(scoreChild('under_5', { ...boy, ageDays: 1826, ageMonths: 60 }).z).toEqual(none)
    expect(scoreChild('under_5', { ...boy, ageDays: 1826, heightCm: 105, weightKg: 17 }).z).not.toContain(
      undefined,
    )
  })
  it('of 5 to 19 years has weight for age to 120.0 months and no weight for height', () => {
    const z = (ageMonths: number) =>
      scoreChild('5_to_19', { sex: 'female', ageMonths, weightKg: 33, heightCm: 139 }).z.map(
        (one) => one !== undefined,
      )
    expect(z(59.9)).toEqual([false, false, false, false])
    expect(z(60)).toEqual([true, true, true, false])
    expect(z(120)).toEqual([true, true, true, false])
    expect(z(120.1)).toEqual([true, false, true, false])
    expect(z(228.1)).toEqual([false, false, false, false])
  })
})

describe('survey', () => {
  const stunted = { sex: 'male', ageDays: 400, ageMonths: 13.1, heightCm: 68, weightKg: 8 } as const
  const usual = { sex: 'female', ageDays: 400, ageMonths: 13.1, heightCm: 75, weightKg: 9.4 } as const
  it('leaves flagged z-scores out of their index only, and counts oedema without a weight', () => {
    const survey = accumulateSurvey()
    survey.add(stunted, NOWHERE)
    survey.add(usual, NOWHERE)
    survey.add({ ...usual, heightCm: 140 }, NOWHERE)
    survey.add({ oedema: true }, NOWHERE)
    survey.add({ ...usual, ageDays: 1840, ageMonths: 60.5, oedema: true }, NOWHERE)
    survey.refuse()
    const summary = survey.summary()
    expect(summary).toMatchObject({ rows: 6, refusedRows: 1, analysed: 4, leftOut: 1, boys: 1, girls: 2 })
    expect(summary.named.stunting).toMatchObject({ count: 1, of: 2, percent: 50 })
    expect(summary.named.wasting).toMatchObject({ count: 1, of: 3 })
    expect(summary.indices.length_height_for_age.flagged).toMatchObject({ count: 1, of: 3 })
    expect(figure(summary, 'All', 'weight_for_age', 'below_-3').n).toBe(4)
    expect(figure(summary, 'Sex: Male', 'weight_for_age', 'below_-3').n).toBe(1)
    expect(figure(summary, 'Age group: 36-47 mo', 'weight_for_age', 'mean_z')).toMatchObject({
      n: 0,
      estimate: undefined,
    })
  })
  it('lists groups in the order of WHO, and none of a column with too many values', () => {
    const survey = accumulateSurvey()
    for (let i = 0; i < 150; i++)
      survey.add(usual, {
        groups: { wealth: String(5 - (i % 5)), residence: i % 2 ? 'rural' : 'urban', region: `r${i}` },
      })
    const { tables, design } = survey.summary()
    const groups = [...new Set(tables.map(({ group }) => group))]
    expect(groups.slice(0, 9)).toEqual([
      'All',
      ...['00-05', '06-11', '12-23', '24-35', '36-47', '48-59'].map((band) => `Age group: ${band} mo`),
      'Sex: Female',
      'Sex: Male',
    ])
    expect(groups.slice(-7)).toEqual([
      'Area: urban',
      'Area: rural',
      'Wealth quintile: Q1: Poorest',
      ...[2, 3, 4].map((q) => `Wealth quintile: Q${q}`),
      'Wealth quintile: Q5: Richest',
    ])
    expect(design.notes).toEqual(['region has more than 100 different values and is not tabulated'])
  })
  it('takes one cluster for none, and a child without a cluster out', () => {
    const zs = [68, 70, 75, 78, 80]
    const run = (place: (i: number) => SurveyPlace) => {
      const survey = accumulateSurvey()
      zs.forEach((heightCm, i) => {
        survey.add({ ...usual, heightCm }, place(i))
      })
      return survey.summary()
    }
    const same = run(() => ({ cluster: '7', groups: {} }))
    expect(same.tables).toEqual(run(() => NOWHERE).tables)
    expect(same.design.notes).toHaveLength(1)
    expect(run((i) => ({ cluster: i === 0 ? '' : String(i), groups: {} }))).toMatchObject({
      analysed: 4,
      leftOut: 1,
    })
  })

  const row = fc.record({
    stratum: fc.constantFrom('a', 'b', 'c'),
    cluster: fc.constantFrom('1', '2', '3', '4'),
    weight: fc.constantFrom(0, 0.5, 1, 2.25),
    heightCm: fc.option(
      fc.integer({ min: 620, max: 880 }).map((mm) => mm / 10),
      { nil: undefined },
    ),
    sex: fc.constantFrom('male', 'female'),
  })
  /** The definition, word by word: totals of clusters in a stratum around their mean, of w (x − m) / Σw. */
  function byDefinition(
    rows: readonly { unit: string; stratum: string; w: number; x: number | undefined }[],
  ) {
    const counted = rows.filter(({ x }) => x !== undefined)
    const sum = counted.reduce((total, { w }) => total + w, 0)
    const mean = counted.reduce((total, { w, x }) => total + w * x!, 0) / sum
    let variance = 0
    for (const stratum of new Set(rows.map((one) => one.stratum))) {
      const totals = new Map<string, number>()
      for (const { unit, stratum: own, w, x } of rows)
        if (own === stratum)
          totals.set(unit, (totals.get(unit) ?? 0) + (x === undefined ? 0 : (w * (x - mean)) / sum))
      const values = [...totals.values()]
      const centre = values.length > 1 ? values.reduce((a, b) => a + b, 0) / values.length : 0
      const squares = values.reduce((a, b) => a + (b - centre) ** 2, 0)
      variance += values.length > 1 ? (squares * values.length) / (values.length - 1) : squares
    }
    return { mean, error: Math.sqrt(variance), sum }
  }
  it.each([
    { strata: true, clusters: true, weights: true },
    { strata: true, clusters: false, weights: true },
    { strata: false, clusters: true, weights: false },
    { strata: false, clusters: false, weights: true },
    { strata: false, clusters: false, weights: false },
  ])('law: estimates and standard errors are those of the definition, with %o', (design) => {
    fc.assert(
      fc.property(fc.array(row, { minLength: 4, maxLength: 60 }), (rows) => {
        fc.pre(!design.clusters || new Set(rows.map(({ cluster }) => cluster)).size > 1)
        const survey = accumulateSurvey({ design, ages: 'under_5' })
        const scored = rows.map(({ heightCm, sex, ...place }, i) => {
          const child = { sex, ageDays: 400, ageMonths: 13.1, heightCm } as SurveyChild
          survey.add(child, { ...place, groups: {} })
          const { z, flagged } = scoreChild('under_5', child)
          return {
            unit: design.clusters ? place.cluster : String(i),
            stratum: design.strata ? place.stratum : '',
            w: design.weights ? place.weight : 1,
            z: flagged[0] ? undefined : z[0],
            sex,
          }
        })
        const summary = survey.summary()
        for (const [group, isIn] of [
          ['All', () => true],
          ['Sex: Male', (sex: string) => sex === 'male'],
        ] as const)
          for (const [statistic, value, scale] of [
            ['below_-2', (z: number) => Number(z < -2), 100],
            ['mean_z', (z: number) => z, 1],
          ] as const) {
            const ours = figure(summary, group, 'length_height_for_age', statistic)
            const direct = byDefinition(
              scored.map((one) => ({
                ...one,
                x: isIn(one.sex) && one.z !== undefined ? value(one.z) : undefined,
              })),
            )
            if (!(direct.sum > 0)) expect(ours.estimate).toBeUndefined()
            else {
              expect(ours.estimate).toBeCloseTo(direct.mean * scale, 8)
              expect(ours.standardError).toBeCloseTo(direct.error * scale, 6)
              expect(ours.nWeighted).toBeCloseTo(direct.sum, 8)
            }
          }
      }),
      { numRuns: 60 },
    )
  })
  it('does not depend on the order of the rows', () => {
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 50 }), (rows) => {
        const run = (order: typeof rows) => {
          const survey = accumulateSurvey({ ages: 'under_5' })
          for (const { heightCm, sex, ...place } of order)
            survey.add({ sex, ageDays: 400, ageMonths: 13.1, heightCm } as SurveyChild, {
              ...place,
              groups: {},
            })
          return survey.summary().tables.map(({ estimate, n }) => [estimate?.toFixed(8), n])
        }
        expect(run(rows)).toEqual(run([...rows].reverse()))
      }),
      { numRuns: 50 },
    )
  })
})
