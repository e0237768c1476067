import { inputNameOfWire, inputSpec } from '../metrics/inputs.ts'

const SEX_WORDS: Readonly<Record<string, string>> = {
  m: 'male',
  male: 'male',
  boy: 'male',
  f: 'female',
  female: 'female',
  girl: 'female',
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

/**
 * Reads one text cell of a survey table as the type of its column: a number, m/f, y/n, a day. Returns a cell that does
 * not fit unchanged, so that it is refused with its column's name; an empty cell counts as missing. "1" and "2" in
 * `sex` are refused, because surveys disagree on their meaning.
 */
export function readCell(column: string, text: string): unknown {
  const name = inputNameOfWire(column)
  if (name === undefined) return text
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  const spec = inputSpec(name)
  switch (spec.kind) {
    case 'number': {
      const value = Number(trimmed)
      return Number.isFinite(value) ? value : trimmed
    }
    case 'choice':
      return name === 'sex' ? (SEX_WORDS[trimmed.toLowerCase()] ?? trimmed) : trimmed.toLowerCase()
    case 'flag':
      return YES_NO[trimmed.toLowerCase()] ?? trimmed
    case 'date':
      return trimmed
  }
}
