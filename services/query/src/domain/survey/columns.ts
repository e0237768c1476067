import { inputOfKey, nearestNames, plainKey } from '../metrics/input-names.ts'
import { INPUT_NAMES, inputSpec, wireNameOf } from '../metrics/inputs.ts'
import type { ReadingOptions } from '../metrics/read-inputs.ts'
import { readSexCodes } from '../metrics/read-words.ts'
import { Refusal } from '../refusal.ts'
import {
  type Layout,
  type LayoutColumn,
  layoutOf,
  PLACE_NAMES,
  type PlaceColumn,
  placeOfName,
} from './layouts.ts'

/** What the caller says about a table. */
export interface ColumnOptions {
  /** Column → parameter or place, for columns with other names; `-` leaves a column out. */
  readonly map?: Readonly<Record<string, string>> | undefined
  readonly sexCodes?: string | undefined
}

/** What becomes of one column. */
type Target =
  | {
      readonly to: 'input'
      readonly key: string
      readonly kind: string
      readonly column?: LayoutColumn | undefined
    }
  | { readonly to: 'place'; readonly place: PlaceColumn; readonly column?: LayoutColumn | undefined }

/** How the columns of a table are read. */
export interface ColumnPlan {
  readonly targetOf: (index: number) => Target | undefined
  /** Column → parameter or place. */
  readonly read: Readonly<Record<string, string>>
  readonly unread: readonly string[]
  readonly layout: string | undefined
  readonly assumed: readonly string[]
  /** How values of this layout are read. */
  readonly reading: ReadingOptions
}

const refuse = (field: string, issue: string, provided: unknown, more: object = {}): never => {
  throw new Refusal('VALIDATION_ERROR', `${field} ${issue}`, { field, issue, provided, ...more })
}

const KNOWN_NAMES: readonly string[] = [...INPUT_NAMES.map(wireNameOf), ...PLACE_NAMES]

const kindOf = (key: string) => {
  const named = inputOfKey(key)
  return named ? inputSpec(named.name).kind : 'number'
}
const targetOfName = (name: string, column?: LayoutColumn): Target | undefined => {
  const place = placeOfName(plainKey(name))
  if (place) return { to: 'place', place, column }
  return inputOfKey(name) ? { to: 'input', key: name, kind: kindOf(name), column } : undefined
}

function mappedTarget(column: string, name: string): Target | undefined {
  if (name === '-') return undefined
  return (
    targetOfName(name) ??
    refuse('map', `names "${name}" for column "${column}", which is not a parameter`, `${column}=${name}`, {
      nearest: nearestNames(name, KNOWN_NAMES),
    })
  )
}

/** Layout columns of this table: of several for the same thing only the first. */
function layoutTargets(
  layout: Layout,
  present: ReadonlySet<string>,
): ReadonlyMap<string, Target | undefined> {
  const targets = new Map<string, Target | undefined>()
  const taken = new Set<string>()
  // Age in days and in months say the same; days are exact.
  const meaning = (as: string) => (as === 'age_months' ? 'age_days' : as)
  for (const [name, column] of Object.entries(layout.columns)) {
    if (!present.has(name)) continue
    targets.set(name, taken.has(meaning(column.as)) ? undefined : targetOfName(column.as, column))
    taken.add(meaning(column.as))
  }
  return targets
}

const describe = (target: Target) => (target.to === 'input' ? target.key : target.place)

/**
 * Finds out what the columns of a table hold: what the caller mapped, then what a known layout says, then by name in any
 * spelling. A parameter that two columns claim by the same name is refused.
 */
export function planColumns(
  header: readonly string[],
  { map = {}, sexCodes }: ColumnOptions = {},
): ColumnPlan {
  const plain = header.map(plainKey)
  const present = new Set(plain)
  const layout = layoutOf(present)
  const known = layout ? layoutTargets(layout, present) : undefined
  const mapped = new Map(Object.entries(map).map(([column, name]) => [plainKey(column), { column, name }]))
  for (const [key, { column, name }] of mapped)
    if (!present.has(key))
      refuse('map', `names the column "${column}", which the table does not have`, `${column}=${name}`, {
        nearest: nearestNames(column, header.map(plainKey).slice(0, 200)),
      })
  const targets = header.map((name, i) => {
    const own = mapped.get(plain[i]!)
    if (own) return mappedTarget(own.column, own.name)
    if (known?.has(plain[i]!)) return known.get(plain[i]!)
    if (layout?.name === 'WHO Anthro' && plain[i] === 'age')
      return refuse(
        'age',
        'has no unit in the layout of WHO Anthro; map it as age=age_days or age=age_months',
        name,
      )
    return targetOfName(name)
  })
  const placed = new Map<PlaceColumn, number>()
  const claims = new Map<string, string>()
  targets.forEach((target, i) => {
    if (target?.to === 'place') {
      // Of several columns for one place, the one that carries its name counts, else the first.
      const other = placed.get(target.place)
      if (other !== undefined && plain[i] !== target.place) targets[i] = undefined
      else {
        if (other !== undefined) targets[other] = undefined
        placed.set(target.place, i)
      }
    }
    if (target?.to !== 'input') return
    const key = plainKey(target.key)
    const other = claims.get(key)
    if (other !== undefined)
      refuse(
        key,
        other === header[i]
          ? 'occurs twice in the header'
          : `is claimed by ${other} and ${header[i]}; leave one out with map`,
        header[i],
      )
    claims.set(key, header[i]!)
  })
  const codes = readSexCodes(sexCodes ?? layout?.sexCodes)
  return {
    targetOf: (index) => targets[index],
    read: Object.fromEntries(
      header.flatMap((name, i) => (targets[i] ? [[name, describe(targets[i])] as const] : [])),
    ),
    unread: header.filter((_, i) => targets[i] === undefined),
    layout: layout?.name,
    assumed: layout?.assumed ?? [],
    reading: { sexCodes: codes, dateOrder: layout?.dateOrder },
  }
}

/** Returns the known names nearest to columns that were not read. */
export function suggestionsForColumns(
  unread: readonly string[],
): Readonly<Record<string, readonly string[]>> {
  const entries = unread.slice(0, 50).map((name) => [name, nearestNames(name, KNOWN_NAMES)] as const)
  return Object.fromEntries(entries.filter(([, names]) => names.length > 0))
}

const NUMBER = /^[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][+-]?\d{1,3})?$/

/** Reads one cell as its column says. A value that does not fit is returned as it is, to be refused by name. */
export function readCell(text: string, target: Target, hasDecimalComma: boolean): unknown {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  const { column } = target
  const codes = column?.codes
  if (codes) {
    const code = trimmed.toLowerCase()
    return Object.hasOwn(codes, code)
      ? codes[code]
      : target.to === 'place' && !/^\d+$/.test(code)
        ? trimmed
        : undefined
  }
  const isNumber = target.to === 'place' ? target.place === 'sampling_weight' : target.kind === 'number'
  if (!isNumber) {
    if (column?.missingFrom !== undefined && Number(trimmed) >= column.missingFrom) return undefined
    return trimmed
  }
  // A comma in a table of commas was quoted; whether it is a decimal one is for the reader of quantities to say.
  if (!NUMBER.test(trimmed) || (trimmed.includes(',') && !hasDecimalComma)) return trimmed
  const value = Number(trimmed.replace(',', '.'))
  if (column === undefined) return value
  if (column.missingFrom !== undefined && value >= column.missingFrom) return undefined
  if (column.scale === undefined) return value
  // A tenth is divided, not multiplied, so that 123 becomes 12.3 and not 12.300000000000001.
  return column.scale < 1 ? value / Math.round(1 / column.scale) : value * column.scale
}
