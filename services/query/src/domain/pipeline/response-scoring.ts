import type { EquationCard } from '../metrics/card.ts'
import { type InputName, type Inputs, inputSpec } from '../metrics/inputs.ts'
import { prepareInputs } from '../metrics/prepare.ts'
import { inputsForCard } from '../metrics/preterm.ts'
import { ALL_CARDS } from '../metrics/registry.ts'
import { measurementSd } from '../modeler/measurement-error.ts'
import { normal, seededRandom } from './random.ts'
import type { Grounded, GroundedPerson } from './semantic-grounding.ts'
import type { Candidate } from './solution-generation.ts'

export type Scored = Candidate & {
  /** validity × precision × completeness, 0–1. */
  readonly score: number
  readonly validity: number
  readonly precision: number
  readonly completeness: number
  /** Middle 95 % of the value over the error of measurement of its inputs; for metrics asked for, not for alternatives. */
  readonly measurementInterval?: readonly [number, number]
  /** Standard deviation of the value from the error of measurement alone. */
  readonly measurementSd: number
}

/** Draws for one answer together: an answer about many people gets fewer draws for each. */
const DRAW_BUDGET = 20_000
const LEAST_DRAWS = 25
/** Draws per candidate: the 2.5 % points of 200 draws are within about a tenth of a standard deviation. */
const DRAWS = 200
/** "About 80 kg": people round to about this share. Our choice. */
const ABOUT_SHARE = 0.02
/** An input outside the published limits, an assumed adult, an estimated body fat; our choices, in this order. */
const OUTSIDE_LIMITS = 0.6
const PER_NOTE = 0.95
const ESTIMATED_INPUT = 0.8

/**
 * An equation whose error was not published is not better than one whose error was: it is supposed to have the largest
 * published standard error among the equations for the same quantity, in its unit; none where none has any.
 */
function supposedError(card: EquationCard): number {
  return LARGEST_ERRORS.get(`${card.quantity} ${card.unit}`) ?? 0
}
const LARGEST_ERRORS: ReadonlyMap<string, number> = (() => {
  const errors = new Map<string, number>()
  for (const { quantity, unit, standardError } of ALL_CARDS) {
    if (standardError?.kind !== 'absolute') continue
    const { value } = standardError
    const size = typeof value === 'number' ? value : Math.max(value.male, value.female)
    const key = `${quantity} ${unit}`
    errors.set(key, Math.max(size, errors.get(key) ?? 0))
  }
  return errors
})()

type Vary = (random: () => number) => number

/** How one input varies: over its range, by rounding, or by the usual error of measurement. */
function variation(person: GroundedPerson | undefined, name: InputName, value: number): Vary | undefined {
  const source = person?.sources[name]
  const read = source?.from === 'question' ? source.read : undefined
  if (read?.low !== undefined && read.high !== undefined) {
    const { low, high } = read
    return (random) => low + (high - low) * random()
  }
  const sd = Math.max(measurementSd(name, value), read?.approximate ? ABOUT_SHARE * value : 0)
  return sd > 0 ? (random) => value + sd * normal(random) : undefined
}

/** Scores every candidate; the same seed gives the same scores. */
export function scoreCandidates(
  candidates: readonly Candidate[],
  grounded: Grounded,
  seed: number,
): readonly Scored[] {
  const asked = candidates.filter((candidate) => candidate.asked).length
  const draws = Math.max(LEAST_DRAWS, Math.min(DRAWS, Math.floor(DRAW_BUDGET / Math.max(1, asked))))
  return candidates.map((candidate, index) =>
    scoreOne(
      candidate,
      grounded.people.find((person) => person.index === candidate.person),
      seededRandom(seed + 7919 * index),
      draws,
    ),
  )
}

function scoreOne(
  candidate: Candidate,
  person: GroundedPerson | undefined,
  random: () => number,
  draws: number,
): Scored {
  const { metric, inputs } = candidate
  const spread = candidate.asked ? propagate(candidate, person, random, draws) : undefined
  const sd = Math.hypot(spread?.sd ?? 0, metric.standardError ?? supposedError(metric.card))
  const scale = metric.card.unit === 'SD' || metric.card.possible.min < 0 ? 1 : Math.abs(metric.value)
  const precision = 1 / (1 + (scale > 0 ? sd / scale : sd))
  const notes = metric.notes.length
  const estimated = metric.notes.some((note) => note.startsWith('body fat not measured'))
  const validity =
    (metric.withinLimits ? 1 : OUTSIDE_LIMITS) * PER_NOTE ** notes * (estimated ? ESTIMATED_INPUT : 1)
  const { required } = metric.card
  // A condition that is not stated is not missing.
  const optional = metric.card.optional.filter((name) => !isCondition(name))
  const present = optional.filter((name) => inputs[name] !== undefined).length
  const completeness = (required.length + present) / (required.length + optional.length)
  const score = validity * precision * (0.8 + 0.2 * completeness)
  return {
    ...candidate,
    score,
    validity,
    precision,
    completeness,
    measurementSd: spread?.sd ?? 0,
    ...(spread && { measurementInterval: spread.interval }),
  }
}

/** Inputs that change how a metric is read and that most people rightly do not state. */
const isCondition = (name: InputName): boolean =>
  inputSpec(name).kind === 'flag' || name === 'missingLimb' || name === 'gestationalAgeWeeks'

function propagate(
  { metric, inputs }: Candidate,
  person: GroundedPerson | undefined,
  random: () => number,
  draws: number,
): { sd: number; interval: readonly [number, number] } | undefined {
  const varied: [InputName, Vary][] = []
  for (const name of metric.inputsUsed) {
    const value = inputs[name]
    const vary = typeof value === 'number' ? variation(person, name, value) : undefined
    if (vary) varied.push([name, vary])
  }
  if (varied.length === 0) return undefined
  const ageVaries = varied.some(([name]) => name === 'ageYears')
  const values: number[] = []
  const draw: Record<string, unknown> = { ...inputs }
  for (let i = 0; i < draws; i++) {
    for (const [name, vary] of varied) draw[name] = vary(random)
    const value = metric.card.compute(inputsForCard(metric.card, ageVaries ? reaged(draw) : (draw as Inputs)))
    if (typeof value === 'number' && Number.isFinite(value)) values.push(value)
  }
  if (values.length < draws / 2) return undefined
  values.sort((a, b) => a - b)
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const sd = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
  const at = (share: number) => values[Math.min(values.length - 1, Math.round(share * (values.length - 1)))]!
  return { sd, interval: [at(0.025), at(0.975)] }
}

/** A varied age in years must not keep the days and months of the stated one. */
function reaged(draw: Readonly<Record<string, unknown>>): Inputs {
  const { ageDays: _d, ageMonths: _m, birthDate: _b, measurementDate: _t, ...rest } = draw
  return prepareInputs(rest as Inputs)
}
