import type { LearnedModel } from '../../domain/inference/learned-model.ts'
import type { ReportRecord } from '../../domain/report/report.ts'
import type { Actor } from './accounts.ts'
import type { StoredEvidence } from './molecules.ts'

/** Molecule with its items of the observations of a report, and those that bear on it as such. */
export interface NamedClaim {
  readonly moleculeId: string
  readonly name: string | null
  readonly evidence: readonly StoredEvidence[]
  /** Items that were set aside. */
  readonly aside?: readonly StoredEvidence[]
}

/** Everything that a report depends on, at one moment. */
export interface ReportState {
  readonly moment: Date
  /** Name of the run; null or undefined if it has none. */
  readonly runName?: string | null
  /** All candidates of the observations, and molecules without observations. */
  readonly claims: readonly NamedClaim[]
  /** Observations to list, run and observation joined by NUL. */
  readonly observations: readonly string[]
  /** Molecules without observations. */
  readonly bareMolecules: readonly string[]
  /** Other ids of these molecules, with their items about the molecule as such. */
  readonly otherIds?: readonly NamedClaim[]
  readonly observationsTotal: number
  readonly model: LearnedModel
}

/** Observations of a run: the first ones, or those with the given ids. */
interface RunSelection {
  readonly runId: string
  readonly observationIds: readonly string[] | undefined
  readonly limit: number
}

/** Request of a report as it is stored, from which the report can be made again. */
export interface StoredReportRequest {
  readonly runId: string | null
  readonly observationIds: readonly string[] | null
  readonly moleculeIds: readonly string[] | null
  readonly threshold: number
  readonly observationsTotal: number
  readonly fuzzyConfig: unknown
}

/** Stored report. */
export interface StoredReport extends ReportRecord {
  readonly request: StoredReportRequest
}

/** Report in a list. */
export interface ListedReport {
  readonly hash: string
  readonly moment: Date
  readonly recordedAt: Date
  readonly runId: string | null
  readonly runName: string | null
  readonly moleculeIds: readonly string[] | null
  readonly threshold: number
  /** Number of observations that the report lists. */
  readonly observations: number
  readonly algorithmVersion: string
}

/** Reports and the evidence behind them. */
export interface ReportStore {
  /**
   * Returns the state of a run now or at a past time, or undefined if the organization does not have the run. Without a
   * past time, returns the index of the first observation that the run does not have.
   */
  readRun(organizationId: string, run: RunSelection, asOf?: Date): Promise<ReportState | number | undefined>
  /** Returns the state of molecules, or the index of the first one that the organization does not have. */
  readMolecules(
    organizationId: string,
    moleculeIds: readonly string[],
    asOf?: Date,
  ): Promise<ReportState | number>
  /** Stores a report, whose JSON the caller has. An equal report that is already stored stays. */
  keep(actor: Actor, report: StoredReport, json: string): Promise<void>
  find(organizationId: string, hash: string): Promise<StoredReport | undefined>
  /** Lists stored reports, newest first, stored before a time. */
  list(organizationId: string, page: { before: Date | undefined; limit: number }): Promise<ListedReport[]>
}
