import { dimensionOf } from '../metrics/inputs.ts'
import { UNITS, type Unit } from '../units.ts'
import { type Clause, clausesOf } from './clauses.ts'
import type { Draft, Reading } from './draft.ts'
import { type Cue, FILLERS } from './lexicon-cues.ts'
import type { FieldEntry } from './lexicon-fields.ts'
import { type Cast, newCast } from './people.ts'
import type { Quantity } from './quantity.ts'
import { type Run, runsOf } from './runs.ts'
import type { Item } from './scan.ts'
import type { Intent, NumericInput } from './structured-query.ts'

/** All that a pass over the items leaves behind. */
type Notes = {
  readonly cast: Cast
  readonly topics: Set<string>
  readonly intents: Set<Intent>
  readonly ignored: { text: string; start: number; reason: string }[]
}

type Label = { entry: FieldEntry; index: number; used: boolean }

/** State of the reader while it goes through the items. */
export type Reader = Notes & {
  readonly items: readonly Item[]
  /** Polarity and time of every item. */
  readonly clauses: readonly Clause[]
  /** Lists of like quantities, by the index of every member. */
  readonly runs: ReadonlyMap<number, Run>
  readonly source: string
  label: Label | undefined
  readonly labels: Label[]
  /** The label that the quantity being read was given by, if any. */
  used: Label | undefined
  /** Index of the item after the last quantity or strong break. */
  windowFrom: number
  /** Cues since the last quantity, strong breaks crossed. */
  cues: Map<Cue, number>
  correctionAt: number
  /** A word that asks for a meaning, a formula or a limit occurred. */
  defines: boolean
  /** A list of values over time is open: the unit named in its head, if any. */
  series: { readonly unit: Unit | undefined } | undefined
  lastQuantityAt: number
  last: { reading: Reading; draft: Draft } | undefined
  /** Units of the measure before, for a bare number that is another value of it. */
  adopted: readonly Unit[] | undefined
  /** Cues that were said of the number before them. */
  readonly spent: Set<number>
  /** Field of the list that is being read, for its members without a unit. */
  listField: Reading['field'] | undefined
  /** Indices of items that were read ahead. */
  readonly consumed: Set<number>
}

/** Creates a reader at the beginning of a text. */
export function newReader(items: readonly Item[], source: string): Reader {
  return {
    items,
    clauses: clausesOf(items),
    runs: runsOf(items),
    source,
    cast: newCast(),
    topics: new Set(),
    intents: new Set(),
    ignored: [],
    label: undefined,
    labels: [],
    used: undefined,
    windowFrom: 0,
    cues: new Map(),
    correctionAt: -1,
    defines: false,
    series: undefined,
    lastQuantityAt: -1,
    last: undefined,
    adopted: undefined,
    spent: new Set(),
    listField: undefined,
    consumed: new Set(),
  }
}

/** Returns whether only joining words and marks stand between two items. */
export function onlyFillers(reader: Reader, from: number, to: number, strict = false): boolean {
  for (let i = from; i < to; i++) {
    const item = reader.items[i]!
    if (item.kind === 'word') {
      if (item.text === '_' || (item.text === 'in' && reader.items[i + 1]?.kind === 'unit')) continue
      if (strict ? !STRICT.has(item.text) : !FILLERS.has(item.text)) return false
    } else if (item.kind === 'break') {
      if (item.strong || (strict && !':=-"'.includes(item.text))) return false
    } else if (item.kind === 'phrase') {
      if (
        !item.meanings.every(
          (m) =>
            (m.kind === 'cue' && JOINING.has(m.cue)) || (m.kind === 'fact' && 'position' in m.entry.fact),
        )
      )
        return false
    } else if (item.kind !== 'unit') return false
  }
  return true
}

const STRICT = new Set(['of', 'is', ':', '='])
const JOINING = new Set<Cue>([
  'present',
  'turn',
  'past_after',
  'deny',
  'copula',
  'now',
  'past',
  'skinfold',
  'circumference',
  'correction',
  'not',
  'from_change',
  'birth',
  'target',
])

/**
 * Returns the label right after a quantity: "85 cm waist", "180 cm tall"; undefined when the label has a number of its
 * own.
 */
export function labelAfter(reader: Reader, index: number): Label | undefined {
  for (let i = index + 1; i < index + 4; i++) {
    const item = reader.items[i]
    if (item === undefined || item.kind === 'quantity' || item.kind === 'person' || item.kind === 'date')
      return undefined
    if (item.kind === 'break') {
      // "165 lb (waist)" and "85 cm [waist]" do not occur; a mark ends the reach.
      return undefined
    }
    if (item.kind === 'word') {
      if (!AFTER.has(item.text)) return undefined
      continue
    }
    if (item.kind !== 'phrase') return undefined
    const field = item.meanings.find((m) => m.kind === 'field')
    if (!field) return undefined
    let next = i + 1
    while (
      reader.items[next]?.kind === 'break' &&
      '=:'.includes((reader.items[next] as { text: string }).text)
    )
      next++
    const following = reader.items[next]
    const own = reader.items[index]
    if (
      following?.kind === 'quantity' &&
      own?.kind === 'quantity' &&
      !isOfOther(field.entry, following.quantity) &&
      (following.quantity.dimension === 'none' ||
        own.quantity.dimension === 'none' ||
        following.quantity.dimension === own.quantity.dimension)
    )
      return undefined
    return { entry: field.entry, index: i, used: false }
  }
  return undefined
}

/** "180 tall 82kg": the number after the label has a unit that the measure cannot have. */
const isOfOther = ({ field }: FieldEntry, { dimension }: Quantity): boolean =>
  field !== 'unsupported' && dimension !== 'none' && dimension !== dimensionOf(field)

const AFTER = new Set(['around', 'the', 'at', 'in', 'of', 'my', 'her', 'his'])

/** Equations that read skinfolds only. */
const FOLD_TOPICS = ['fat_jackson_pollock', 'fat_durnin', 'fat_slaughter']

/** Returns the field of a label for this unit: the girth, or the skinfold when the unit is mm. */
export function fieldOf(reader: Reader, label: Label, quantity: Quantity): NumericInput | 'unsupported' {
  const { entry } = label
  if (entry.fold === undefined) return entry.field
  const millimetres = quantity.units.some((unit) => unit === UNITS.mm)
  const saidFold =
    quantity.dimension === 'none' &&
    (reader.cues.has('skinfold') || FOLD_TOPICS.some((topic) => reader.topics.has(topic)))
  return millimetres || saidFold ? entry.fold : entry.field
}
