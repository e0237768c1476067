import type { ConcernKind, SOURCES } from './rule.ts'

/** What the numbers or words of a text say about a person, for signs that only count then. */
export type Circumstance = 'thin' | 'minor' | 'small_child' | 'pregnant'

/** A sign: its weight, the ways to say it (any is enough, it counts once), and when it counts. */
type Sign = readonly [weight: number, patterns: readonly string[], when?: Circumstance]

/**
 * Signs of one theme. `ENOUGH` points are a concern: a sign of that weight alone, or several weaker ones together.
 * Weights are ours, set by hand on half A of the texts in `fixtures/danger`.
 */
export type Theme = {
  readonly id: string
  readonly kind: ConcernKind
  readonly source: readonly (keyof typeof SOURCES)[]
  /** What was understood, to go on after "you write about". */
  readonly understood: string
  readonly signs: readonly Sign[]
  /** Patterns that void the theme: a doctor prescribed it, a cat scratched. */
  readonly unless?: readonly string[]
}

/** Points from which a text is a concern. */
export const ENOUGH = 3
