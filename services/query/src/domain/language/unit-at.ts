import { UNITS, type Unit, unitOfWord } from '../units.ts'
import type { Token } from './tokens.ts'

const MONTHS =
  'january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec'.split(
    ' ',
  )

/** Words after "in" that make it the preposition: "turned 65 in May". */
const AFTER_PREPOSITION = new Set([
  ...MONTHS,
  ...'the my a an her his our their this that total which shape for youth school college childhood shoes clothes socks boots bed summer winter spring autumn those these'.split(
    ' ',
  ),
])

/** "11 stone 6 in kg": the unit that is asked for. */
const isUnitWord = (token: Token): boolean => token.text.length > 1 && unitOfWord(token.text) !== undefined

const isYear = (token: Token): boolean =>
  token.number?.integer === true && token.number.value >= 1900 && token.number.value <= 2100

/** Ages of children, of whom the time until a birthday is told; inches of a body are more. */
const CHILD_YEARS = 19

/** Words before an age to come: "I'll be 30 in two weeks". */
const COMING = new Set(['be', 'turn', 'turns', 'turning'])

/** "5 in two weeks": the word before a span of time is the preposition. "68 in 45 years", "18 in 2 months old" are lengths. */
const isTimeUntil = (tokens: readonly Token[], i: number, amount = 0): boolean =>
  (amount < CHILD_YEARS || COMING.has(tokens[i - 3]?.text ?? '')) &&
  tokens[i]?.number !== undefined &&
  unitOfWord(tokens[i + 1]?.text ?? '')?.dimension === 'age' &&
  tokens[i + 2]?.text !== 'old'

/** Weights that people write as "65k"; races and steps have other numbers: "5k", "10k", "21k", "42k". */
const KILOS: readonly [number, number] = [43, 200]
/** Words after a k that make it a thousand: "65k a year", "50k run". */
const THOUSANDS = new Set('a per run race steps step salary ultra ride walk followers'.split(' '))

/** "65k", written together, is a weight in kg where the number fits one. */
const isKilos = (token: Token, next: Token | undefined, amount = 0): boolean =>
  token.glued && amount >= KILOS[0] && amount <= KILOS[1] && !THOUSANDS.has(next?.text ?? '')

/**
 * Returns the unit written at a token and the index after it. Tells the unit "in" from the preposition and an inch mark
 * from a closing quote.
 */
export function unitAt(
  tokens: readonly Token[],
  i: number,
  amount?: number,
): { unit: Unit; to: number } | undefined {
  const token = tokens[i]
  if (token === undefined || token.kind === 'number') return undefined
  const next = tokens[i + 1]
  if (token.text === '.' && token.glued && next?.glued && next.kind === 'word' && next.text !== 'in')
    return unitAt(tokens, i + 1, amount)
  if (token.text === '(' && next && tokens[i + 2]?.text === ')') {
    const inside = unitAt(tokens, i + 1, amount)
    return inside && inside.to === i + 2 ? { unit: inside.unit, to: i + 3 } : undefined
  }
  if (token.text === 'in' && next && (AFTER_PREPOSITION.has(next.text) || isYear(next) || isUnitWord(next)))
    return undefined
  if (token.text === 'in' && isTimeUntil(tokens, i + 1, amount)) return undefined
  if (token.text === '"' && tokens[i - 2]?.text === '"' && tokens[i - 1]!.glued) return undefined
  if (token.text === "'" && amount !== undefined && amount > 12) return undefined
  if (token.text === '#' && !token.glued) return undefined
  if (token.text === '°') return { unit: UNITS.other, to: i + (next?.glued && next.kind === 'word' ? 2 : 1) }
  if (token.text === '-' && token.glued && next?.glued) {
    const age = unitOfWord(next.text)
    return age?.dimension === 'age' || (age && amount !== undefined && next.text.length > 2)
      ? { unit: age, to: i + 2 }
      : undefined
  }
  if (token.text === 'x' && !token.glued) return undefined
  // "w=82.3 h=1.79": the letter names the next number.
  if (token.text === 'h' && !token.glued && (next?.text === '=' || next?.text === ':')) return undefined
  if (token.text === 'k' && isKilos(token, next, amount)) return { unit: UNITS.kg, to: i + 1 }
  const unit = unitOfWord(token.text)
  if (unit === undefined) return undefined
  // 1.73 m², 1.73 m2, 3 m^2: an area.
  if (
    unit === UNITS.m &&
    next?.glued &&
    ['²', '³', '^', '2'].includes(next.text) &&
    !(next.text === '2' && amount !== undefined && amount < 1.2)
  )
    if (next.text !== '2' || (amount !== undefined && !Number.isInteger(amount)))
      return { unit: UNITS.other, to: i + (next.text === '^' ? 3 : 2) }
  // mg/kg, ml/kg, mg/dl, mmol/l: a rate or a concentration, never a body measure.
  if (next?.text === '/' && next.glued && tokens[i + 2]?.glued && tokens[i + 2]?.kind === 'word') {
    // "24.7 kg/m²" is a BMI; "180cm/80kg/m" is a list that ends with a sex.
    const area = unit === UNITS.kg && tokens[i + 2]!.text === 'm' && tokens[i - 2]?.text !== '/'
    if (unit.dimension === 'other' || unit === UNITS.g || area) {
      const power =
        area && ['²', '2', '^'].includes(tokens[i + 3]?.text ?? '')
          ? tokens[i + 3]!.text === '^'
            ? 2
            : 1
          : 0
      return { unit: UNITS.other, to: i + 3 + power }
    }
  }
  return { unit, to: i + 1 }
}
