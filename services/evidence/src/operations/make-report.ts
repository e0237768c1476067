import { ALGORITHM_VERSION } from '../domain/assessment/assess.ts'
import { candidateKeyOfAll } from '../domain/evidence/candidate-key.ts'
import { canonicalJson } from '../domain/evidence/canonical-json.ts'
import type { EvidenceItem } from '../domain/evidence/evidence-item.ts'
import { moleculeKey } from '../domain/evidence/identifiers.ts'
import { runScope } from '../domain/evidence/observed-evidence.ts'
import type { FuzzyConfig } from '../domain/fuzzy/fuzzy-config.ts'
import { parseFuzzyConfig } from '../domain/fuzzy/fuzzy-config-parse.ts'
import { invalid, Refusal } from '../domain/refusal.ts'
import { buildReport, type ReportClaim } from '../domain/report/build-report.ts'
import type { Report } from '../domain/report/report.ts'
import { itemOf } from './assess-state.ts'
import { statedName } from './claims.ts'
import type {
  Actor,
  HeavyComputation,
  HeavyTask,
  ListedReport,
  NamedClaim,
  ReportState,
  ReportStore,
  ResultHash,
  StoredEvidence,
  StoredReport,
  StoredReportRequest,
} from './ports.ts'

/** What to report, as received. */
export interface ReportRequest {
  readonly runId: string | undefined
  readonly observationIds: readonly string[] | undefined
  readonly moleculeIds: readonly string[] | undefined
  readonly threshold: number
  readonly limit: number
  readonly fuzzyConfig: unknown
}

/** Outcome of a replay. */
export interface Replay {
  /**
   * `same`: the report was made again with the same hash. `different`: with another one. `other_version`: this version
   * of the algorithm cannot make it again.
   */
  readonly outcome: 'same' | 'different' | 'other_version'
  /** Hash of the report that was made again. */
  readonly recomputedHash: string | null
  readonly message: string
}

/** Input of `reportTask`. */
export interface ReportTaskInput {
  readonly state: ReportState
  readonly request: StoredReportRequest
  readonly config: FuzzyConfig
}

const reportItems = ({ evidence, aside = [] }: NamedClaim) => [
  ...evidence.map((stored) => reportItem(stored, itemOf(stored))),
  ...aside.map((stored) => reportItem(stored, { ...itemOf(stored), setAside: true as const })),
]

const reportItem = ({ metadata }: StoredEvidence, item: EvidenceItem) => ({
  item,
  referenceStandard: metadata.reference_standard === true,
})

const reportClaim = (claim: NamedClaim): ReportClaim => ({
  moleculeId: claim.moleculeId,
  key: candidateKeyOfAll(
    claim.moleculeId,
    claim.evidence.map(({ metadata }) => metadata),
  ),
  name: claim.name,
  statedName: statedName(claim),
  items: reportItems(claim),
})

/** Report as texts: between threads they cost a fraction of what its objects cost. */
interface MadeReport {
  /** The report as JSON. */
  readonly json: string
  /** What is hashed: the report without the names of molecules, which users may change, and with sorted fields. */
  readonly hashed: string
}

const textsOf = (report: Report): MadeReport => ({
  json: JSON.stringify(report),
  hashed: canonicalJson(report, 'name'),
})

/** Makes a report. */
export const reportTask: HeavyTask<ReportTaskInput, MadeReport> = {
  name: 'report',
  compute: ({ state, request, config }) => {
    const report = buildReport({
      scope: { runId: request.runId, moleculeIds: request.moleculeIds, name: state.runName ?? null },
      threshold: request.threshold,
      claims: state.claims.map(reportClaim),
      observations: state.observations,
      bareMolecules: state.bareMolecules,
      otherIds: (state.otherIds ?? []).map(reportClaim),
      observationsTotal: request.observationsTotal,
      config,
      model: state.model,
      algorithmVersion: ALGORITHM_VERSION,
      nowMs: state.moment.getTime(),
    })
    return textsOf(report)
  },
}

interface ReportDeps {
  readonly reports: ReportStore
  readonly compute: HeavyComputation
  readonly resultHash: ResultHash
  readonly packageVersion: string
}

const sizeOf = ({ claims, otherIds = [] }: ReportState): number =>
  [...claims, ...otherIds].reduce((sum, { evidence }) => sum + evidence.length, 0)

async function made(
  deps: ReportDeps,
  organizationId: string,
  state: ReportState,
  request: StoredReportRequest,
  signal?: AbortSignal,
): Promise<{ readonly report: StoredReport; readonly json: string }> {
  const config = parseFuzzyConfig(request.fuzzyConfig ?? undefined)
  const input = { state, request, config }
  const size = sizeOf(state)
  const { json, hashed } = await deps.compute.run(reportTask, input, { organizationId, size, signal })
  const hash = deps.resultHash(hashed)
  const { packageVersion } = deps
  return { report: { hash, moment: state.moment, packageVersion, report: JSON.parse(json), request }, json }
}

async function stateOf(
  reports: ReportStore,
  organizationId: string,
  request: Pick<ReportRequest, 'runId' | 'observationIds' | 'moleculeIds' | 'limit'>,
  asOf?: Date,
): Promise<ReportState> {
  const { runId, moleculeIds, observationIds, limit } = request
  if ((runId === undefined) === (moleculeIds === undefined))
    throw invalid('run_id', 'is required unless molecule_ids is given; give one of them', runId)
  if (runId !== undefined) {
    // An observation that is named twice is listed and counted once.
    const ids = observationIds && [...new Set(observationIds)]
    const run = { runId: runScope(runId), observationIds: ids, limit }
    const state = await reports.readRun(organizationId, run, asOf)
    if (typeof state === 'number') {
      const missing = ids![state]!
      throw new Refusal('NOT_FOUND', `The run ${runId} has no observation ${missing}.`, {
        field: `observation_ids.${observationIds!.indexOf(missing)}`,
        issue: `does not exist in run ${runId}`,
        provided: missing,
      })
    }
    if (state) return state
    throw new Refusal('NOT_FOUND', `Your organization has no run ${runId}.`, {
      field: 'run_id',
      issue: 'does not exist',
      provided: runId,
    })
  }
  const keys = [...new Set(moleculeIds!.map((id, i) => moleculeKey(id, `molecule_ids.${i}`)))]
  const state = await reports.readMolecules(organizationId, keys, asOf)
  if (typeof state !== 'number') return state
  throw new Refusal('NOT_FOUND', `Your organization has no molecule ${keys[state]}.`, {
    field: `molecule_ids.${state}`,
    issue: 'does not exist',
    provided: moleculeIds![state],
  })
}

/** Makes a report of a run or of molecules and stores it under its hash. */
export function makeReport(deps: ReportDeps) {
  return async (actor: Actor, request: ReportRequest, signal?: AbortSignal): Promise<StoredReport> => {
    parseFuzzyConfig(request.fuzzyConfig)
    const { organizationId } = actor
    const state = await stateOf(deps.reports, organizationId, request)
    const stored: StoredReportRequest = {
      runId: request.runId ?? null,
      observationIds:
        request.runId === undefined
          ? null
          : state.observations.map((text) => text.slice(text.indexOf('\u0000') + 1)),
      moleculeIds: request.moleculeIds ?? null,
      threshold: request.threshold,
      observationsTotal: state.observationsTotal,
      fuzzyConfig: request.fuzzyConfig ?? null,
    }
    const { report, json } = await made(deps, organizationId, state, stored, signal)
    await deps.reports.keep(actor, report, json)
    return report
  }
}

/**
 * Returns a stored report and makes it again from the evidence and the model of its moment, to compare the hashes.
 * Under another version of the algorithm it returns the report as it was stored and names the package version that can
 * make it again.
 */
export function replayReport(deps: ReportDeps) {
  return async (
    actor: Actor,
    hash: string,
    signal?: AbortSignal,
  ): Promise<StoredReport & { readonly replay: Replay }> => {
    const { organizationId } = actor
    const stored = await deps.reports.find(organizationId, hash)
    if (!stored) {
      throw new Refusal('NOT_FOUND', 'Your organization has no report with this hash.', {
        field: 'hash',
        issue: 'does not exist',
        provided: hash,
      })
    }
    const { request } = stored
    if (stored.report.algorithmVersion !== ALGORITHM_VERSION) {
      const message = `The report was made by algorithm ${stored.report.algorithmVersion}; this service has ${ALGORITHM_VERSION}. Install @assay/evidence ${stored.packageVersion} to make it again.`
      return { ...stored, replay: { outcome: 'other_version', recomputedHash: null, message } }
    }
    const selection = {
      runId: request.runId ?? undefined,
      moleculeIds: request.moleculeIds ?? undefined,
      observationIds: request.observationIds ?? undefined,
      limit: request.observationIds?.length ?? 0,
    }
    const state = await stateOf(deps.reports, organizationId, selection, stored.moment)
    const { report: again } = await made(deps, organizationId, state, request, signal)
    const same = again.hash === hash
    const message = same
      ? 'Made again from the evidence and the model of its moment: the result is the same.'
      : 'Made again from the evidence and the model of its moment: the result differs, so evidence was changed outside the service.'
    return {
      ...stored,
      replay: { outcome: same ? 'same' : 'different', recomputedHash: again.hash, message },
    }
  }
}

/** Lists stored reports, newest first. */
export function listReports(deps: Pick<ReportDeps, 'reports'>) {
  return async (
    { organizationId }: Actor,
    { before, limit }: { before: Date | undefined; limit: number },
  ): Promise<{ readonly items: readonly ListedReport[]; readonly next: Date | undefined }> => {
    const found = await deps.reports.list(organizationId, { before, limit: limit + 1 })
    const items = found.slice(0, limit)
    return { items, next: found.length > limit ? items.at(-1)?.recordedAt : undefined }
  }
}
