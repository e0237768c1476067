import type { PieceSpec } from '../corpus/piece.ts'

/** Returns a piece like another with other notes and another tonic, in the other mode when the number is odd. */
export const keyVariant = (spec: PieceSpec, number: number): PieceSpec => ({
  ...spec,
  id: `key-${number}-${spec.id}`,
  seed: spec.seed + 7919 * number,
  tonic: (spec.tonic + 5 * number) % 12,
  mode: number % 2 === 1 ? (spec.mode === 'major' ? 'minor' : 'major') : spec.mode,
})
