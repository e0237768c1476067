import { UNITS } from '../units.ts'
import type { Reader } from './reader.ts'
import type { Item } from './scan.ts'

export type Label = NonNullable<Reader['label']>

export function labelBefore(reader: Reader, index: number): Label | undefined {
  const { label } = reader
  if (!label || label.used || label.index < reader.windowFrom || label.index > index) return undefined
  for (let i = label.index + 1; i < index; i++) {
    const item = reader.items[i]!
    if (item.kind === 'person') return undefined
    if (item.kind === 'phrase' && item.meanings.some((m) => m.kind === 'sex' && !m.pronoun)) return undefined
  }
  return label
}

export const skipMarks = (
  reader: Reader,
  index: number,
  step: 1 | -1,
  words: ReadonlySet<string>,
): Item | undefined => {
  for (let i = index + step, n = 0; n < 5; i += step, n++) {
    const item = reader.items[i]
    if (item === undefined) return undefined
    if (item.kind === 'break' && !item.strong) continue
    if (item.kind === 'word' && words.has(item.text)) continue
    return item
  }
  return undefined
}

export const NO_WORDS: ReadonlySet<string> = new Set()

export const OF = new Set(['of', 'aged', 'is', 'score', 'ratio'])

/** "70 kg / 165", "70 kg, 165", "I'm 171 and 68 kilos": right after or before a weight in kg, and named by nothing else. */
export function isSlashed(reader: Reader, index: number): boolean {
  const isBeside = (step: 1 | -1): boolean => {
    const [mark, weight] = [reader.items[index + step], reader.items[index + 2 * step]]
    if ((mark?.kind !== 'break' && mark?.kind !== 'word') || !['/', ',', '&', 'and'].includes(mark.text))
      return false
    return weight?.kind === 'quantity' && weight.quantity.units.some((unit) => unit === UNITS.kg)
  }
  const before = reader.items[index - 1]
  const said =
    before?.kind === 'person'
      ? before.self
      : before?.kind === 'phrase'
        ? before.meanings.some((m) => m.kind === 'sex' && m.pronoun)
        : before === undefined || before.kind === 'break'
  return isBeside(-1) || (said && isBeside(1))
}

/** Whether marks enclose a number: a slot of its own. */
export const isAlone = (reader: Reader, index: number): boolean => {
  const [previous, next] = [reader.items[index - 1], reader.items[index + 1]]
  return previous?.kind === 'break' && (next === undefined || next.kind === 'break')
}
