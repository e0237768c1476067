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

/** "70 kg / 165", "70 kg, 165", "70 kg & 165": right after a weight in kg. */
export function isSlashed(reader: Reader, index: number): boolean {
  const [mark, weight] = [reader.items[index - 1], reader.items[index - 2]]
  if ((mark?.kind !== 'break' && mark?.kind !== 'word') || !['/', ',', '&', 'and'].includes(mark.text))
    return false
  return weight?.kind === 'quantity' && weight.quantity.units.some((unit) => unit === UNITS.kg)
}

/** Whether marks enclose a number: a slot of its own. */
export const isAlone = (reader: Reader, index: number): boolean => {
  const [previous, next] = [reader.items[index - 1], reader.items[index + 1]]
  return previous?.kind === 'break' && (next === undefined || next.kind === 'break')
}
