import { formatNumber } from '@assay/ui/format'
import { roundedSteps } from '@assay/ui/rounded-steps'
import type { ExplainedItem, Explanation } from './explanation.ts'

/** Digits after the point of everything in log-odds. */
export const LOG_ODDS_DIGITS = 2

/** Adds printed numbers without the error of binary fractions. */
export const sumOf = (steps: readonly number[]): number =>
  steps.reduce((sum, step) => sum + Math.round(step * 10 ** LOG_ODDS_DIGITS), 0) / 10 ** LOG_ODDS_DIGITS

/** Steps of the log-odds as they are printed, everywhere in the view. */
export interface PrintedSteps {
  readonly prior: number
  readonly rivals: number
  /** What an item adds; 0 for one that is not explained. */
  readonly of: (item: Pick<ExplainedItem, 'evidence_id'>) => number
}

/**
 * Rounds prior, items and rivals once, so that they add up to the printed log-odds. Whatever names an item or adds several
 * up takes its numbers from here: two tables never differ in the last digit.
 */
export function printedSteps(explanation: Explanation): PrintedSteps {
  const { items, prior_log_odds, rival_log_odds } = explanation
  const steps = roundedSteps(
    [prior_log_odds, ...items.map(({ log_odds }) => log_odds), rival_log_odds],
    LOG_ODDS_DIGITS,
  ).map(({ step }) => step)
  const byId = new Map(items.map(({ evidence_id }, i) => [evidence_id, steps[i + 1] ?? 0]))
  return {
    prior: steps[0] ?? 0,
    rivals: steps.at(-1) ?? 0,
    of: ({ evidence_id }) => byId.get(evidence_id) ?? 0,
  }
}

/** Writes a step with its sign. */
export const signed = (value: number): string =>
  value > 0 ? `+${formatNumber(value, LOG_ODDS_DIGITS)}` : formatNumber(value, LOG_ODDS_DIGITS)
