import type { Key } from './find-key.ts'

/** Relations of two keys on the Camelot wheel. */
export const KEY_RELATIONS = [
  'same',
  'relative',
  'fifth_up',
  'fifth_down',
  'diagonal',
  'whole_tone_up',
  'whole_tone_down',
  'distant',
] as const
/** How the second of two keys follows the first on the Camelot wheel. */
export type KeyRelation = (typeof KEY_RELATIONS)[number]

const CIRCLE = 12

/** Returns the number on the Camelot wheel, 1 to 12: a fifth up, seven semitones, is one more. */
const wheelNumber = ({ tonic, mode }: Key): number =>
  ((7 * (tonic + (mode === 'major' ? 0 : 3)) + 7) % CIRCLE) + 1

/** Returns the steps around the wheel from one key to the next, −5 to 6; relative keys are 0 apart. */
function wheelSteps(from: Key, to: Key): number {
  const steps = (wheelNumber(to) - wheelNumber(from) + CIRCLE) % CIRCLE
  return steps > CIRCLE / 2 ? steps - CIRCLE : steps
}

/**
 * Returns how two keys relate on the Camelot wheel, which is the circle of fifths with relative keys side by side. Two
 * scales a step apart share six of seven notes, two steps apart five.
 */
export function keyRelation(from: Key, to: Key): KeyRelation {
  const steps = wheelSteps(from, to)
  const sameMode = from.mode === to.mode
  if (steps === 0) return sameMode ? 'same' : 'relative'
  if (Math.abs(steps) === 1) return sameMode ? (steps > 0 ? 'fifth_up' : 'fifth_down') : 'diagonal'
  if (Math.abs(steps) === 2 && sameMode) return steps > 0 ? 'whole_tone_up' : 'whole_tone_down'
  return 'distant'
}

/** Whether two keys can be mixed by the rule of the wheel: the same key, its relative, or a fifth up or down. */
export const areCompatible = (relation: KeyRelation): boolean =>
  relation === 'same' || relation === 'relative' || relation === 'fifth_up' || relation === 'fifth_down'
