/** What a unit measures; a quantity converts only within its dimension. */
export type Dimension = 'length' | 'mass' | 'time' | 'energy' | 'power' | 'area' | 'ratio'

/** One unit: its size in the base unit of its dimension (cm, kg, day, kcal, kcal/day, m², 1). */
export type Unit = { readonly dimension: Dimension; readonly toBase: number }

/**
 * Units by canonical symbol. Inch, pound and their multiples are exact by the international yard and pound
 * agreement of 1959; the kilocalorie is the thermochemical one, 4.184 kJ; a month is 30.4375 days.
 */
export const UNITS = {
  mm: { dimension: 'length', toBase: 0.1 },
  cm: { dimension: 'length', toBase: 1 },
  m: { dimension: 'length', toBase: 100 },
  in: { dimension: 'length', toBase: 2.54 },
  ft: { dimension: 'length', toBase: 30.48 },
  g: { dimension: 'mass', toBase: 0.001 },
  kg: { dimension: 'mass', toBase: 1 },
  oz: { dimension: 'mass', toBase: 0.028349523125 },
  lb: { dimension: 'mass', toBase: 0.45359237 },
  st: { dimension: 'mass', toBase: 6.35029318 },
  day: { dimension: 'time', toBase: 1 },
  week: { dimension: 'time', toBase: 7 },
  month: { dimension: 'time', toBase: 30.4375 },
  year: { dimension: 'time', toBase: 365.25 },
  kcal: { dimension: 'energy', toBase: 1 },
  kJ: { dimension: 'energy', toBase: 1 / 4.184 },
  MJ: { dimension: 'energy', toBase: 1000 / 4.184 },
  'kcal/day': { dimension: 'power', toBase: 1 },
  'MJ/day': { dimension: 'power', toBase: 1000 / 4.184 },
  'm²': { dimension: 'area', toBase: 1 },
  'cm²': { dimension: 'area', toBase: 0.0001 },
  'ft²': { dimension: 'area', toBase: 0.09290304 },
  '%': { dimension: 'ratio', toBase: 0.01 },
} as const satisfies Record<string, Unit>

export type UnitSymbol = keyof typeof UNITS

/** Converts a value between two units of the same dimension; undefined when the dimensions differ. */
export function convert(value: number, from: UnitSymbol, to: UnitSymbol): number | undefined {
  const source: Unit = UNITS[from]
  const target: Unit = UNITS[to]
  if (source.dimension !== target.dimension) return undefined
  return from === to ? value : (value * source.toBase) / target.toBase
}
