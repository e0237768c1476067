import { atMost, type Row } from '@assay/kit/testing-report'
import { type ModelledPerson, simulateWeight } from '../src/domain/modeler/energy-balance.ts'
import { solveInverse } from '../src/domain/modeler/inverse.ts'
import { weightGoal } from '../src/domain/modeler/weight-goal.ts'

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

/** Reference courses of the design, from an independent port of the model. */
const COURSES = [
  { name: 'woman −100 kcal/day', person: woman, change: -100, day: 30, expectedKg: 79.585 },
  { name: 'woman −100 kcal/day', person: woman, change: -100, day: 365, expectedKg: 77.285 },
  { name: 'woman −100 kcal/day', person: woman, change: -100, day: 1095, expectedKg: 75.548 },
  { name: 'man −500 kcal/day', person: man, change: -500, day: 365, expectedKg: 86.39 },
] as const

/** The weight model at its reference values, the goal at its target and the inverse at its target. */
export function modelerRows(): { rows: readonly Row[]; notes: readonly string[] } {
  const rows: Row[] = COURSES.map(({ name, person, change, day, expectedKg }) => {
    const weightKg = simulateWeight(person, { intakeChangeKcal: () => change }, day)[day]!.weightKg
    return atMost(
      `Hall 2011, ${name}, day ${day}, kg off`,
      Math.abs(weightKg - expectedKg),
      0.05,
      `${expectedKg} kg`,
    )
  })
  const goal = weightGoal(man, { targetKg: 92, days: 240 }).trajectories[0]!.points[240]!.value
  rows.push(atMost('goal: weight on the day, kg off', Math.abs(goal - 92), 0.01, 'target 92 kg'))
  const weightKg = solveInverse({ heightCm: 180 }, { metric: 'bmi', target: 22, input: 'weightKg' }).summary
    .weight_kg!
  rows.push(
    atMost('inverse: weight for BMI 22, kg off', Math.abs(weightKg - 71.28), 1e-6, '22·1.8² = 71.28 kg'),
  )
  return { rows, notes: [] }
}
