import { invalid } from '../refusal.ts'

/** Maximum length of an evidence type. */
export const MAX_TYPE_CHARACTERS = 64

const TYPE_NAME = /^[A-Za-z][A-Za-z0-9_.:-]*$/
const OTHER_SPELLING = /[A-Z-]/

/** Returns the one spelling of an evidence type: lower case, with `_` for `-`. `Spectral-Match` is `spectral_match`. */
export function normaliseType(type: string): string {
  return OTHER_SPELLING.test(type) ? type.toLowerCase().replaceAll('-', '_') : type
}

/** Normalises the keys of a map by evidence type. Refuses two spellings of one type. */
export function byNormalisedType<T>(map: Readonly<Record<string, T>>, field: string): Record<string, T> {
  const result: Record<string, T> = {}
  for (const [name, value] of Object.entries(map)) {
    const type = normaliseType(name)
    if (Object.hasOwn(result, type)) throw invalid(`${field}.${name}`, `names the type ${type} twice`, value)
    result[type] = value
  }
  return result
}

/**
 * Checks and normalises a type. Refuses one that is not 1 to 64 letters, digits, `_`, `.`, `:` or `-`, starting with a
 * letter.
 */
export function checkEvidenceType(type: unknown, field: string): string {
  if (typeof type === 'string' && type.length <= MAX_TYPE_CHARACTERS && TYPE_NAME.test(type))
    return normaliseType(type)
  throw invalid(
    field,
    `must be a name of 1 to ${MAX_TYPE_CHARACTERS} letters, digits, _ . : or -, starting with a letter`,
    type,
  )
}
