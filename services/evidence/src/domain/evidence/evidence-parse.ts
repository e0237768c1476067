import { invalid } from '../refusal.ts'
import { countQuality, DEFAULT_UNCERTAINTY, type EvidenceItem } from './evidence-item.ts'

/** An evidence item as received. Only `type` and `value` are required. */
export interface RawEvidence {
  readonly type?: unknown
  readonly value?: unknown
  readonly uncertainty?: unknown
  readonly timestamp?: unknown
  readonly source?: unknown
  readonly metadata?: unknown
}

/** Metadata that name the correlated group of an item, in this order; failing all, the source does. */
const GROUP_KEYS = ['group_id', 'study_id', 'study', 'identifier'] as const
/** Metadata that count the measurements behind a value. */
const QUALITY_COUNT_KEYS = ['matched_peaks', 'peak_count', 'num_peaks', 'spectral_count'] as const
/** Source of an item that names none. */
export const UNKNOWN_SOURCE = 'unknown'

function unit(raw: unknown, field: string): number {
  if (typeof raw !== 'number' || !Number.isFinite(raw) || raw < 0 || raw > 1) {
    throw invalid(field, 'must be a number from 0 to 1', raw)
  }
  return raw
}

function parseTime(raw: unknown, field: string, nowMs: number): number {
  if (raw === undefined) return nowMs
  const time = typeof raw === 'string' ? Date.parse(raw) : Number.NaN
  if (!Number.isFinite(time)) throw invalid(field, 'must be an ISO 8601 time', raw)
  return time
}

/**
 * Checks one item and fills in the defaults: uncertainty 0.1, timestamp now, source "unknown". Its group is the study or
 * identifier named in metadata, else its source; its quality comes from a count of peaks in metadata, where there is one.
 */
export function parseEvidence(
  raw: RawEvidence,
  context: { readonly field: string; readonly id: string; readonly nowMs: number },
): EvidenceItem {
  const { field, id, nowMs } = context
  if (typeof raw.type !== 'string' || raw.type.trim() === '' || raw.type.length > 100) {
    throw invalid(`${field}.type`, 'must be the name of an evidence type, 1 to 100 characters', raw.type)
  }
  if (raw.source !== undefined && typeof raw.source !== 'string') {
    throw invalid(`${field}.source`, 'must be a string', raw.source)
  }
  if (
    raw.metadata !== undefined &&
    (raw.metadata === null || typeof raw.metadata !== 'object' || Array.isArray(raw.metadata))
  ) {
    throw invalid(`${field}.metadata`, 'must be an object', raw.metadata)
  }
  const metadata = (raw.metadata ?? {}) as Record<string, unknown>
  const source = raw.source ?? UNKNOWN_SOURCE
  const named = GROUP_KEYS.map((key) => metadata[key]).find(
    (x) => typeof x === 'string' || typeof x === 'number',
  )
  const count = QUALITY_COUNT_KEYS.map((key) => metadata[key]).find((x) => typeof x === 'number' && x >= 0)
  return {
    id,
    type: raw.type,
    value: unit(raw.value, `${field}.value`),
    uncertainty:
      raw.uncertainty === undefined ? DEFAULT_UNCERTAINTY : unit(raw.uncertainty, `${field}.uncertainty`),
    observedAtMs: parseTime(raw.timestamp, `${field}.timestamp`, nowMs),
    source,
    group: named === undefined ? source : String(named),
    ...(count === undefined ? {} : { quality: countQuality(count as number) }),
  }
}

/** Checks a list of items; ids are given by the caller, in order. */
export function parseEvidenceList(
  raw: readonly RawEvidence[],
  context: { readonly field: string; readonly idOf: (index: number) => string; readonly nowMs: number },
): EvidenceItem[] {
  return raw.map((item, i) =>
    parseEvidence(item, { field: `${context.field}.${i}`, id: context.idOf(i), nowMs: context.nowMs }),
  )
}
