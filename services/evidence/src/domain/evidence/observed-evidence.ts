import { invalid } from '../refusal.ts'
import { canonicalJson } from './canonical-json.ts'
import { countQuality, DEFAULT_UNCERTAINTY, type EvidenceItem } from './evidence-item.ts'
import { checkEvidenceType, normaliseType } from './evidence-type.ts'
import { unstorableText } from './storable-text.ts'

/** Evidence item as received. Only `type` and `value` are required. */
export interface RawEvidence {
  readonly type?: unknown
  readonly value?: unknown
  readonly uncertainty?: unknown
  readonly timestamp?: unknown
  readonly source?: unknown
  readonly metadata?: unknown
}

/** Checked item. An item without a time gets the time at which it is first kept. */
export interface ObservedEvidence {
  readonly type: string
  readonly value: number
  readonly uncertainty: number
  readonly observedAtMs: number | undefined
  readonly source: string
  readonly metadata: Readonly<Record<string, unknown>>
}

/** Source of an item without one. */
export const UNKNOWN_SOURCE = 'unknown'
/** Maximum length of a source. */
export const MAX_SOURCE_CHARACTERS = 200
/** Maximum nesting of metadata. The time and stack to compare and store it grow with the depth. */
const MAX_METADATA_DEPTH = 20

/** Metadata that define the correlated group of an item, first match wins; otherwise the source does. */
const GROUP_KEYS = ['group_id', 'study_id', 'study', 'identifier'] as const
/** Metadata with the number of measurements behind a value. */
const QUALITY_COUNT_KEYS = ['matched_peaks', 'peak_count', 'num_peaks', 'spectral_count'] as const

const ISO_TIME = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/
/** Start of the year 1; PostgreSQL and four-digit ISO 8601 years both cover the years 1 to 9999. */
const EARLIEST_MS = -62_135_596_800_000
const LATEST_MS = 253_402_300_799_999

function unitNumber(value: unknown, field: string): number {
  if (typeof value === 'number' && value >= 0 && value <= 1) return value
  throw invalid(field, 'must be a number from 0 to 1', value)
}

/** Parses an ISO 8601 time to milliseconds since 1970. A time without zone is UTC. */
export function readTimestamp(value: unknown, field: string): number {
  if (typeof value === 'string' && ISO_TIME.test(value)) {
    const zoned = /(Z|[+-]\d{2}:?\d{2})$/.test(value) || !value.includes('T') ? value : `${value}Z`
    const ms = Date.parse(zoned)
    // Date.parse reads 31 February as 3 March.
    const day = new Date(Date.parse(value.slice(0, 10))).getUTCDate()
    if (ms >= EARLIEST_MS && ms <= LATEST_MS && day === Number(value.slice(8, 10))) return ms
  }
  throw invalid(field, 'must be an ISO 8601 time such as 2026-01-31T12:00:00Z', value)
}

/** Returns why a value cannot be stored, or undefined if it can. */
function unstorable(value: unknown, depthLeft: number): string | undefined {
  if (typeof value === 'string') return unstorableText(value)
  if (typeof value === 'number' && !Number.isFinite(value)) return 'must contain finite numbers only'
  if (typeof value !== 'object' || value === null) return undefined
  if (depthLeft === 0) return `must not be nested deeper than ${MAX_METADATA_DEPTH} levels`
  for (const [name, inner] of Object.entries(value)) {
    const issue = unstorableText(name) ?? unstorable(inner, depthLeft - 1)
    if (issue !== undefined) return issue
  }
  return undefined
}

function readMetadata(value: unknown, field: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid(field, 'must be an object', value)
  const issue = unstorable(value, MAX_METADATA_DEPTH)
  if (issue !== undefined) throw invalid(field, issue, '…')
  return value as Record<string, unknown>
}

function readSource(value: unknown, field: string): string {
  if (typeof value !== 'string' || value.length === 0 || value.length > MAX_SOURCE_CHARACTERS)
    throw invalid(field, `must be a name of 1 to ${MAX_SOURCE_CHARACTERS} characters`, value)
  const issue = unstorableText(value)
  if (issue !== undefined) throw invalid(field, issue, value)
  return value
}

/**
 * Checks one item and applies the defaults: uncertainty 0.1, source `unknown`, empty metadata. `field` is the
 * dotted path of the item, for refusals. Value and uncertainty are in [0, 1].
 */
export function checkEvidence(raw: RawEvidence, field: string): ObservedEvidence {
  const at = (name: string) => (field === '' ? name : `${field}.${name}`)
  return {
    type: checkEvidenceType(raw.type, at('type')),
    value: unitNumber(raw.value, at('value')),
    uncertainty:
      raw.uncertainty === undefined ? DEFAULT_UNCERTAINTY : unitNumber(raw.uncertainty, at('uncertainty')),
    observedAtMs: raw.timestamp === undefined ? undefined : readTimestamp(raw.timestamp, at('timestamp')),
    source: raw.source === undefined ? UNKNOWN_SOURCE : readSource(raw.source, at('source')),
    metadata: raw.metadata === undefined ? {} : readMetadata(raw.metadata, at('metadata')),
  }
}

/**
 * Returns the text whose hash is the id of an item. Equal content gives equal text, whatever the order of keys. A
 * missing time stays missing, so that the same item sent twice without a time is one item.
 */
export function contentForm(item: ObservedEvidence): string {
  return canonicalJson([
    item.type,
    item.value,
    item.uncertainty,
    item.observedAtMs ?? null,
    item.source,
    item.metadata,
  ])
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== ''
    ? value.slice(0, MAX_OBSERVATION_CHARACTERS).toWellFormed()
    : typeof value === 'number'
      ? String(value)
      : undefined

/** Public name of the scope that all evidence without a run shares. */
const SHARED_RUN = 'shared'

/** Returns the scope of a run id as it is stored: empty for no run and for the shared one. */
export const runScope = (runId: string | undefined): string =>
  runId === undefined || runId === SHARED_RUN ? '' : runId

/** Maximum length of a run or observation id. */
export const MAX_OBSERVATION_CHARACTERS = 200

/** Refuses a run id that is empty, too long or not storable. Returns the scope as it is stored. */
export function checkRunId(runId: string, field: string): string {
  const issue =
    runId.trim() === '' || runId.length > MAX_OBSERVATION_CHARACTERS
      ? `must have 1 to ${MAX_OBSERVATION_CHARACTERS} characters`
      : /\p{Cc}/u.test(runId)
        ? 'must not contain control characters'
        : unstorableText(runId)
  if (issue !== undefined) throw invalid(field, issue, runId)
  return runScope(runId)
}

/** Returns the public name of a stored scope. */
export const runName = (scope: string): string => (scope === '' ? SHARED_RUN : scope)

/** Observation that an item is about, within its run. */
export interface ObservationKey {
  /** Scope of the observation id; empty for the shared scope of the organization. */
  readonly runId: string
  readonly observationId: string
}

/**
 * Returns the observation named in the metadata, if any. Features of one compound (`feature_group`) are one
 * observation. Molecules that share an observation are rivals.
 */
export function observationKey(metadata: Readonly<Record<string, unknown>>): ObservationKey | undefined {
  const observationId = textOf(metadata.feature_group) ?? textOf(metadata.observation_id)
  if (observationId === undefined) return undefined
  return { runId: runScope(textOf(metadata.run_id)), observationId }
}

/** Returns one text for run and observation. Neither contains NUL, which cannot be stored. */
export const observationText = ({ runId, observationId }: ObservationKey): string =>
  `${runId}\u0000${observationId}`

/** Splits the text of `observationText`. */
export function readObservationText(text: string): ObservationKey {
  const at = text.indexOf('\u0000')
  return { runId: text.slice(0, at), observationId: text.slice(at + 1) }
}

/** Spellings of a decoy flag in metadata. Files of Percolator and others write text or numbers. */
const DECOY_FLAGS: ReadonlySet<unknown> = new Set([true, 1, 'true', 'True', 'TRUE', '1', 'decoy'])

/**
 * Converts an item for the computation. Its group is the study or identifier in the metadata, otherwise its
 * source. Its quality comes from the number of peaks in the metadata, if given. The metadata also name its observation
 * and say whether its molecule is a decoy.
 */
export function toEvidenceItem(id: string, item: ObservedEvidence, observedAtMs: number): EvidenceItem {
  const { type, value, uncertainty, source, metadata } = item
  const named = GROUP_KEYS.map((key) => metadata[key]).find(
    (x) => typeof x === 'string' || typeof x === 'number',
  )
  const count = QUALITY_COUNT_KEYS.map((key) => metadata[key]).find(
    (x): x is number => typeof x === 'number' && x >= 0,
  )
  const observation = observationKey(metadata)
  return {
    id,
    // Items that were kept before types were normalised may have another spelling.
    type: normaliseType(type),
    value,
    uncertainty,
    observedAtMs,
    source,
    group: named === undefined ? source : String(named),
    ...(count === undefined ? {} : { quality: countQuality(count) }),
    ...(observation === undefined ? {} : { observation: observationText(observation) }),
    ...(typeof metadata.name === 'string' && metadata.name !== '' ? { name: metadata.name } : {}),
    ...(DECOY_FLAGS.has(metadata.decoy) ? { decoy: true as const } : {}),
  }
}
