import type { UnitSymbol } from '../units.ts'
import { type InputMask, maskOf } from './input-mask.ts'
import type { Given, InputName, Inputs, Sex } from './inputs.ts'

const CATEGORIES = [
  'size',
  'central_adiposity',
  'body_surface',
  'lean_and_ideal_weight',
  'body_fat',
  'muscle_bone_water',
  'energy',
  'proportion_and_physique',
  'growth',
  'estimation',
] as const
type Category = (typeof CATEGORIES)[number]

/** Where an equation or a threshold was published. */
export type Citation = {
  readonly authors: string
  readonly year: number
  readonly journal: string
  readonly title?: string
  readonly doi?: string
}

/**
 * Age from which the classes of adults apply. WHO 2007 ends with the 228th month and meets the adult cut-offs there (de
 * Onis et al. 2007).
 */
export const ADULT_CLASS_AGE_YEARS = 229 / 12

/** From this age the equations made for adults are used. */
export const ADULT_AGE_YEARS = 18

/** Who an equation was made for: adults from 18 years, children (growth), or anybody. */
type AppliesTo = 'adult' | 'child' | 'any'

/** A limit of the equation. `refuse`: no value outside it; `warn`: a value with a note. */
export type Limit = {
  readonly input: InputName
  readonly min?: number
  readonly max?: number
  readonly outside: 'refuse' | 'warn'
  readonly reason: string
}

/** A condition under which the value, or only its class, is withheld. */
export type Suppression = {
  readonly when: 'pregnant' | 'oedema' | 'amputation'
  readonly effect: 'value' | 'class'
  /** Only children or only adults. Default: both. A person without an age counts as an adult unless `isChild` is set. */
  readonly ages?: 'child' | 'adult'
  /** The condition does not hold where this input is given: a named limb makes up for an amputation. */
  readonly unless?: InputName
  readonly reason: string
}

/** Populations for which published classes differ; `general` is the default. */
export const POPULATIONS = ['general', 'asian', 'europid', 'south_asian', 'chinese', 'japanese'] as const
export type Population = (typeof POPULATIONS)[number]

/** Bands of a published classification; a value belongs to the last band whose `from` it reaches. */
export type ClassScheme = {
  readonly system: string
  readonly citation: Citation
  readonly populations?: readonly Population[]
  readonly sex?: Sex
  readonly minAgeYears?: number
  readonly maxAgeYears?: number
  /** Only with oedema, or only without. Default: both. */
  readonly oedema?: boolean
  /** `leads`: this class is told before those of other schemes. */
  readonly bands: readonly { readonly from: number; readonly label: string; readonly leads?: true }[]
}

/** Published standard error of the estimate: absolute in the card's unit, or a fraction of the value. */
type StandardError = {
  readonly kind: 'absolute' | 'relative'
  readonly value: number | Readonly<Record<Sex, number>>
  /** The error where it also depends on other inputs; `value` is then the largest one. */
  readonly of?: (inputs: Inputs) => number | undefined
  readonly note: string
}

/** What is said of the error of a card whose publication gives none. */
export const NO_PUBLISHED_ERROR = 'no published error'

/** Returns where the error of a card comes from, or that none is published. */
export const errorNoteOf = (card: Pick<EquationCard, 'standardError'>): string =>
  card.standardError?.note ?? NO_PUBLISHED_ERROR

/** Why an equation has no value for these inputs although none is missing. */
export type NoValue = { readonly noValue: string; readonly missing?: InputName }
/** Returns that an equation has no value, with the reason in a sentence for people. */
export const noValue = (reason: string, missing?: InputName): NoValue =>
  missing === undefined ? { noValue: reason } : { noValue: reason, missing }

/** One published equation with everything needed to compute it, explain it and refuse it. */
export type EquationCard = {
  /** Wire name of the metric, snake_case, unique. */
  readonly id: string
  readonly name: string
  readonly category: Category
  /** What it estimates; cards with the same quantity can be compared with one another. */
  readonly quantity: string
  readonly required: readonly InputName[]
  readonly optional: readonly InputName[]
  readonly unit: UnitSymbol
  readonly decimals: number
  readonly formula: string
  readonly citation: Citation
  readonly appliesTo: AppliesTo
  /** Growth scores: preterm children up to 24 months are scored at their corrected age. */
  readonly correctsAge: boolean
  readonly limits: readonly Limit[]
  readonly standardError?: StandardError
  readonly classes: readonly ClassScheme[]
  readonly suppressions: readonly Suppression[]
  /** Results at or beyond these bounds are impossible and are withheld (a negative mass, 110 % fat). */
  readonly possible: { readonly min: number; readonly max: number }
  /** `required`, `optional` and the conditions of `suppressions` as bits, for speed. */
  readonly masks: {
    readonly required: InputMask
    readonly optional: InputMask
    readonly suppressions: InputMask
  }
  readonly compute: (inputs: Inputs) => number | NoValue
  /** Classification that bands cannot express (somatotype). */
  readonly classify?: (value: number, inputs: Inputs) => string | undefined
  /** A remark on the value itself, such as the flag of an implausible z-score. */
  readonly remark?: (value: number, inputs: Inputs) => string | undefined
}

type CardDefinition<R extends InputName, O extends InputName> = Omit<
  EquationCard,
  | 'required'
  | 'optional'
  | 'correctsAge'
  | 'limits'
  | 'classes'
  | 'suppressions'
  | 'possible'
  | 'masks'
  | 'compute'
  | 'classify'
  | 'remark'
> & {
  readonly required: readonly R[]
  readonly optional?: readonly O[]
  readonly correctsAge?: boolean
  readonly limits?: readonly Limit[]
  readonly classes?: readonly ClassScheme[]
  readonly suppressions?: readonly Suppression[]
  readonly possible?: { readonly min: number; readonly max: number }
  readonly compute: (inputs: Given<R, O>) => number | NoValue
  readonly classify?: (value: number, inputs: Given<R, O>) => string | undefined
  readonly remark?: (value: number, inputs: Given<R, O>) => string | undefined
}

/** Any quantity here that is not signed lies above zero. */
const POSITIVE = { min: 0, max: Number.POSITIVE_INFINITY }
/** Bounds for signed quantities: z-scores, offsets, somatochart coordinates. */
export const SIGNED = { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY }

/**
 * Creates a card. The type of `compute` has exactly the inputs that the card names, with the required ones present. The
 * cast is safe because `computeMetrics` calls it only when every required input is given.
 */
export function defineCard<const R extends InputName, const O extends InputName = never>(
  definition: CardDefinition<R, O>,
): EquationCard {
  const { required, optional = [], suppressions = [] } = definition
  const { standardError, compute, classify, remark } = definition
  // The same keys in the same order for every card: the engine then reads all cards by one or two shapes.
  return {
    id: definition.id,
    name: definition.name,
    category: definition.category,
    quantity: definition.quantity,
    required,
    optional,
    unit: definition.unit,
    decimals: definition.decimals,
    formula: definition.formula,
    citation: definition.citation,
    appliesTo: definition.appliesTo,
    correctsAge: definition.correctsAge ?? false,
    limits: definition.limits ?? [],
    classes: definition.classes ?? [],
    suppressions,
    possible: definition.possible ?? POSITIVE,
    masks: {
      required: maskOf(required),
      optional: maskOf(optional),
      suppressions: maskOf(suppressions.map(({ when }) => when)),
    },
    compute: compute as EquationCard['compute'],
    ...(standardError && { standardError }),
    ...(classify && { classify: classify as NonNullable<EquationCard['classify']> }),
    ...(remark && { remark: remark as NonNullable<EquationCard['remark']> }),
  }
}
