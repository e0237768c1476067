import { ALGORITHM_VERSION } from '../domain/assessment/assess.ts'
import { observationFacts } from '../domain/assessment/observation-facts.ts'
import {
  type ObservationKey,
  observationKey,
  observationText,
  runName,
  runScope,
} from '../domain/evidence/observed-evidence.ts'
import { defaultFuzzyConfig, type FuzzyConfig } from '../domain/fuzzy/fuzzy-config.ts'
import { parseFuzzyConfig } from '../domain/fuzzy/fuzzy-config-parse.ts'
import {
  type DescribedObservation,
  describeObservation,
  poolCandidates,
  summariseObservation,
  wordsOf,
} from '../domain/inference/candidates.ts'
import type { LearnedModel } from '../domain/inference/learned-model.ts'
import { invalid, Refusal } from '../domain/refusal.ts'
import { claimsByObservation, claimsOf } from './claims.ts'
import type {
  Actor,
  AssessDelivery,
  HeavyComputation,
  HeavyTask,
  NewSummary,
  ObservationPlace,
  ObservationRow,
  ObservationState,
  Run,
  RunPlace,
  RunStore,
  TeachMolecules,
} from './ports.ts'

/** Page of a list. `next` is the place to continue after, if there is more. */
export interface PlacedPage<T, Place> {
  readonly items: readonly T[]
  readonly next: Place | undefined
}

function pageOf<T, Place>(found: readonly T[], limit: number, placeOf: (item: T) => Place) {
  const items = found.slice(0, limit)
  const last = items.at(-1)
  return { items, next: found.length > limit && last !== undefined ? placeOf(last) : undefined }
}

/** Lists runs, newest first. */
export function listRuns(deps: { runs: RunStore }) {
  return async (
    { organizationId }: Actor,
    { after, limit }: { after: RunPlace | undefined; limit: number },
  ): Promise<PlacedPage<Run, RunPlace>> =>
    pageOf(await deps.runs.list(organizationId, { after, limit: limit + 1 }), limit, (run) => run)
}

/** Number of observations after which other work of the process has its turn. */
const PAUSE_OBSERVATIONS = 25

/** Computes the summaries of observations with the default configuration. */
async function summarise(
  keys: readonly ObservationKey[],
  state: ObservationState,
  pause: () => Promise<void>,
): Promise<NewSummary[]> {
  const claiming = claimsByObservation(claimsOf(state.claims))
  const nowMs = state.moment.getTime()
  const standards = new Set(
    state.claims.flatMap(({ evidence }) =>
      evidence.filter(({ metadata }) => metadata.reference_standard === true).map(({ id }) => id),
    ),
  )
  const summaries: NewSummary[] = []
  for (const [i, key] of keys.entries()) {
    const name = observationText(key)
    const candidates = poolCandidates(claiming(name), name)
    const { summary, words } = summariseObservation(candidates, defaultFuzzyConfig, state.model, { nowMs })
    const facts = summary && observationFacts(candidates, summary.shares, state.model, { nowMs, standards })
    summaries.push({ key, words, summary: summary && facts && { ...summary, facts } })
    if (i % PAUSE_OBSERVATIONS === PAUSE_OBSERVATIONS - 1) await pause()
  }
  return summaries
}

/** Refuses a run that the organization does not have. */
export const unknownRun = (runId: string) =>
  new Refusal('NOT_FOUND', `Your organization has no run ${runId}.`, {
    field: 'run_id',
    issue: 'does not exist',
    provided: runId,
  })

/** Filter, order and page of the table of a run, as received. */
export interface ObservationRequest {
  readonly sort: 'observation_id' | 'probability'
  readonly minProbability: number | undefined
  readonly candidate: string | undefined
  readonly after: ObservationPlace | undefined
  readonly limit: number
}

/** Table of a run and the model in use. */
export interface RunTable extends PlacedPage<ObservationRow, ObservationPlace> {
  readonly run: Run
  readonly model: LearnedModel
  /** Whether rows may have changed places since the first page. */
  readonly moved: boolean
}

/**
 * Lists the observations of a run with their best candidates, in pages. Rows whose stored summary is not current are
 * assessed now; they keep the place in the table that their stored probability gave them.
 */
export function listObservations(deps: { runs: RunStore; pause: () => Promise<void> }) {
  return async ({ organizationId }: Actor, id: string, request: ObservationRequest): Promise<RunTable> => {
    const words = request.candidate === undefined ? [] : wordsOf(request.candidate)
    if (request.candidate !== undefined && words.length === 0)
      throw invalid('candidate', 'must contain a letter or a digit', request.candidate)
    const read = await deps.runs.observations(organizationId, runScope(id), {
      sort: request.sort,
      minProbability: request.minProbability,
      words,
      after: request.after,
      limit: request.limit + 1,
    })
    if (!read) throw unknownRun(id)
    const { run, rows, state, summaries } = read
    const seen = request.after?.summaries ?? summaries.before
    const page = pageOf(rows, request.limit, ({ observationId, storedProbability }) => ({
      observationId,
      probability: storedProbability,
      summaries: seen,
    }))
    const old = page.items.filter(({ current }) => !current)
    const fresh = new Map(
      (await summarise(old, state, deps.pause)).map(({ key, summary }) => [key.observationId, summary]),
    )
    const items = page.items.map((row) =>
      row.current
        ? row
        : {
            ...row,
            summary: fresh.get(row.observationId),
            assessedAt: state.moment,
            modelVersion: state.model.version,
          },
    )
    // Ids keep their order; probabilities do not.
    const moved = request.sort === 'probability' && summaries.after !== seen
    return { run, model: state.model, items, next: page.next, moved }
  }
}

/** Input of `observeTask`. */
export interface ObserveInput {
  readonly key: ObservationKey
  readonly state: ObservationState
  readonly config: FuzzyConfig
  readonly most: number
}

/** Describes the candidates of one observation. */
export const observeTask: HeavyTask<ObserveInput, DescribedObservation> = {
  name: 'observe',
  compute: ({ key, state, config, most }) =>
    describeObservation(poolCandidates(claimsOf(state.claims), observationText(key)), config, state.model, {
      nowMs: state.moment.getTime(),
      most,
    }),
}

/** Observation with its candidates. */
export interface Observed extends DescribedObservation {
  readonly key: ObservationKey
  readonly moment: Date
  readonly model: LearnedModel
  readonly algorithmVersion: string
}

/** Observation to describe, as received. */
export interface ObserveRequest {
  readonly observationId: string
  readonly runId: string | undefined
  readonly fuzzyConfig: unknown
  /** Largest number of candidates to describe. */
  readonly most: number
  readonly asOf: Date | undefined
}

/** Returns the refusal for an observation that the run does not have. */
export function unknownObservation({ runId, observationId }: ObservationKey): Refusal {
  const run = runName(runId)
  return new Refusal(
    'NOT_FOUND',
    `Your organization has no observation ${observationId} in run ${run}. Give run_id for another run.`,
    { field: 'observation_id', issue: `does not exist in run ${run}`, provided: observationId },
  )
}

/**
 * Returns the refusal for an observation without candidates: the run does not have it, or had no evidence about it at the
 * past time, or all its evidence is set aside.
 */
export async function noEvidence(
  runs: RunStore,
  organizationId: string,
  key: ObservationKey,
  asOf: Date | undefined,
): Promise<Refusal> {
  const moments = await runs.moments(organizationId, key, 100_000)
  const first = moments.findLast(({ kind }) => kind === 'evidence')
  if (first === undefined) return unknownObservation(key)
  if (asOf === undefined || asOf >= first.at)
    return new Refusal(
      'NOT_FOUND',
      `All evidence about observation ${key.observationId} is set aside${asOf ? ' at this time' : ''}. Read an earlier state with as_of.`,
      {
        field: 'observation_id',
        issue: 'has no evidence in use',
        provided: key.observationId,
      },
    )
  return new Refusal(
    'NOT_FOUND',
    `There was no evidence about observation ${key.observationId} at ${asOf.toISOString()}: the first came in at ${first.at.toISOString()}.`,
    {
      field: 'as_of',
      issue: `is before the first evidence, ${first.at.toISOString()}`,
      provided: asOf.toISOString(),
    },
  )
}

/** Returns the candidates of one observation, now or at a past time. */
export function observe(deps: { runs: RunStore; compute: HeavyComputation }) {
  return async (
    { organizationId }: Actor,
    request: ObserveRequest,
    signal?: AbortSignal,
  ): Promise<Observed> => {
    const config = parseFuzzyConfig(request.fuzzyConfig)
    const key = observationKey({ observation_id: request.observationId, run_id: request.runId })
    if (key === undefined) throw invalid('observation_id', 'must not be empty', request.observationId)
    const state = await deps.runs.read(organizationId, [key], request.asOf)
    if (state.claims.length === 0) throw await noEvidence(deps.runs, organizationId, key, request.asOf)
    const size = state.claims.reduce((sum, { evidence }) => sum + evidence.length, 0)
    const described = await deps.compute.run(
      observeTask,
      { key, state, config, most: request.most },
      { organizationId, size, signal },
    )
    const { moment, model } = state
    return { ...described, key, moment, model, algorithmVersion: ALGORITHM_VERSION }
  }
}

/** Number of observations in one transaction of a job. */
const BATCH = 250

/**
 * Runs one delivery of a job that brings the summaries of observations up to date. Each batch is one transaction, so a
 * delivery after a crash continues. Requeues the rest after `sliceBatches` batches, so that large runs take turns.
 */
export function assessRuns(deps: {
  runs: RunStore
  teach: TeachMolecules
  pause: () => Promise<void>
  sliceBatches: number
}) {
  return async (delivery: AssessDelivery, signal: AbortSignal): Promise<void> => {
    let rest = delivery
    for (let batches = 0; !signal.aborted; batches += 1) {
      if (batches === deps.sliceBatches) return deps.runs.requeue(rest)
      let molecules: readonly string[] = []
      const last = await deps.runs.refresh(rest, BATCH, (keys, state) => {
        molecules = state.claims.map(({ moleculeId }) => moleculeId)
        return summarise(keys, state, deps.pause)
      })
      if (last === undefined) return
      // Without a run, the job follows a fit and not an import: nothing new is there to learn.
      if (rest.runId !== null) await deps.teach(rest.organizationId, molecules)
      rest = { ...rest, after: last }
    }
    throw new Error('stopped before the end; another delivery continues')
  }
}
