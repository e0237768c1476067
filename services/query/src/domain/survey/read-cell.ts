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
 * Reads one text cell of a survey table as what its column asks for: a number, m/f, y/n, a day. A cell that does not fit
 * is handed on as it is, to be refused with its column's name; an empty cell is not given. A cell "1" or "2" in `sex` is
 * refused: surveys disagree on which is which.
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
