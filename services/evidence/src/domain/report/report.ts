import type { LearnedModel } from '../inference/learned-model.ts'
import type { IdentificationLevel } from '../levels/identification-level.ts'

/** What a report covers: a run, or molecules with all their observations. */
export interface ReportScope {
  readonly runId: string | null
  readonly moleculeIds: readonly string[] | null
  /** Name of the run. A label and no result: it is not part of the hash. */
  readonly name?: string | null
}

/** Part of an item in the probability of a candidate. */
interface ReportedContribution {
  readonly evidenceId: string
  readonly type: string
  readonly source: string
  readonly value: number
  /** Part of the probability; with the base and all others it sums to the probability. */
  readonly contribution: number
  /** Λ_i on the log-odds scale. */
  readonly logOdds: number
}

/** Candidate of an observation. */
export interface ReportedCandidate {
  /** Candidate key: first block of the InChIKey, or the molecule id. */
  readonly key: string
  readonly moleculeIds: readonly string[]
  readonly name: string | null
  readonly probability: number
  /** Nominal 90 % bounds. */
  readonly bounds: readonly [number, number]
  readonly verdict: 'accepted' | 'rejected'
  readonly level: IdentificationLevel
  /** Probability without the listed items, rivals included. */
  readonly base: number
  /** Contributions, largest first. */
  readonly contributions: readonly ReportedContribution[]
  /** Log-odds of new evidence that would just turn the verdict. */
  readonly logOddsToFlip: number
  /** Smallest set of items whose removal turns the verdict; null if there is none. */
  readonly itemsToRemove: readonly string[] | null
}

/** Observation with its exclusive candidates; probabilities, `others` and `none` sum to 1. */
export interface ReportedObservation {
  readonly runId: string | null
  /** Null for a molecule without observations. */
  readonly observationId: string | null
  /** Candidates, most probable first. */
  readonly candidates: readonly ReportedCandidate[]
  readonly candidatesTotal: number
  /** Probability of all candidates that are not listed. */
  readonly others: number
  readonly none: number
}

/** Report of a run or of molecules. Contains no time, so that equal results have equal hashes. */
export interface Report {
  readonly scope: ReportScope
  /** Smallest probability of an accepted candidate. */
  readonly threshold: number
  readonly algorithmVersion: string
  readonly modelVersion: number
  readonly calibration: LearnedModel['calibration']
  /** Number of all observations of the scope, of which some may not be listed. */
  readonly observationsTotal: number
  readonly observations: readonly ReportedObservation[]
}

/** Version, time and hash with which a report can be replayed. */
export interface ReportRecord {
  readonly hash: string
  /** Moment whose evidence and model the report uses. */
  readonly moment: Date
  readonly packageVersion: string
  readonly report: Report
}
