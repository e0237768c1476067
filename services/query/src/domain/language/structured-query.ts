import type { Population } from '../metrics/card.ts'
import type { InputName, Inputs, Sex } from '../metrics/inputs.ts'

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
>

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
  readonly population?: Population
  readonly targets: readonly Target[]
}

export type Intent = 'calculate' | 'classify' | 'compare' | 'target' | 'trajectory' | 'growth'

/** What the question says, without guesses: the output of the first stage. */
export type StructuredQuery = {
  readonly text: string
  readonly people: readonly Person[]
  readonly ambiguities: readonly Ambiguity[]
  /** Subjects asked for, in the vocabulary of `topics.ts` ("bmi", "bmr", "body_fat" …). */
  readonly topics: readonly string[]
  readonly intents: readonly Intent[]
  /** Numbers that were ignored, with the reason. */
  readonly ignored: readonly { readonly text: string; readonly start: number; readonly reason: string }[]
}
