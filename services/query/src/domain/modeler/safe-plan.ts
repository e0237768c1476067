import type { Citation } from '../metrics/card.ts'
import { bodyMassIndex } from '../metrics/size/body-mass-index.ts'
import type { Sex } from '../person.ts'
import { Refusal } from '../refusal.ts'
import type { CitedEquation } from './model-result.ts'

/** Below this BMI an adult is underweight (WHO 2000, TRS 894). No plan ends there. */
export const LOWEST_BMI = 18.5
/**
 * Lowest planned intake without supervision, kcal/day: the lower ends of the reduced diets of the 2013 guideline for
 * men (1500–1800) and women (1200–1500).
 */
export const LOWEST_INTAKE_KCAL: Readonly<Record<Sex, number>> = { male: 1500, female: 1200 }
/** Below this intake a diet is very-low-calorie and is for clinical supervision only (NICE CG189). */
const SUPERVISED_INTAKE_KCAL = 800
/** Our choice: the largest surplus that is planned, kcal/day. */
export const HIGHEST_SURPLUS_KCAL = 1000
/** Largest deficit of a plan, kcal/day: the upper end of the usual 500 to 1000 (NHLBI 1998). */
export const LARGEST_DEFICIT_KCAL = 1000
/** Fastest planned loss: 1 kg a week, or 1 % of the weight for people above 100 kg. */
const FASTEST_LOSS_KG_PER_WEEK = 1
const FASTEST_LOSS_SHARE_PER_WEEK = 0.01
/** Rates assumed when a question names a weight and no time, kg/week. */
export const USUAL_LOSS_KG_PER_WEEK = 0.5
export const USUAL_GAIN_KG_PER_WEEK = 0.25

const JENSEN_2014: Citation = {
  authors: 'Jensen MD, Ryan DH, Apovian CM, et al.',
  year: 2014,
  journal: 'Circulation 129 Suppl 2:S102–S138',
  title: '2013 AHA/ACC/TOS guideline for the management of overweight and obesity in adults',
  doi: '10.1161/01.cir.0000437739.71477.ee',
}
const NHLBI_1998: Citation = {
  authors: 'National Heart, Lung, and Blood Institute',
  year: 1998,
  journal: 'NIH Publication 98-4083',
  title:
    'Clinical guidelines on the identification, evaluation, and treatment of overweight and obesity in adults',
}

/** The limits of every plan, with their sources. */
export const SAFE_LIMITS: readonly CitedEquation[] = [
  {
    name: 'Lowest intake of a plan',
    equation:
      'men 1500, women 1200 kcal/day; below 800 kcal/day under clinical supervision only (NICE CG189)',
    citation: JENSEN_2014,
  },
  {
    name: 'Fastest loss of a plan',
    equation: 'about 0.5–1 kg a week; here at most 1 kg or 1 % of the weight a week',
    citation: NHLBI_1998,
  },
]

/** Returns the fastest safe loss in kg per week for a weight. */
export const fastestLossKgPerWeek = (weightKg: number): number =>
  Math.max(FASTEST_LOSS_KG_PER_WEEK, FASTEST_LOSS_SHARE_PER_WEEK * weightKg)

/** Returns the weight in kg at which somebody of a height is no longer underweight. */
export const lowestHealthyKg = (heightCm: number): number => LOWEST_BMI * (heightCm / 100) ** 2

/** Returns whether a weight is underweight for an adult. */
export const isUnderweight = (weightKg: number, heightCm: number): boolean =>
  bodyMassIndex(weightKg, heightCm) < LOWEST_BMI - 1e-9

/** Returns the lowest intake of a plan, kcal/day. Refuses an intake that is for clinical supervision only. */
export function lowestIntakeKcal(sex: Sex, asked: number | undefined): number {
  if (asked === undefined) return LOWEST_INTAKE_KCAL[sex]
  if (asked < SUPERVISED_INTAKE_KCAL)
    throw new Refusal(
      'VALIDATION_ERROR',
      `lowest_intake_kcal must be at least ${SUPERVISED_INTAKE_KCAL}: less is for clinical supervision only`,
      {
        field: 'options.lowest_intake_kcal',
        issue: `must be at least ${SUPERVISED_INTAKE_KCAL}: less is for clinical supervision only (NICE CG189)`,
        provided: asked,
      },
    )
  return asked
}

/** What is said beside every plan that was refused. */
export const SEE_CLINICIAN = 'talk to a doctor or dietitian before you change your diet'
