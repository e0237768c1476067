import type { Population } from '../metrics/card.ts'
import type { Condition } from '../metrics/conditions.ts'
import type { Sex } from '../person.ts'
import type { BirthReading } from './dates.ts'
import type { Quantity } from './quantity.ts'
import type { AmbiguityKind, Facts, NumericInput, StatedMetric, Target } from './structured-query.ts'
import type { Time } from './times.ts'

export type Span = { readonly start: number; readonly end: number }

/** A quantity with the field it was given to, before units, conflicts and plausibility are settled. */
export type Reading = Span & {
  /** `length` is a length whose site is still open. */
  readonly field: NumericInput | 'length'
  readonly quantity: Quantity
  /** When it holds, from its clause. */
  readonly time: Time
  /** Takes the place of what was said of this field before. */
  readonly corrects: boolean
  /** Said to be wrong: "not 80 kg". */
  readonly negated: boolean
  /** A bare number taken as an age because of where it stands. */
  readonly bareAge?: true
  /** One of several values over time, of which the last holds. */
  readonly series?: true
  /** Said to be corrected for preterm birth, or not to be. */
  readonly ageOf?: 'corrected' | 'actual'
  /** The label asks for another dimension than the unit has. */
  readonly mismatch?: true
  readonly site?: 'unknown'
}

/** A change of weight that has happened: "lost 6 kg in 3 months", "wt loss 10 % 6/12". */
export type Change = Span & {
  readonly kind: 'loss' | 'gain'
  /** Only thought of: "if I lost 10 kg". */
  readonly supposed?: true
  readonly kg?: number
  readonly percent?: number
  readonly months?: number
}

/** A bare number in a slot of its own, which may turn out to be the age. */
type Slot = Span & {
  readonly quantity: Quantity
  readonly alone: boolean
  /** "retired at 60": an age of another time, if anything. */
  readonly at?: true
  /** "70 kg / 165": after a weight in kg and a slash. */
  readonly slashed?: true
  readonly time: Time
}

/** A person while the text is still being read. */
export type Draft = {
  identity: string | undefined
  label: string
  /** Name beside a relation: "my son Tom". */
  alias: string | undefined
  sex: Sex | undefined
  sexUnclear: Span | undefined
  /** Spoken of as he or she: not the speaker. */
  third: boolean
  adult: boolean
  /** "boy", "daughter": a child by the word, where no age is given. */
  young: boolean
  readings: Reading[]
  slots: Slot[]
  facts: Facts
  conditions: Set<Condition>
  population: Population | undefined
  targets: Target[]
  changes: Change[]
  /** What the scale shows too much, kg; negative where it shows too little. */
  scaleKg: number
  /** Where the usual weight was given, against which a loss is measured. */
  usual: Span | undefined
  stated: (StatedMetric & { readonly time: Time })[]
  vague: Span | undefined
  birth: (Span & { reading: BirthReading }) | undefined
  /** Date of the measurement. */
  measured: (Span & { reading: BirthReading }) | undefined
  /** Date on which the birth was expected. */
  due: (Span & { reading: BirthReading }) | undefined
  /** Which birthday a date that follows is. */
  birthday: number | undefined
  bornNow: boolean
  /** Time since the last period of the mother, of a child already born. */
  menstrual: Quantity | undefined
  /** A child that is not born yet is spoken of, from a scan. */
  fetal: boolean
  /** Said to be born before term. */
  preterm: Span | undefined
  /** "newborn": the age is that at birth where the birth is what is spoken of. */
  newborn: boolean
  flaws: { field: NumericInput | '?'; kind: AmbiguityKind; span: Span; candidates?: readonly number[] }[]
}

export const newDraft = (identity: string | undefined, label: string): Draft => ({
  identity,
  label,
  alias: undefined,
  sex: undefined,
  sexUnclear: undefined,
  third: false,
  adult: false,
  young: false,
  readings: [],
  slots: [],
  facts: {},
  conditions: new Set(),
  population: undefined,
  targets: [],
  changes: [],
  scaleKg: 0,
  usual: undefined,
  stated: [],
  vague: undefined,
  birth: undefined,
  measured: undefined,
  due: undefined,
  birthday: undefined,
  bornNow: false,
  menstrual: undefined,
  fetal: false,
  preterm: undefined,
  newborn: false,
  flaws: [],
})

/** Returns whether a person has any measurement. */
export const hasData = (draft: Draft): boolean =>
  draft.readings.length > 0 ||
  draft.slots.length > 0 ||
  draft.birth !== undefined ||
  draft.menstrual !== undefined ||
  draft.flaws.length > 0
