import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Inputs } from '../metrics/inputs.ts'
import { baselineOf, type ModelledPerson } from './energy-balance.ts'
import { planTrajectory } from './plan-trajectory.ts'
import { runTask } from './run-task.ts'
import { LOWEST_INTAKE_KCAL } from './safe-plan.ts'
import { weightGoal } from './weight-goal.ts'

const anyAdult: fc.Arbitrary<ModelledPerson> = fc
  .record({
    sex: fc.constantFrom('male' as const, 'female' as const),
    ageYears: fc.integer({ min: 20, max: 75 }),
    heightCm: fc.integer({ min: 150, max: 195 }),
    bmi: fc.double({ min: 18, max: 50, noNaN: true }),
    physicalActivityLevel: fc.double({ min: 1.3, max: 2.2, noNaN: true }),
  })
  .map(({ bmi, ...rest }) => ({ ...rest, weightKg: bmi * (rest.heightCm / 100) ** 2 }))
const bmiOf = (kg: number, heightCm: number) => kg / (heightCm / 100) ** 2

describe('plans do no harm', () => {
  it('whatever is asked, a plan of loss ends above BMI 18.5, is not too fast and keeps the lowest intake', () =>
    fc.assert(
      fc.property(
        anyAdult,
        fc.double({ min: 30, max: 150, noNaN: true }),
        fc.integer({ min: 1, max: 700 }),
        (person, targetKg, days) => {
          const { summary, feasibility } = weightGoal(person, { targetKg, days })
          const baseKcal = baselineOf(person).intakeKcal
          const reached = summary.reached_weight_kg!
          if (reached < person.weightKg - 0.01) {
            expect(bmiOf(reached, person.heightCm)).toBeGreaterThan(18.49)
            expect(summary.intake_kcal).toBeGreaterThanOrEqual(
              Math.min(baseKcal, LOWEST_INTAKE_KCAL[person.sex]) - 1e-6,
            )
            const perWeek = ((person.weightKg - reached) / summary.days!) * 7
            // A whole day more or less matters in a plan of a few days.
            expect(perWeek).toBeLessThan(Math.max(1, person.weightKg / 100) * 1.01 + 7 / summary.days!)
          }
          if (feasibility.feasible) expect(reached).toBeCloseTo(targetKg, 1)
          else expect(feasibility.nearest).toBeDefined()
        },
      ),
      { numRuns: 25 },
    ))

  it('whatever is eaten, a course keeps fat, weight and intake possible', () =>
    fc.assert(
      fc.property(
        anyAdult,
        fc.integer({ min: -6000, max: 3000 }),
        fc.integer({ min: 1, max: 1500 }),
        (person, intakeChangeKcal, days) => {
          const { summary } = planTrajectory(person, { intakeChangeKcal, days })
          expect(summary.end_weight_kg).toBeGreaterThan(0)
          expect(summary.end_fat_kg).toBeGreaterThan(0)
          if (summary.end_weight_kg! < person.weightKg - 0.01)
            expect(bmiOf(summary.end_weight_kg!, person.heightCm)).toBeGreaterThan(18.49)
        },
      ),
      { numRuns: 25 },
    ))

  it('keeps the weight of somebody at the very limit', () => {
    const person = {
      sex: 'female',
      ageYears: 30,
      heightCm: 165,
      weightKg: 18.505 * 1.65 ** 2,
      physicalActivityLevel: 1.5,
    } as const
    const { summary, feasibility } = planTrajectory(person, { intakeChangeKcal: -900, days: 100 })
    expect(feasibility.feasible).toBe(false)
    expect(bmiOf(summary.end_weight_kg!, person.heightCm)).toBeGreaterThan(18.5)
  })

  it('refuses to lose while underweight', () => {
    const thin: Inputs = { sex: 'female', ageYears: 30, heightCm: 170, weightKg: 50 }
    const goal = runTask({ task: 'weight_goal', targetKg: 48, days: 90 }, thin)
    expect(goal.feasibility.reason).toMatch(/present weight is underweight/)
    expect(goal.summary.reached_weight_kg).toBeCloseTo(50, 1)
    const eating = runTask({ task: 'weight_trajectory', intakeChangeKcal: -200, days: 90 }, thin)
    expect(eating.feasibility.feasible).toBe(false)
    expect(eating.summary.end_weight_kg).toBeCloseTo(50, 6)
  })

  it('makes no plan in pregnancy, and gives the gain where it is known', () => {
    const pregnant: Inputs = {
      sex: 'female',
      ageYears: 30,
      heightCm: 165,
      weightKg: 70,
      pregnant: true,
      prePregnancyWeightKg: 62,
    }
    const { feasibility, summary, answer } = runTask(
      { task: 'weight_goal', targetKg: 60, days: 90 },
      pregnant,
    )
    expect(feasibility).toMatchObject({ feasible: false, nearest: { gain_min_kg: 11.5, gain_max_kg: 16 } })
    expect(summary).toEqual({})
    expect(answer).toMatch(/midwife/)
  })
})
