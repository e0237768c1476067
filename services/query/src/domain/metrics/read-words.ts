import { SEXES, type Sex } from '../person.ts'
import { Refusal } from '../refusal.ts'
import { ownEntry } from '../wording/own-entry.ts'

const SEX_WORDS: Readonly<Record<string, Sex>> = {
  m: 'male',
  male: 'male',
  man: 'male',
  boy: 'male',
  masculine: 'male',
  f: 'female',
  female: 'female',
  woman: 'female',
  girl: 'female',
  feminine: 'female',
}
const YES_NO: Readonly<Record<string, boolean>> = {
  y: true,
  yes: true,
  true: true,
  '1': true,
  n: false,
  no: false,
  false: false,
  '0': false,
}
/** WHO Anthro writes l and h for length and height. */
const POSITION_WORDS: Readonly<Record<string, string>> = {
  l: 'lying',
  length: 'lying',
  recumbent: 'lying',
  supine: 'lying',
  lying: 'lying',
  h: 'standing',
  height: 'standing',
  standing: 'standing',
}

const wordOf = (raw: unknown): string | undefined =>
  typeof raw === 'string' || typeof raw === 'number' ? String(raw).trim().toLowerCase() : undefined

/**
 * Reads "F", "Female", "girl" or a code of `codes`. Codes without a meaning are refused, because surveys disagree on
 * them; any other value is returned as it is, to be refused by its specification.
 */
export function readSex(
  raw: unknown,
  codes: ReadonlyMap<string, Sex> | undefined,
  assumed: string[],
): unknown {
  const word = wordOf(raw)
  const coded = word === undefined ? undefined : codes?.get(word)
  if (coded !== undefined) return coded
  const sex = ownEntry(SEX_WORDS, word)
  if (sex !== undefined) {
    if (word!.length === 1) assumed.push(`sex: "${String(raw)}" is read as ${sex}`)
    return sex
  }
  if (word !== undefined && /^\d{1,2}$/.test(word)) {
    const issue = 'is a code; say what it means with sex_codes, for example "1=male,2=female"'
    throw new Refusal('VALIDATION_ERROR', `sex ${issue}`, { field: 'sex', issue, provided: raw })
  }
  return raw
}

/** Reads lying and standing, also as l and h or length and height. */
export const readPosition = (raw: unknown): unknown => ownEntry(POSITION_WORDS, wordOf(raw)) ?? raw

/** Reads yes and no in the usual ways. */
export const readFlag = (raw: unknown): unknown =>
  typeof raw === 'boolean' ? raw : (ownEntry(YES_NO, wordOf(raw)) ?? raw)

const CODE = /^\s*(\w{1,12})\s*[=:]\s*(\w{1,12})\s*$/

/** Reads "1=male,2=female" or {"1": "male", "2": "female"}, in either direction; refuses anything else. */
export function readSexCodes(raw: unknown): ReadonlyMap<string, Sex> | undefined {
  if (raw === undefined || raw === null || raw === '') return undefined
  const pairs: [string, string][] = []
  if (typeof raw === 'string')
    for (const pair of raw.slice(0, 200).split(',')) {
      const match = CODE.exec(pair)
      pairs.push(match ? [match[1]!, match[2]!] : ['', ''])
    }
  else if (typeof raw === 'object')
    for (const [key, value] of Object.entries(raw)) pairs.push([key, String(value)])
  const codes = new Map<string, Sex>()
  for (const [a, b] of pairs.slice(0, 20)) {
    const [left, right] = [a.toLowerCase(), b.toLowerCase()]
    const sex = ownEntry(SEX_WORDS, right) ?? ownEntry(SEX_WORDS, left)
    const code = ownEntry(SEX_WORDS, right) ? left : right
    if (sex === undefined || code === '') codes.clear()
    else codes.set(code, sex)
  }
  const meant = new Set(codes.values())
  if (codes.size > 0 && SEXES.every((sex) => meant.has(sex))) return codes
  const issue = 'must name a code for both sexes, for example "1=male,2=female"'
  throw new Refusal('VALIDATION_ERROR', `sex_codes ${issue}`, { field: 'sex_codes', issue, provided: raw })
}
