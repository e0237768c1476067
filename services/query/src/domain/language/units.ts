/** What a unit measures. `other` units (km, kcal, mmHg …) are read so that their numbers are left alone. */
export type Dimension = 'length' | 'mass' | 'age' | 'percent' | 'other'
export type UnitSystem = 'metric' | 'imperial'

export type Unit = {
  readonly id: string
  readonly dimension: Dimension
  /** Canonical amount in one unit: cm, kg, years or percent. */
  readonly factor: number
  readonly system?: UnitSystem
}

/** International inch, 1959: exactly 2.54 cm. */
export const CM_PER_INCH = 2.54
export const INCHES_PER_FOOT = 12
/** International avoirdupois pound, 1959: exactly 0.45359237 kg. */
export const KG_PER_POUND = 0.45359237
export const POUNDS_PER_STONE = 14
export const OUNCES_PER_POUND = 16
/** Mean Julian year, as the growth references use it. */
export const DAYS_PER_YEAR = 365.25

const unit = (id: string, dimension: Dimension, factor: number, system?: UnitSystem): Unit =>
  system ? { id, dimension, factor, system } : { id, dimension, factor }

export const UNITS = {
  cm: unit('cm', 'length', 1, 'metric'),
  m: unit('m', 'length', 100, 'metric'),
  mm: unit('mm', 'length', 0.1, 'metric'),
  inch: unit('in', 'length', CM_PER_INCH, 'imperial'),
  foot: unit('ft', 'length', CM_PER_INCH * INCHES_PER_FOOT, 'imperial'),
  kg: unit('kg', 'mass', 1, 'metric'),
  g: unit('g', 'mass', 0.001, 'metric'),
  pound: unit('lb', 'mass', KG_PER_POUND, 'imperial'),
  stone: unit('st', 'mass', KG_PER_POUND * POUNDS_PER_STONE, 'imperial'),
  ounce: unit('oz', 'mass', KG_PER_POUND / OUNCES_PER_POUND, 'imperial'),
  year: unit('y', 'age', 1),
  month: unit('mo', 'age', 1 / 12),
  week: unit('wk', 'age', 7 / DAYS_PER_YEAR),
  day: unit('d', 'age', 1 / DAYS_PER_YEAR),
  percent: unit('%', 'percent', 1),
} as const satisfies Record<string, Unit>

const OTHER = unit('other', 'other', 1)

const FORMS: readonly (readonly [Unit, string])[] = [
  [UNITS.cm, 'cm cms cm. centimetre centimetres centimeter centimeters zentimeter'],
  [UNITS.m, 'm mtr mtrs metre metres meter meters mètre mètres metro metros'],
  [UNITS.mm, 'mm mms millimetre millimetres millimeter millimeters'],
  [UNITS.inch, 'in ins inch inches inchs "'],
  [UNITS.foot, "ft foot feet feets '"],
  [
    UNITS.kg,
    "kg kgs kilo kilos kilo's kilogram kilograms kilogramm kilogramms kilogramme kilogrammes kilogramos",
  ],
  [UNITS.g, 'g gr gram grams gramm gramme grammes'],
  [UNITS.pound, '# lb lbs pound pounds punds pund lbm'],
  [UNITS.stone, 'st stone stones'],
  [UNITS.ounce, 'oz ozs ounce ounces'],
  [UNITS.year, 'y yr yrs year years yeras yo years-old jahre jahr ans años años ano anos'],
  [UNITS.month, 'mo mos mth mths month months monate mois meses'],
  [UNITS.week, 'w wk wks week weeks wochen semaines semanas'],
  [UNITS.day, 'd day days tage jours dias días'],
  [UNITS.percent, '% percent pct'],
  [
    OTHER,
    'km kms kilometer kilometers kilometre kilometres mile miles mi yd yard yards kcal kcals cal cals calorie calories kj ' +
      'mmhg bpm mg mcg µg ml l liter liters litre litres dl iu mmol hour hours hr hrs h min mins minute minutes s sec ' +
      'secs second seconds °c °f °  mph kmh kph watts w/kg reps sets steps € $ £ x',
  ],
]

const UNIT_BY_FORM: ReadonlyMap<string, Unit> = new Map(
  FORMS.flatMap(([u, forms]) =>
    forms
      .split(' ')
      .filter((form) => form !== '')
      .map((form) => [form, u] as const),
  ),
)

/** The unit behind a written form in lower case; undefined when it is none. */
export const unitOf = (form: string): Unit | undefined => UNIT_BY_FORM.get(form)
