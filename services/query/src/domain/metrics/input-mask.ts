import { INPUT_NAMES, type InputName, type Inputs } from './inputs.ts'

/**
 * A set of inputs as bits. One comparison then tells whether a card has all its inputs. Looking up names in objects of
 * many shapes took most of the time of computing all metrics.
 */
export type InputMask = { readonly low: number; readonly high: number }

const BIT: ReadonlyMap<InputName, number> = new Map(INPUT_NAMES.map((name, i) => [name, i]))

/** Returns the mask of some inputs by name. */
export function maskOf(names: readonly InputName[]): InputMask {
  let [low, high] = [0, 0]
  for (const name of names) {
    const bit = BIT.get(name)!
    if (bit < 32) low |= 1 << bit
    else high |= 1 << (bit - 32)
  }
  return { low, high }
}

/** Returns the mask of the inputs that are given. */
export function givenMask(inputs: Inputs): InputMask {
  let [low, high] = [0, 0]
  for (let i = 0; i < INPUT_NAMES.length; i++) {
    const value = inputs[INPUT_NAMES[i]!]
    if (value === undefined) continue
    if (i < 32) low |= 1 << i
    else high |= 1 << (i - 32)
  }
  return { low, high }
}

/** Returns whether a contains all of b. */
export const holdsAll = (a: InputMask, b: InputMask): boolean =>
  (a.low & b.low) === b.low && (a.high & b.high) === b.high

/** Returns whether a and b share an input. */
export const overlaps = (a: InputMask, b: InputMask): boolean =>
  (a.low & b.low) !== 0 || (a.high & b.high) !== 0
