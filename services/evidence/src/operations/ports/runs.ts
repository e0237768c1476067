import type { ObservationFacts } from '../../domain/assessment/observation-facts.ts'
import type { ObservationKey } from '../../domain/evidence/observed-evidence.ts'
import type { ObservationSummary } from '../../domain/inference/candidates.ts'
import type { LearnedModel } from '../../domain/inference/learned-model.ts'
import type { Rival } from './assessments.ts'

/** Scope of observation ids: imported files of one measurement, or the shared scope. */
export interface Run {
  /** Stored scope; empty for the shared one. */
  readonly id: string
  readonly name: string | null
  readonly createdAt: Date
  /** Number of imported files. */
  readonly files: number
  readonly observations: number
}

/** Place of a run in the list, newest first. */
export type RunPlace = Pick<Run, 'createdAt' | 'id'>

/** Place of an observation in the table of a run. */
export interface ObservationPlace {
  readonly observationId: string
  /** Stored probability, for a table that is sorted by it. */
  readonly probability: number
  /** Number of batches of summaries that the run had when the first page was read. */
  readonly summaries: number
}

/** Filter, order and page of the table of a run. */
export interface ObservationQuery {
  readonly sort: 'observation_id' | 'probability'
  readonly minProbability: number | undefined
  /** Beginnings of words that the ids and names of the candidates contain, in lower case. */
  readonly words: readonly string[]
  readonly after: ObservationPlace | undefined
  readonly limit: number
}

/** Summary of an observation with what the table of a run shows beside it. */
type TableSummary = ObservationSummary & { readonly facts: ObservationFacts }

/** Row of the table of a run. */
export interface ObservationRow extends ObservationKey {
  /** Stored summary; undefined if the observation was not assessed yet. */
  readonly summary: TableSummary | undefined
  /** Probability by which the table is sorted: that of the summary, or −1. */
  readonly storedProbability: number
  readonly assessedAt: Date | null
  readonly modelVersion: number | null
  /** Whether the summary has seen all evidence, with the model in use. */
  readonly current: boolean
}

/** Molecule that claims observations, with the name that the organization gave it. */
export interface ObservationClaim extends Rival {
  readonly givenName?: string | null
}

/** Candidates of observations and the model in use, at one moment. */
export interface ObservationState {
  readonly moment: Date
  readonly model: LearnedModel
  /** Every molecule that claims one of the observations, sorted. */
  readonly claims: readonly ObservationClaim[]
}

/** State of observations, and the evidence types that occur in the organization. */
export interface DescribedState extends ObservationState {
  readonly types: readonly string[]
}

/** Moment at which the evidence about an observation, or the model, changed. */
export interface Moment {
  readonly at: Date
  readonly kind: 'evidence' | 'set_aside' | 'fit'
  /** Number of items; the version of the model for a fit. */
  readonly count: number
}

/** Observations of a run or of all runs, a few of each tenth of the probability. */
export interface PoolQuery {
  /** Run; null for all runs of the organization. */
  readonly runId: string | null
  /** Whether to leave out observations whose best candidate has a label. */
  readonly unlabelled: boolean
  /** Largest number of observations of one tenth, and of candidates in all. */
  readonly perTenth: number
  readonly mostCandidates: number
}

/** Summary to store, with the words by which the observation is found. */
export interface NewSummary {
  readonly key: ObservationKey
  readonly summary: TableSummary | undefined
  readonly words: readonly string[]
}

/** Data of a job that computes summaries. */
export interface AssessDelivery {
  readonly organizationId: string
  /** Run to assess; null for all runs of the organization. */
  readonly runId: string | null
  /** Last observation that an earlier delivery assessed. */
  readonly after?: ObservationKey
}

/** Runs and their observations. */
export interface RunStore {
  /** Lists runs, newest first. */
  list(organizationId: string, page: { after: RunPlace | undefined; limit: number }): Promise<Run[]>
  find(organizationId: string, runId: string): Promise<Run | undefined>
  /** Returns rows of a run's table, with the state of those that are not current; undefined if there is no such run. */
  observations(
    organizationId: string,
    runId: string,
    query: ObservationQuery,
  ): Promise<
    | {
        run: Run
        rows: ObservationRow[]
        state: ObservationState
        /** Number of batches of summaries that were stored for the run before and after the rows were read. */
        summaries: { before: number; after: number }
      }
    | undefined
  >
  /** Returns the candidates of observations now, or at a past time. */
  read(organizationId: string, observations: readonly ObservationKey[], asOf?: Date): Promise<DescribedState>
  /** Returns assessed observations spread over the probabilities of their best candidates, the same every time. */
  pool(organizationId: string, query: PoolQuery): Promise<ObservationKey[]>
  /** Lists the moments at which the evidence about an observation or the model changed, newest first. */
  moments(organizationId: string, observation: ObservationKey, limit: number): Promise<Moment[]>
  /**
   * Computes and stores the summaries of the next `limit` observations that are not current, in one transaction.
   * Observations that are being written are left for their own job. Returns the last one, or undefined at the end.
   */
  refresh(
    delivery: AssessDelivery,
    limit: number,
    summarise: (keys: readonly ObservationKey[], state: ObservationState) => Promise<readonly NewSummary[]>,
  ): Promise<ObservationKey | undefined>
  /** Queues the rest of a job behind waiting ones. */
  requeue(delivery: AssessDelivery): Promise<void>
}
