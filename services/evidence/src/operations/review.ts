import { compareTypes, type TypeChange } from '../domain/calibration/compare-models.ts'
import { mostInformative } from '../domain/calibration/informative.ts'
import { learnModel } from '../domain/calibration/learn-model.ts'
import { type CalibrationReport, calibrationReport } from '../domain/calibration/report.ts'
import { crossValidatedScores, scoreObservations } from '../domain/calibration/score-labels.ts'
import { type ObservationKey, observationText, runScope } from '../domain/evidence/observed-evidence.ts'
import { defaultFuzzyConfig } from '../domain/fuzzy/fuzzy-config.ts'
import { uncertainParameters } from '../domain/inference/bounds.ts'
import { type PooledCandidate, poolCandidates } from '../domain/inference/candidates.ts'
import { type LearnedModel, untrainedModel } from '../domain/inference/learned-model.ts'
import { assessObservation } from '../domain/inference/observation.ts'
import { rivalSums, weighEvidence } from '../domain/inference/posterior.ts'
import { noneLogOdds } from '../domain/inference/rivals.ts'
import { FIT_PASSES, labelledSize } from './calibrate.ts'
import { claimsByObservation, claimsOf } from './claims.ts'
import { type LabelledCandidate, labelledObservations } from './labelled-observations.ts'
import type {
  Actor,
  HeavyComputation,
  HeavyTask,
  LabelStore,
  ObservationState,
  PoolQuery,
  RunStore,
} from './ports.ts'
import { unknownRun } from './runs.ts'

/** Pair to label next. */
export interface ReviewCase {
  readonly key: ObservationKey
  readonly candidate: Pick<PooledCandidate, 'key' | 'moleculeIds' | 'name'>
  readonly probability: number
  readonly bounds: readonly [number, number]
  readonly none: number
  readonly candidates: number
  /** Expected information of the label about the parameters of the model, in bits. */
  readonly bits: number
}

/** Observations of one tenth of the probability, and candidates in all, among which the next labels are chosen. */
const POOL: Pick<PoolQuery, 'perTenth' | 'mostCandidates'> = { perTenth: 40, mostCandidates: 20_000 }

/** Input of `reviewTask`. */
export interface ReviewInput {
  readonly keys: readonly ObservationKey[]
  readonly state: ObservationState
  readonly limit: number
}

const poolsOf = (keys: readonly ObservationKey[], state: ObservationState) => {
  const claiming = claimsByObservation(claimsOf(state.claims))
  return keys.flatMap((key) => {
    const name = observationText(key)
    const pool = poolCandidates(claiming(name), name)
    return pool.length === 0 ? [] : [{ key, pool }]
  })
}

const bestOf = (values: readonly number[]): number =>
  values.reduce((best, value, i) => (value > values[best]! ? i : best), 0)

/** Chooses the pairs whose labels would teach the model most. */
export const reviewTask: HeavyTask<ReviewInput, readonly ReviewCase[]> = {
  name: 'review',
  compute: ({ keys, state, limit }) => {
    const { model } = state
    const nowMs = state.moment.getTime()
    const pools = poolsOf(keys, state)
    const types = pools.flatMap(({ pool }) => pool.flatMap(({ items }) => items.map(({ type }) => type)))
    const parameters = uncertainParameters(model, [...new Set(types)].sort())
    const chances = pools.map(({ pool }) => {
      const sums = pool.map(({ items }) => weighEvidence(items, defaultFuzzyConfig, model, { nowMs }))
      const at = bestOf(sums.map(({ logOdds }) => logOdds))
      const { rivals, noneShare } = rivalSums(sums.toSpliced(at, 1), noneLogOdds(model, pool.length))
      const shares = assessObservation(pool, defaultFuzzyConfig, model, { nowMs })
      const { probability, bounds } = shares.candidates[at]!
      const gradient = parameters.gradient(sums[at]!, rivals, noneShare)
      return { at, probability, bounds, none: shares.none, gradient }
    })
    return mostInformative(chances, parameters, limit).map(({ index, bits }) => {
      const { at, probability, bounds, none } = chances[index]!
      const { key, pool } = pools[index]!
      const { key: candidateKey, moleculeIds, name } = pool[at]!
      const candidate = { key: candidateKey, moleculeIds, name }
      return { key, candidate, probability, bounds, none, candidates: pool.length, bits }
    })
  },
}

interface ReviewDeps {
  readonly runs: RunStore
  readonly labels: LabelStore
  readonly compute: HeavyComputation
}

/** Reads observations over all probabilities, of one run or of all. */
async function readPool(
  runs: RunStore,
  organizationId: string,
  run: string | undefined,
  query: Omit<PoolQuery, 'runId'>,
) {
  const runId = run === undefined ? null : runScope(run)
  if (runId !== null && !(await runs.find(organizationId, runId))) throw unknownRun(run!)
  const keys = await runs.pool(organizationId, { runId, ...query })
  const state = await runs.read(organizationId, keys)
  return { keys, state, size: state.claims.reduce((sum, { evidence }) => sum + evidence.length, 0) }
}

/** Returns the pairs without a label whose labels would teach the model most, the most informative first. */
export function reviewCases(deps: Pick<ReviewDeps, 'runs' | 'compute'>) {
  return async (
    { organizationId }: Actor,
    { runId, limit }: { readonly runId: string | undefined; readonly limit: number },
    signal?: AbortSignal,
  ): Promise<{ readonly cases: readonly ReviewCase[]; readonly model: LearnedModel }> => {
    const { keys, state, size } = await readPool(deps.runs, organizationId, runId, {
      ...POOL,
      unlabelled: true,
    })
    const input = { keys, state, limit }
    const cases = await deps.compute.run(reviewTask, input, { organizationId, size, signal })
    return { cases, model: state.model }
  }
}

/** Best candidate of one observation under two models. */
interface RefitChange {
  readonly key: ObservationKey
  readonly candidate: Pick<PooledCandidate, 'key' | 'moleculeIds' | 'name'>
  readonly before: number
  readonly after: number
}

/** What a fit to the present labels would change. */
export interface RefitPreview {
  readonly labels: number
  readonly positives: number
  /** Whether the labels suffice to learn anything. */
  readonly enough: boolean
  readonly inUse: LearnedModel
  readonly refitted: LearnedModel
  /** Model in use, on labels that it was not fitted to. */
  readonly unseen: CalibrationReport
  /** A model fitted to the present labels, each label scored by a fit that has not seen it. */
  readonly crossValidated: CalibrationReport
  readonly types: readonly TypeChange[]
  readonly observations: number
  readonly acceptedBefore: number
  readonly acceptedAfter: number
  readonly newlyAccepted: number
  readonly noLongerAccepted: number
  readonly meanChange: number
  /** Largest changes first. */
  readonly largest: readonly RefitChange[]
}

/** Input of `refitTask`. */
export interface RefitInput {
  readonly labelled: readonly LabelledCandidate[]
  readonly model: LearnedModel
  readonly modelAtMs: number | null
  readonly nowMs: number
  readonly threshold: number
  readonly keys: readonly ObservationKey[]
  readonly state: ObservationState
}

/** Observations that are compared under both models, and the changes that are listed. */
const COMPARED: Pick<PoolQuery, 'perTenth' | 'mostCandidates'> = { perTenth: 30, mostCandidates: 10_000 }
const LISTED_CHANGES = 10

/** Compares the best candidates of observations under two models. */
function changesOf({ keys, state, model, nowMs }: RefitInput, refitted: LearnedModel): RefitChange[] {
  return poolsOf(keys, state).map(({ key, pool }) => {
    const before = assessObservation(pool, defaultFuzzyConfig, model, { nowMs }).candidates
    const after = assessObservation(pool, defaultFuzzyConfig, refitted, { nowMs }).candidates
    const at = bestOf(before.map(({ probability }) => probability))
    const { key: candidateKey, moleculeIds, name } = pool[at]!
    return {
      key,
      candidate: { key: candidateKey, moleculeIds, name },
      before: before[at]!.probability,
      after: after[at]!.probability,
    }
  })
}

/** Fits a model to the labels without keeping it, and compares it with the model in use. */
export const refitTask: HeavyTask<RefitInput, RefitPreview> = {
  name: 'refit',
  compute: (input) => {
    const { labelled, model, modelAtMs, nowMs, threshold } = input
    const refitted = learnModel(labelled, untrainedModel.version)
    const given = labelled.filter(({ label }) => label !== undefined)
    const scored = scoreObservations(labelled, model, nowMs)
    const unseen = scored.filter(
      (_, i) => modelAtMs === null || given[i]!.firstLabelledAt!.getTime() > modelAtMs,
    )
    const changes = changesOf(input, refitted)
    const accepted = (p: number): boolean => p >= threshold
    const count = (of: (change: RefitChange) => boolean): number => changes.filter(of).length
    const size = ({ before, after }: RefitChange): number => Math.abs(after - before)
    return {
      labels: given.length,
      positives: given.filter(({ label }) => label).length,
      enough: refitted.calibration.by !== 'nothing',
      inUse: model,
      refitted,
      unseen: calibrationReport(unseen),
      crossValidated: calibrationReport(crossValidatedScores(labelled, nowMs)),
      types: compareTypes(
        model,
        refitted,
        labelled.flatMap(({ items }) => items.map(({ type }) => type)),
      ),
      observations: changes.length,
      acceptedBefore: count(({ before }) => accepted(before)),
      acceptedAfter: count(({ after }) => accepted(after)),
      newlyAccepted: count(({ before, after }) => !accepted(before) && accepted(after)),
      noLongerAccepted: count(({ before, after }) => accepted(before) && !accepted(after)),
      meanChange:
        changes.length === 0 ? 0 : changes.reduce((sum, one) => sum + size(one), 0) / changes.length,
      largest: changes.toSorted((a, b) => size(b) - size(a)).slice(0, LISTED_CHANGES),
    }
  },
}

/** Tells what a fit to the present labels would change, and how reliable model and fit are. Keeps nothing. */
export function previewRefit(deps: ReviewDeps) {
  return async (
    { organizationId }: Actor,
    { runId, threshold }: { readonly runId: string | undefined; readonly threshold: number },
    signal?: AbortSignal,
  ): Promise<RefitPreview> => {
    const state = await deps.labels.labelled(organizationId)
    const labelled = labelledObservations(state, state.moment.getTime())
    const pool = await readPool(deps.runs, organizationId, runId, { ...COMPARED, unlabelled: false })
    const input = {
      labelled,
      model: state.model,
      // A model of decoys or of a mixture has seen no label.
      modelAtMs: state.model.calibration.by === 'labels' ? (state.modelAt?.getTime() ?? null) : null,
      nowMs: state.moment.getTime(),
      threshold,
      keys: pool.keys,
      state: pool.state,
    }
    const size = FIT_PASSES * labelledSize(labelled) + 2 * pool.size
    return deps.compute.run(refitTask, input, { organizationId, size, signal })
  }
}
