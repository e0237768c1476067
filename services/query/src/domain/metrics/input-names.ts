import { type Dimension, type Unit, unitOfSymbol, unitOfWord } from '../units.ts'
import { INPUT_NAMES, type InputName, inputNameOfWire, inputSpec, wireNameOf } from './inputs.ts'

/** What a key stands for: an input, the unit that the key itself names, and whether a unit had to be assumed. */
export type NamedInput = {
  readonly name: InputName
  /** Unit named by the key (`weight_lb`) where it is not the unit of the input. */
  readonly unit?: Unit
  /** Whether the key names no unit although the input has one (`height`). */
  readonly withoutUnit: boolean
  /** Whether the word has other meanings (`date`, `length`): a value that does not fit is then not ours. */
  readonly isLoose?: boolean
}

/** Other words for inputs, without units. Every word may carry a unit: `body_weight_lb`. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  height: [
    'stature',
    'length',
    'body_height',
    'body_length',
    'lenhei',
    'length_height',
    'length_or_height',
    'ht',
  ],
  weight: ['body_weight', 'mass', 'body_mass', 'wt'],
  waist: ['waist_circumference', 'waist_girth'],
  hip: ['hips', 'hip_circumference'],
  neck: ['neck_circumference'],
  head: ['head_circumference', 'headc', 'ofc'],
  muac: ['mid_upper_arm_circumference', 'arm_circumference', 'armc'],
  wrist: ['wrist_circumference'],
  triceps: ['triceps_skinfold', 'triskin'],
  subscapular: ['subscapular_skinfold', 'subskin'],
  body_fat: ['bodyfat', 'body_fat_percentage', 'fat_percent', 'percent_body_fat'],
  fat_free_mass: ['ffm', 'lean_mass'],
  gestational_age: ['gestation', 'gestational_age_at_birth'],
  mother_height: ['mothers_height', 'maternal_height'],
  father_height: ['fathers_height', 'paternal_height'],
  sex: ['gender'],
  birth_date: ['birthdate', 'date_of_birth', 'dateofbirth', 'dob', 'birthday', 'birth_day'],
  measurement_date: [
    ...['date_of_measurement', 'measured_on', 'measure_date', 'date_measured', 'visit_date'],
    ...['date_of_visit', 'dateofvisit', 'dov', 'date', 'survey_date'],
  ],
  position: ['measure', 'measured', 'lorh', 'posture', 'measuring_position'],
  oedema: ['edema', 'bilateral_oedema', 'bilateral_edema', 'oedeme', 'odema'],
  pregnant: ['pregnancy', 'is_pregnant'],
  physical_activity_level: ['pal', 'activity_factor'],
  activity_level: ['activity'],
}
/** Synonyms that also mean other things. */
const LOOSE_WORDS: ReadonlySet<string> = new Set([
  ...['date', 'measure', 'measured', 'activity', 'length', 'mass', 'months', 'pregnancy', 'gestation'],
  ...['survey_date', 'visit_date', 'pal', 'posture', 'hips', 'ht', 'wt', 'birthday', 'birth_day'],
])
/** Words of an age, by the input whose unit they carry. */
const AGE_WORDS: ReadonlyMap<string, InputName> = new Map([
  ['age', 'ageYears'],
  ['agemons', 'ageMonths'],
  ['agemonths', 'ageMonths'],
  ['months', 'ageMonths'],
  ['agedays', 'ageDays'],
  ['ageyears', 'ageYears'],
])

/** Words that end a key and name a unit. One letter is too little, but for metres and grams. */
const isUnitWord = (word: string) => word.length > 1 || word === 'm' || word === 'g'
const DIMENSIONS: ReadonlySet<Dimension> = new Set(['length', 'mass', 'age', 'percent'])

const unitOfEnding = (word: string): Unit | undefined => {
  if (!isUnitWord(word)) return undefined
  const unit = unitOfWord(word)
  return unit && DIMENSIONS.has(unit.dimension) ? unit : undefined
}

/** Splits `weight_lb` into `weight` and its unit. */
function splitUnit(key: string): { readonly base: string; readonly unit: Unit | undefined } {
  const at = key.lastIndexOf('_')
  const unit = at > 0 ? unitOfEnding(key.slice(at + 1)) : undefined
  return unit ? { base: key.slice(0, at), unit } : { base: key, unit: undefined }
}

/** Inputs by base name. Two inputs may share one: thigh_cm is a girth, thigh_mm a skinfold. */
const BY_BASE = new Map<string, InputName[]>()
for (const name of INPUT_NAMES) {
  const { base } = splitUnit(wireNameOf(name))
  BY_BASE.set(base, [...(BY_BASE.get(base) ?? []), name])
}
for (const [base, words] of Object.entries(SYNONYMS))
  for (const word of words) if (!BY_BASE.has(word)) BY_BASE.set(word, BY_BASE.get(base) ?? [])

const LONGEST_KEY = 100
const NOT_LETTER_OR_DIGIT = /[^a-z0-9]+/g
const INNER_CAPITAL = /([a-z0-9])([A-Z])/g

/** Writes a key as wire names are written: `bodyWeight`, `Body-Weight` and `BODY WEIGHT` become `body_weight`. */
export function plainKey(key: string): string {
  const short = key.slice(0, LONGEST_KEY)
  const isShouted = short === short.toUpperCase()
  const spaced = (isShouted ? short : short.replace(INNER_CAPITAL, '$1_$2')).toLowerCase()
  const joined = spaced.replaceAll('%', ' percent ').replace(NOT_LETTER_OR_DIGIT, '_')
  const from = joined.startsWith('_') ? 1 : 0
  return joined.slice(from, joined.endsWith('_') ? -1 : undefined).slice(0, LONGEST_KEY)
}

function find(key: string): NamedInput | undefined {
  const plain = plainKey(key)
  const exact = inputNameOfWire(plain)
  if (exact) return { name: exact, withoutUnit: false }
  const age = AGE_WORDS.get(plain)
  if (age) return { name: age, withoutUnit: plain === 'age' }
  const { base, unit } = splitUnit(plain)
  if (base === 'age' && unit?.dimension === 'age') return { name: 'ageYears', unit, withoutUnit: false }
  const candidates = BY_BASE.get(base) ?? []
  if (unit === undefined) {
    const [only] = candidates
    if (candidates.length !== 1 || only === undefined) return undefined
    const spec = inputSpec(only)
    return { name: only, withoutUnit: spec.kind === 'number' && spec.unit !== '' }
  }
  const fitting = candidates.filter((name) => {
    const spec = inputSpec(name)
    return spec.kind === 'number' && unitOfSymbol(spec.unit).dimension === unit.dimension
  })
  // Of a girth and a skinfold of the same name, only the skinfold is ever in millimetres.
  const [name] = fitting.length > 1 ? fitting.filter((one) => wireNameOf(one).endsWith('_cm')) : fitting
  return name && { name, unit, withoutUnit: false }
}

const KNOWN_KEYS = new Map<string, NamedInput | undefined>()
const MAX_KNOWN_KEYS = 5000

/** Returns the input that a key stands for, in any spelling, with or without a unit; undefined for any other key. */
export function inputOfKey(key: string): NamedInput | undefined {
  if (KNOWN_KEYS.has(key)) return KNOWN_KEYS.get(key)
  const named = key.length > LONGEST_KEY ? undefined : find(key)
  const found = named && LOOSE_WORDS.has(plainKey(key)) ? { ...named, isLoose: true } : named
  if (KNOWN_KEYS.size < MAX_KNOWN_KEYS) KNOWN_KEYS.set(key, found)
  return found
}

/** Rows of the table of edits, used again for every pair of words. */
const ROWS = [0, 1, 2].map(() => new Uint8Array(LONGEST_KEY * 2))

/** Edits (insert, delete, replace, swap neighbours) between two words; gives up above `most` (Damerau 1964). */
function edits(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let [before, last, row] = ROWS as [Uint8Array, Uint8Array, Uint8Array]
  for (let j = 0; j <= b.length; j++) last[j] = j
  for (let i = 1; i <= a.length; i++) {
    row[0] = i
    let least = i
    for (let j = 1; j <= b.length; j++) {
      const isSame = a.charCodeAt(i - 1) === b.charCodeAt(j - 1)
      let cell = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1))
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (isSwap) cell = Math.min(cell, before[j - 2]! + 1)
      row[j] = cell
      if (cell < least) least = cell
    }
    if (least > most) return most + 1
    const free = before
    before = last
    last = row
    row = free
  }
  return last[b.length]!
}

const BASES = new Map<string, string>()
/** Name without its unit; kept, because the names are always the same. */
const baseOf = (name: string): string => {
  const known = BASES.get(name)
  if (known !== undefined) return known
  const { base } = splitUnit(name.slice(0, LONGEST_KEY))
  if (BASES.size < MAX_KNOWN_KEYS) BASES.set(name, base)
  return base
}

const WIRE_NAMES: readonly string[] = INPUT_NAMES.map(wireNameOf)
const SUGGESTIONS = 3

/** Returns up to three known names that a key may have meant, nearest first: few edits, or the same word with another unit. */
export function nearestNames(key: string, names: readonly string[] = WIRE_NAMES): readonly string[] {
  const plain = plainKey(key)
  if (plain.length < 2) return []
  const most = Math.max(1, Math.min(3, Math.floor(plain.length / 3)))
  const { base } = splitUnit(plain)
  return names
    .map((name) => {
      const whole = edits(plain, name, most)
      const nameBase = baseOf(name)
      const bare = base === nameBase ? 0.5 : edits(base, nameBase, Math.min(most, 2))
      return { name, distance: Math.min(whole, bare <= Math.min(most, 2) ? bare + 0.5 : most + 1) }
    })
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, SUGGESTIONS)
    .map(({ name }) => name)
}
