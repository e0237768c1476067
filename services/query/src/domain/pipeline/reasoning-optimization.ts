import type { EquationCard } from '../metrics/card.ts'
import { ADULT_AGE_YEARS } from '../metrics/compute-metrics.ts'
import { INPUT_NAMES, type InputName, type Inputs } from '../metrics/inputs.ts'
import { ALL_CARDS, cardById } from '../metrics/registry.ts'
import { type InverseTask, inverseTasks } from './derived-tasks.ts'
import type { Knowledge } from './domain-knowledge.ts'
import type { Grounded, GroundedPerson } from './semantic-grounding.ts'

/** A measurement that would help, and how many of the metrics asked for it alone would unlock. */
export type UsefulInput = { readonly input: InputName; readonly unlocks: number; readonly person: number }

type PersonPlan = {
  readonly person: number
  readonly computable: readonly string[]
  readonly blocked: readonly { readonly id: string; readonly missing: readonly InputName[] }[]
  /** Best first. */
  readonly useful: readonly UsefulInput[]
}

export type Plan = {
  readonly people: readonly PersonPlan[]
  readonly inverse: readonly InverseTask[]
  /** Targets beyond those that are solved in one answer. */
  readonly unsolved: number
}

/** Targets solved in one answer; each costs some milliseconds. */
const MAX_INVERSE = 4

/** How easily a measurement is had, easiest first: what anybody knows, then a tape, then callipers and clinics. */
const EASE: readonly InputName[] = [
  'weightKg',
  'heightCm',
  'sex',
  'ageYears',
  'waistCm',
  'hipCm',
  'neckCm',
  'activityLevel',
  'bodyFatPercent',
  'muacCm',
  'headCm',
  'wristCm',
  'calfCm',
  'kneeHeightCm',
  'ulnaCm',
  'demispanCm',
  'motherHeightCm',
  'fatherHeightCm',
]
const easeOf = (input: InputName): number => {
  const at = EASE.indexOf(input)
  return at < 0 ? EASE.length + INPUT_NAMES.indexOf(input) : at
}

const BODY_FAT_CARDS = ALL_CARDS.filter((card) => card.category === 'body_fat' && card.unit === '%')

/** Inputs that follow from others: body fat can be estimated wherever one of its equations can be computed. */
function isKnown(inputs: Inputs, input: InputName): boolean {
  if (inputs[input] !== undefined) return true
  return (
    input === 'bodyFatPercent' &&
    BODY_FAT_CARDS.some((card) => card.required.every((name) => inputs[name] !== undefined))
  )
}

const isForAge = (card: EquationCard, ageYears: number | undefined): boolean =>
  ageYears === undefined ||
  card.appliesTo === 'any' ||
  (card.appliesTo === 'adult') === ageYears >= ADULT_AGE_YEARS

/** Walks the graph from inputs to equations for one person: what can be computed, and what one input would unlock. */
function planFor(person: GroundedPerson, ids: readonly string[]): PersonPlan {
  const { inputs } = person
  const computable: string[] = []
  const blocked: { id: string; missing: readonly InputName[] }[] = []
  const alone = new Map<InputName, number>()
  const anywhere = new Map<InputName, number>()
  for (const id of ids) {
    const card = cardById(id)
    if (card === undefined) continue
    const missing = card.required.filter((name) => !isKnown(inputs, name))
    if (missing.length === 0) {
      computable.push(id)
      continue
    }
    blocked.push({ id, missing })
    if (!isForAge(card, inputs.ageYears)) continue
    const [only] = missing
    if (missing.length === 1) alone.set(only!, (alone.get(only!) ?? 0) + 1)
    for (const name of missing) anywhere.set(name, (anywhere.get(name) ?? 0) + 1)
  }
  const useful = [...anywhere.keys()]
    .sort(
      (a, b) =>
        (alone.get(b) ?? 0) - (alone.get(a) ?? 0) ||
        (anywhere.get(b) ?? 0) - (anywhere.get(a) ?? 0) ||
        easeOf(a) - easeOf(b),
    )
    .map((input) => ({ input, unlocks: alone.get(input) ?? 0, person: person.index }))
  return { person: person.index, computable, blocked, useful }
}

/** Somebody of whom nothing is known: what to ask for first. */
const NOBODY: GroundedPerson = {
  index: 0,
  label: 'person',
  inputs: {},
  sources: {},
  population: 'general',
  conditions: [],
  targets: [],
  stated: [],
  past: [],
}

/** Plans every person's calculations and the inverse questions ("what weight for a BMI of 22"). */
export function makePlan(grounded: Grounded, knowledge: Knowledge): Plan {
  const people = (grounded.people.length > 0 ? grounded.people : [NOBODY]).map((person) =>
    planFor(person, knowledge.candidates),
  )
  const inverse = grounded.people.flatMap((person) => inverseTasks(person, grounded))
  return {
    people,
    inverse: inverse.slice(0, MAX_INVERSE),
    unsolved: Math.max(0, inverse.length - MAX_INVERSE),
  }
}
