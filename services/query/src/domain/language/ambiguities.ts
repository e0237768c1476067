import { inputSpec } from '../metrics/inputs.ts'
import type { Draft, Span } from './draft.ts'
import type { Ambiguity, AmbiguityKind } from './structured-query.ts'

export type Flaw = Draft['flaws'][number]

export const textOf = (source: string, span: Span) => ({
  text: source.slice(span.start, span.end),
  start: span.start,
  end: span.end,
})

const SENTENCES: Readonly<Record<AmbiguityKind, (name: string, text: string) => string>> = {
  unit: (name, text) => `"${text}": in which unit is the ${name}?`,
  form: (name, text) =>
    `"${text}" can be read in more than one way as a ${name}; please write it with its units`,
  conflict: (name, text) => `two different values for the ${name} ("${text}"): which one holds?`,
  site: (_name, text) => `"${text}": which part of the body was measured?`,
  unlabelled: (_name, text) => `"${text}": what is this number, and in which unit?`,
  vague: (name, text) =>
    name === 'age'
      ? `"${text}" does not say an age: how old exactly?`
      : `"${text}": what is the ${name} exactly?`,
  date_order: (_name, text) => `"${text}": is the day or the month first? Please write YYYY-MM-DD`,
  invalid: (name, text) =>
    name === 'date of birth'
      ? `"${text}" is not a possible date of birth`
      : `"${text}" is not a possible ${name}: it does not exist or lies before the birth`,
  unclear: (_name, text) => `"${text}": the equations know only male and female; please say which to use`,
  implausible: (name, text) => `"${text}" is not a possible ${name}`,
  negative: (name, text) => `"${text}": a ${name} cannot be negative`,
  dimension: (name, text) => `"${text}" has a unit that a ${name} cannot have`,
}

/** Describes a flaw as an ambiguity with a sentence for people. */
export function describe(flaw: Flaw, source: string): Omit<Ambiguity, 'person'> {
  const name = flaw.field === '?' ? 'measurement' : inputSpec(flaw.field).label
  const text = textOf(source, flaw.span)
  return {
    field: flaw.field,
    kind: flaw.kind,
    message: SENTENCES[flaw.kind](name, text.text),
    ...text,
    ...(flaw.candidates && { candidates: flaw.candidates }),
  }
}

export const unclearSex = (span: Span, source: string): Omit<Ambiguity, 'person'> => {
  const text = textOf(source, span)
  return { field: 'sex', kind: 'unclear', message: SENTENCES.unclear('', text.text), ...text }
}
