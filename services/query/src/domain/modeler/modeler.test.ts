import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { whoIndexZ } from '../growth/who.ts'
import { Refusal } from '../refusal.ts'
import { baselineOf, type ModelledPerson, maintenanceKcal, simulateWeight } from './energy-balance.ts'
import { growthProjection } from './growth-projection.ts'
import { solveInverse } from './inverse.ts'
import { modelledPerson } from './modelled-person.ts'
import { metricSensitivity } from './sensitivity.ts'
import { weightGoal } from './weight-goal.ts'
import { weightTrajectory } from './weight-trajectory.ts'

const woman: ModelledPerson = {
  sex: 'female',
  ageYears: 40,
  heightCm: 180,
  weightKg: 80,
  physicalActivityLevel: 1.5,
}
const man: ModelledPerson = {
  sex: 'male',
  ageYears: 40,
  heightCm: 180,
  weightKg: 100,
  physicalActivityLevel: 1.5,
}
const anyPerson = fc
  .record({
    sex: fc.constantFrom('male' as const, 'female' as const),
    ageYears: fc.integer({ min: 20, max: 75 }),
    heightCm: fc.integer({ min: 150, max: 195 }),
    bmi: fc.double({ min: 22, max: 45, noNaN: true }),
    physicalActivityLevel: fc.double({ min: 1.3, max: 2.2, noNaN: true }),
  })
  .map(({ bmi, ...rest }) => ({ ...rest, weightKg: bmi * (rest.heightCm / 100) ** 2 }))

describe('the weight model', () => {
  it.each([
    [woman, -100, 30, 79.585],
    [woman, -100, 365, 77.285],
    [woman, -100, 1095, 75.548],
    [man, -500, 365, 86.39],
  ])('meets the reference course within 0.05 kg (%#)', (person, change, day, expected) => {
    const state = simulateWeight(person, { intakeChangeKcal: () => change }, day)[day]!
    expect(Math.abs(state.weightKg - expected)).toBeLessThan(0.05)
  })

  it('stays where it is without a change, and conserves the balance at the start', () =>
    fc.assert(
      fc.property(anyPerson, (person) => {
        const states = simulateWeight(person, { intakeChangeKcal: () => 0 }, 200)
        expect(states.at(-1)!.weightKg).toBeCloseTo(person.weightKg, 6)
        expect(states[0]!.expenditureKcal).toBeCloseTo(baselineOf(person).intakeKcal, 6)
      }),
      { numRuns: 30 },
    ))

  it('loses more the less is eaten, and settles at the intake that maintains', () =>
    fc.assert(
      fc.property(anyPerson, fc.integer({ min: 50, max: 400 }), (person, deficit) => {
        const end = (kcal: number) =>
          simulateWeight(person, { intakeChangeKcal: () => -kcal }, 365).at(-1)!.weightKg
        expect(end(deficit + 50)).toBeLessThan(end(deficit))
        const settled = simulateWeight(person, { intakeChangeKcal: () => -deficit }, 9000).at(-1)!
        // What is left of the slowest term after 9 000 days is worth less than a kilocalorie.
        if (settled.day === 9000)
          expect(Math.abs(maintenanceKcal(person, settled.weightKg) - settled.intakeKcal)).toBeLessThan(1)
      }),
      { numRuns: 6 },
    ))

  it('has a band that holds the course, and stops before the fat is gone', () => {
    const result = weightTrajectory(woman, { intakeChangeKcal: () => -300, days: 365 })
    for (const point of result.trajectories[0]!.points) {
      expect(point.low!).toBeLessThanOrEqual(point.value)
      expect(point.high!).toBeGreaterThanOrEqual(point.value)
    }
    expect(result.sensitivity.map((influence) => influence.effect > 0)).toEqual([true, true])
    const starving = weightTrajectory(woman, { intakeChangeKcal: () => -2000, days: 3000 })
    expect(starving.feasibility.feasible).toBe(false)
    for (const state of starving.states) expect(state.fatKg).toBeGreaterThan(0)
  })

  it('refuses children and names what is missing', () => {
    expect(() => modelledPerson({ sex: 'male', ageYears: 12, heightCm: 150, weightKg: 45 })).toThrow(
      /age_years/,
    )
    expect(() => modelledPerson({ sex: 'male', ageYears: 40, heightCm: 180 })).toThrow(/weight_kg is needed/)
    expect(() => modelledPerson({ pregnant: true })).toThrow(Refusal)
  })
})

describe('the goal', () => {
  it('reaches the weight on the day and holds it after', () => {
    const result = weightGoal(man, { targetKg: 92, days: 240 })
    const course = result.trajectories[0]!.points
    expect(course[240]!.value).toBeCloseTo(92, 3)
    expect(course.at(-1)!.value).toBeCloseTo(92, 0)
    expect(result.feasibility).toEqual({ feasible: true })
    expect(result.summary.intake_change_kcal).toBeLessThan(0)
  })

  it('gives the nearest feasible when it cannot be had', () => {
    const result = weightGoal(man, { targetKg: 70, days: 30 })
    expect(result.feasibility.feasible).toBe(false)
    const nearest = result.feasibility.nearest!
    // 30 kg at the fastest safe rate of 1 kg a week, and no less than 1500 kcal a day for a man.
    expect(nearest.intake_kcal).toBeGreaterThanOrEqual(1500)
    expect(nearest.weight_kg).toBeLessThan(70.3)
    expect(nearest.days).toBeGreaterThanOrEqual(210)
    const course = simulateWeight(
      man,
      { intakeChangeKcal: () => nearest.intake_kcal! - baselineOf(man).intakeKcal },
      nearest.days!,
    )
    expect(course.at(-1)!.weightKg).toBeCloseTo(nearest.weight_kg!, 6)
  })
})

describe('the inverse', () => {
  it('finds the weight for a BMI and the waist for a ratio', () => {
    const bmi = solveInverse(
      { weightKg: 80, heightCm: 180 },
      { metric: 'bmi', target: 22, input: 'weightKg' },
    )
    expect(bmi.summary.weight_kg).toBeCloseTo(22 * 1.8 ** 2, 8)
    expect(bmi.summary.change).toBeCloseTo(22 * 1.8 ** 2 - 80, 8)
    const waist = solveInverse(
      { waistCm: 95, heightCm: 180 },
      { metric: 'waist_to_height_ratio', target: 0.5, input: 'waistCm' },
    )
    expect(waist.summary.waist_cm).toBeCloseTo(90, 8)
  })

  it('solves a growth metric and an age', () => {
    const child = { sex: 'female', ageDays: 800, heightCm: 86 } as const
    const result = solveInverse(child, { metric: 'weight_for_age_z', target: 0, input: 'weightKg' })
    expect(whoIndexZ('weight_for_age', { ...child, weightKg: result.summary.weight_kg! })).toBeCloseTo(0, 6)
    const age = solveInverse(
      { ageYears: 30 },
      { metric: 'max_heart_rate_tanaka', target: 180, input: 'ageYears' },
    )
    expect(age.summary.age_years).toBeCloseTo(40, 8)
  })

  it('brings any solvable metric back to its target', () =>
    fc.assert(
      fc.property(
        fc.double({ min: 17, max: 40, noNaN: true }),
        fc.integer({ min: 145, max: 200 }),
        (target, heightCm) => {
          const { summary, feasibility } = solveInverse(
            { heightCm },
            { metric: 'bmi', target, input: 'weightKg' },
          )
          expect(feasibility.feasible).toBe(true)
          expect(summary.weight_kg! / (heightCm / 100) ** 2).toBeCloseTo(target, 8)
        },
      ),
    ))

  it('says so when there is none, with the nearest', () => {
    const result = solveInverse({ heightCm: 180 }, { metric: 'bmi', target: 500, input: 'weightKg' })
    expect(result.feasibility.feasible).toBe(false)
    expect(result.feasibility.nearest).toHaveProperty('bmi')
    expect(() => solveInverse({}, { metric: 'bmi', target: 22, input: 'weightKg' })).toThrow(/height_cm/)
    expect(() => solveInverse({}, { metric: 'nonsense', target: 1, input: 'weightKg' })).toThrow(/no metric/)
  })
})

describe('growth projection', () => {
  const child = { sex: 'male', ageDays: 1000, heightCm: 95 } as const
  it('keeps the z-score across the change of reference', () => {
    const result = growthProjection(child, 'length_height_for_age', 3000)
    const z = result.summary.z!
    for (const point of result.trajectories[0]!.points) {
      expect(
        whoIndexZ('length_height_for_age', { sex: 'male', ageDays: 1000 + point.day, heightCm: point.value }),
      ).toBeCloseTo(z, 6)
      expect(point.low!).toBeLessThan(point.value)
      expect(point.high!).toBeGreaterThan(point.value)
    }
    expect(result.feasibility.feasible).toBe(true)
    const [influence] = result.sensitivity
    expect(influence!.input).toBe('height_cm')
    expect(influence!.perUnit).toBeGreaterThan(1)
  })

  it('gives the height velocity with its error, and ends where the tables end', () => {
    const result = growthProjection(child, 'length_height_for_age', 9000, { ageDays: 635, heightCm: 86 })
    expect(result.summary.height_velocity).toBeCloseTo(9 / (365 / 365.25), 8)
    expect(result.summary.age_then_days).toBe(6939)
    expect(result.feasibility.feasible).toBe(true)
    expect(result.assumptions.join()).toMatch(/final at 19 years/)
    const weight = growthProjection({ ...child, weightKg: 14 }, 'weight_for_age', 9000)
    expect(weight.feasibility.feasible).toBe(false)
    for (const asked of [1003, 1500.4, 6000])
      expect(growthProjection(child, 'length_height_for_age', asked).summary.age_then_days).toBe(
        Math.round(asked),
      )
    expect(
      growthProjection(child, 'length_height_for_age', 1500, { ageDays: 995, heightCm: 95 }).warnings,
    ).toContain('the change of height is within measurement error')
  })
})

describe('sensitivity', () => {
  it('ranks the inputs by their effect and gives the least real change', () => {
    const result = metricSensitivity({ weightKg: 80, heightCm: 180 }, 'bmi')
    expect(result.sensitivity.map((influence) => influence.input)).toEqual(['height_cm', 'weight_kg'])
    expect(result.sensitivity[1]!.perUnit).toBeCloseTo(1 / 1.8 ** 2, 6)
    expect(result.sensitivity[0]!.perUnit).toBeCloseTo((-2 * 80) / 1.8 ** 3 / 100, 5)
    expect(result.summary.least_real_change).toBeCloseTo(
      1.96 * Math.SQRT2 * result.summary.measurement_sd!,
      12,
    )
    expect(() => metricSensitivity({ weightKg: 80 }, 'bmi')).toThrow(/height_cm/)
    const girths = {
      sex: 'male',
      ageYears: 40,
      weightKg: 80,
      heightCm: 180,
      waistCm: 90,
      neckCm: 39,
    } as const
    const inputs = metricSensitivity(girths, 'fat_mass').sensitivity.map((influence) => influence.input)
    expect(inputs).toContain('waist_cm')
  })
})
