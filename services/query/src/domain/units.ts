/** What a unit measures. A value converts only into another unit of the same dimension. */
export type Dimension =
  | 'length'
  | 'mass'
  | 'age'
  | 'percent'
  | 'area'
  | 'volume'
  | 'density'
  | 'energy'
  | 'rate'
  | 'score'
  /** Units that no body measure has, such as km or mmHg: their numbers are recognised and left alone. */
  | 'other'
export type UnitSystem = 'metric' | 'imperial'

export type Unit = {
  /** How the unit is written after a number. */
  readonly symbol: string
  readonly dimension: Dimension
  /** Size in the base unit of the dimension: cm, kg, years, %, m², kcal; 1 where a dimension has one unit only. */
  readonly factor: number
  readonly system?: UnitSystem
  /** Code of the Unified Code for Units of Measure; a unit without one is sent as text only. */
  readonly ucum?: string
  /** The words and signs that people write, in lower case and separated by spaces. */
  readonly words?: string
}

export const INCHES_PER_FOOT = 12
export const POUNDS_PER_STONE = 14
export const OUNCES_PER_POUND = 16
/** Mean Julian year, as used by the growth references. */
export const DAYS_PER_YEAR = 365.25
/** One month of the WHO and CDC growth references: 365.25 / 12 days (WHO Anthro manual 2011). */
export const DAYS_PER_MONTH = 30.4375

/** International inch and pound of 1959, exact. */
const CM_PER_INCH = 2.54
const KG_PER_POUND = 0.45359237
/** Thermochemical kilocalorie. */
const KJ_PER_KCAL = 4.184

/** Every unit of the service, for the language reader, FHIR, the answers and the cards. */
export const UNITS = {
  cm: {
    symbol: 'cm',
    dimension: 'length',
    factor: 1,
    system: 'metric',
    ucum: 'cm',
    words: 'cm cms cm. centimetre centimetres centimeter centimeters zentimeter',
  },
  m: {
    symbol: 'm',
    dimension: 'length',
    factor: 100,
    system: 'metric',
    ucum: 'm',
    words: 'm mtr mtrs metre metres meter meters mètre mètres metro metros',
  },
  mm: {
    symbol: 'mm',
    dimension: 'length',
    factor: 0.1,
    system: 'metric',
    ucum: 'mm',
    words: 'mm mms millimetre millimetres millimeter millimeters',
  },
  inch: {
    symbol: 'in',
    dimension: 'length',
    factor: CM_PER_INCH,
    system: 'imperial',
    ucum: '[in_i]',
    words: 'in ins inch inches inchs "',
  },
  foot: {
    symbol: 'ft',
    dimension: 'length',
    factor: CM_PER_INCH * INCHES_PER_FOOT,
    system: 'imperial',
    ucum: '[ft_i]',
    words: "ft foot feet feets '",
  },
  kg: {
    symbol: 'kg',
    dimension: 'mass',
    factor: 1,
    system: 'metric',
    ucum: 'kg',
    words:
      "kg kgs kilo kilos kilo's kilogram kilograms kilogramm kilogramms kilogramme kilogrammes kilogramos",
  },
  g: {
    symbol: 'g',
    dimension: 'mass',
    factor: 0.001,
    system: 'metric',
    ucum: 'g',
    words: 'g gr gram grams gramm gramme grammes',
  },
  pound: {
    symbol: 'lb',
    dimension: 'mass',
    factor: KG_PER_POUND,
    system: 'imperial',
    ucum: '[lb_av]',
    words: '# lb lbs pound pounds punds pund lbm',
  },
  stone: {
    symbol: 'st',
    dimension: 'mass',
    factor: KG_PER_POUND * POUNDS_PER_STONE,
    system: 'imperial',
    words: 'st stone stones',
  },
  ounce: {
    symbol: 'oz',
    dimension: 'mass',
    factor: KG_PER_POUND / OUNCES_PER_POUND,
    system: 'imperial',
    ucum: '[oz_av]',
    words: 'oz ozs ounce ounces',
  },
  year: {
    symbol: 'years',
    dimension: 'age',
    factor: 1,
    ucum: 'a',
    words: 'y yr yrs year years yeras yo years-old jahre jahr ans años ano anos',
  },
  month: {
    symbol: 'months',
    dimension: 'age',
    factor: DAYS_PER_MONTH / DAYS_PER_YEAR,
    ucum: 'mo',
    words: 'mo mos mth mths month months monate mois meses',
  },
  week: {
    symbol: 'weeks',
    dimension: 'age',
    factor: 7 / DAYS_PER_YEAR,
    ucum: 'wk',
    words: 'w wk wks week weeks wochen semaines semanas',
  },
  day: {
    symbol: 'days',
    dimension: 'age',
    factor: 1 / DAYS_PER_YEAR,
    ucum: 'd',
    words: 'd day days tage jours dias días',
  },
  percent: { symbol: '%', dimension: 'percent', factor: 1, ucum: '%', words: '% percent pct' },

  squareMetre: { symbol: 'm²', dimension: 'area', factor: 1, ucum: 'm2' },
  squareCentimetre: { symbol: 'cm²', dimension: 'area', factor: 0.0001, ucum: 'cm2' },
  litre: { symbol: 'L', dimension: 'volume', factor: 1, ucum: 'L' },
  bodyDensity: { symbol: 'g/cm³', dimension: 'density', factor: 1 },
  kcal: { symbol: 'kcal', dimension: 'energy', factor: 1 },
  kilojoule: { symbol: 'kJ', dimension: 'energy', factor: 1 / KJ_PER_KCAL },
  kgPerWeek: { symbol: 'kg/week', dimension: 'rate', factor: 1, ucum: 'kg/wk' },
  kcalPerDay: { symbol: 'kcal/day', dimension: 'rate', factor: 1, ucum: 'kcal/d' },
  beatsPerMinute: { symbol: 'beats/min', dimension: 'rate', factor: 1, ucum: '/min' },
  oxygenUptake: { symbol: 'mL/kg/min', dimension: 'rate', factor: 1, ucum: 'mL/kg/min' },
  bodyMassIndex: { symbol: 'kg/m²', dimension: 'score', factor: 1, ucum: 'kg/m2' },
  newBodyMassIndex: { symbol: 'kg/m²·⁵', dimension: 'score', factor: 1 },
  ponderalIndex: { symbol: 'kg/m³', dimension: 'score', factor: 1 },
  reciprocalPonderalIndex: { symbol: 'cm/kg^⅓', dimension: 'score', factor: 1 },
  weightAdjustedWaist: { symbol: 'cm/√kg', dimension: 'score', factor: 1 },
  bodyShapeIndex: { symbol: 'm^(11/6)·kg^(−2/3)', dimension: 'score', factor: 1 },
  standardDeviation: { symbol: 'SD', dimension: 'score', factor: 1, ucum: '{Zscore}' },
  centile: { symbol: 'centile', dimension: 'score', factor: 1, ucum: '{percentile}' },
  activityRating: { symbol: '0–7', dimension: 'score', factor: 1 },
  ratio: { symbol: '', dimension: 'score', factor: 1, ucum: '1' },

  other: {
    symbol: 'other',
    dimension: 'other',
    factor: 1,
    words:
      'km kms kilometer kilometers kilometre kilometres mile miles mi yd yard yards kcal kcals cal cals calorie calories kj ' +
      'mmhg bpm mg mcg µg ml l liter liters litre litres dl iu mmol hour hours hr hrs h min mins minute minutes s sec ' +
      'secs second seconds °c °f ° mph kmh kph watts w/kg reps sets steps € $ £ x',
  },
} as const satisfies Record<string, Unit>

export type UnitSymbol = (typeof UNITS)[keyof typeof UNITS]['symbol']

const ALL: readonly Unit[] = Object.values(UNITS)
const BY_SYMBOL: ReadonlyMap<string, Unit> = new Map(ALL.map((unit) => [unit.symbol, unit]))
const BY_UCUM: ReadonlyMap<string, Unit> = new Map(
  ALL.flatMap((unit) => (unit.ucum === undefined ? [] : [[unit.ucum, unit] as const])),
)
const BY_WORD: ReadonlyMap<string, Unit> = new Map(
  ALL.flatMap((unit) => (unit.words ?? '').split(' ').map((word) => [word, unit] as const)).filter(
    ([word]) => word !== '',
  ),
)

/** Returns the unit of a symbol, as cards and inputs name it. */
export const unitOfSymbol = (symbol: UnitSymbol): Unit => BY_SYMBOL.get(symbol)!

/** Returns the unit of a UCUM code; undefined for a code that is not in the table. */
export const unitOfUcum = (code: string): Unit | undefined => BY_UCUM.get(code)

/** Returns the unit that a word or sign in lower case stands for; undefined for any other word. */
export const unitOfWord = (word: string): Unit | undefined => BY_WORD.get(word)

/** Converts a value in the base unit of a dimension (cm, kg, years …) into a unit of that dimension. */
export const fromBase = (value: number, unit: Unit): number => value / unit.factor
