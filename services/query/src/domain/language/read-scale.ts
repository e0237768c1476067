import type { Quantity } from './quantity.ts'
import type { Reader } from './reader.ts'

/** Characters around a weight in which a scale is said to be wrong. */
const AROUND = 40

/** "my scale is 2 kg too high", "the scales show 1 kg too little": an error of the scale, not a weight. */
export function readScale(reader: Reader, quantity: Quantity): boolean {
  if (quantity.dimension !== 'mass') return false
  const before = reader.source.slice(Math.max(0, quantity.start - AROUND), quantity.start).toLowerCase()
  const after = reader.source.slice(quantity.end, quantity.end + AROUND).toLowerCase()
  const sentence = before.split(/[.;!?\n]/).at(-1)!
  if (!sentence.includes('scale')) return false
  const word = after
    .trim()
    .split(/[^a-z]+/)
    .slice(0, 2)
    .join(' ')
  const sign =
    HIGH.has(word) || HIGH.has(word.split(' ')[0]!)
      ? 1
      : LOW.has(word) || LOW.has(word.split(' ')[0]!)
        ? -1
        : 0
  const over = /(over|under)(estimate|read|weigh)s?/.exec(sentence)
  const direction = sign !== 0 ? sign : over ? (over[1] === 'over' ? 1 : -1) : 0
  if (direction === 0) return false
  reader.cast.current.scaleKg = direction * quantity.value
  return true
}

const HIGH = new Set(['too high', 'too much', 'too heavy', 'high', 'heavy', 'over', 'more'])
const LOW = new Set(['too low', 'too little', 'too light', 'low', 'light', 'under', 'less'])
