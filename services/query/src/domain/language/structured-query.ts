import type { Population } from '../metrics/card.ts'
import type { Condition } from '../metrics/conditions.ts'
import type { InputName, Inputs, Sex } from '../metrics/inputs.ts'
import type { UnitSystem } from '../units.ts'

/** Reason why a number was not accepted. */
export type AmbiguityKind =
  | 'unit'
  | 'form'
  | 'conflict'
  | 'site'
  | 'unlabelled'
  | 'vague'
  | 'date_order'
  | 'invalid'
  | 'unclear'
  | 'implausible'
  | 'negative'
  | 'dimension'

/** A question to ask before a number can be used. The number itself is not in the inputs. */
export type Ambiguity = {
  /** Canonical input, or `?` when the field itself is unclear. */
  readonly field: InputName | '?'
  readonly kind: AmbiguityKind
  /** Sentence for people. */
  readonly message: string
  /** The literal words, with their span in the question. */
  readonly text: string
  readonly start: number
  readonly end: number
  /** The possible values in canonical units, where they can be listed. */
  readonly candidates?: readonly number[]
  /** Index into `people`; absent when it belongs to no person. */
  readonly person?: number
}

/** A number that was read, in the canonical unit of its input, with the literal span it came from. */
export type ReadValue = {
  readonly value: number
  readonly low?: number
  readonly high?: number
  readonly approximate?: true
  readonly text: string
  readonly start: number
  readonly end: number
  /** The assumption in words ("cm assumed: 180 cannot be inches, feet or metres"). */
  readonly assumption?: string
}

/** Inputs that are numbers and can be read from text. */
export type NumericInput = {
  [K in InputName]: Inputs[K] extends number | undefined ? K : never
}[InputName]

/** Facts that are not numbers: date of birth, activity, position, ancestry and conditions. */
export type Facts = Pick<
  Inputs,
  | 'birthDate'
  | 'activityLevel'
  | 'position'
  | 'ancestry'
  | 'pubertalStage'
  | 'pregnant'
  | 'oedema'
  | 'amputation'
  | 'athlete'
  | 'missingLimb'
  | 'ageIsCorrected'
  | 'preterm'
  | 'isChild'
  | 'twins'
  | 'measurementDate'
>

/** A value that held once and does not hold now: "was 80, now 76", "shrank from 160 to 153". */
export type PastValue = {
  readonly of: NumericInput
  readonly value: number
  /** The text dates it more than half a year back. */
  readonly longAgo?: true
  readonly text: string
  readonly start: number
  readonly end: number
}

/** A metric whose value the asker gives: "my BMI is 31". `topic` is of the vocabulary of `topics.ts`. */
export type StatedMetric = {
  readonly topic: string
  readonly value: number
  readonly text: string
  readonly start: number
  readonly end: number
}

/** What a person wants to reach: an input such as `weightKg`, or a topic such as `bmi`. */
export type Target = {
  readonly of: string
  readonly value: number
  readonly text: string
  readonly start: number
  readonly end: number
}

export type Person = {
  /** "self", "wife", "Mary", "patient a" … */
  readonly label: string
  readonly sex?: Sex
  readonly values: { readonly [K in NumericInput]?: ReadValue }
  readonly facts: Facts
  /** What makes usual figures wrong for this person, in the order of the text. */
  readonly conditions?: readonly Condition[]
  readonly population?: Population
  readonly targets: readonly Target[]
  /** Former values, oldest first. */
  readonly past?: readonly PastValue[]
  readonly stated?: readonly StatedMetric[]
}

/** `define`: what a metric is, how it is computed, what its limits mean; no measurement is needed. */
export type Intent = 'calculate' | 'classify' | 'compare' | 'target' | 'trajectory' | 'growth' | 'define'

/** Units in which the answer is asked for: "in stone", "how many pounds". */
export type AnswerUnits = {
  readonly mass?: 'kg' | 'lb' | 'st'
  readonly length?: 'cm' | 'in' | 'ft'
  readonly energy?: 'kcal' | 'kJ'
}

/** What the question says, without guesses: the output of the first stage. */
export type StructuredQuery = {
  readonly text: string
  readonly people: readonly Person[]
  readonly ambiguities: readonly Ambiguity[]
  /** Subjects asked for, in the vocabulary of `topics.ts` ("bmi", "bmr", "body_fat" …). */
  readonly topics: readonly string[]
  readonly intents: readonly Intent[]
  /** Units asked for in words. */
  readonly answerUnits?: AnswerUnits
  /** System of all units that the question uses; absent when they differ or there are none. */
  readonly system?: UnitSystem
  /** Content words that nothing was made of, with their spans. */
  readonly unread?: readonly { readonly text: string; readonly start: number; readonly end: number }[]
  /** Numbers that were ignored, with the reason. */
  readonly ignored: readonly { readonly text: string; readonly start: number; readonly reason: string }[]
}
