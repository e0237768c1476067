import { type EvidenceItem, groupKey } from '../evidence/evidence-item.ts'
import {
  emptyCounts,
  type LikelihoodCounts,
  mergeCounts,
  observedCounts,
} from '../inference/likelihood-table.ts'

/** Evidence about one molecule with a curated label. */
export interface LabelledObservation {
  readonly label: boolean
  readonly items: readonly EvidenceItem[]
  /** Observations with the same id are rivals: candidates for the same measured signal. */
  readonly observationId?: string
}

/**
 * Counts per evidence type, for values and for measurement quality. They are sufficient statistics and merge by
 * addition.
 */
export interface TableCounts {
  readonly tables: Readonly<Record<string, LikelihoodCounts>>
  readonly qualityTables: Readonly<Record<string, LikelihoodCounts>>
}

function addTo(into: Record<string, LikelihoodCounts>, type: string, counts: LikelihoodCounts): void {
  into[type] = mergeCounts(into[type] ?? emptyCounts, counts)
}

/** Counts labelled observations. Each correlated group has weight 1, shared among its items. */
export function countTables(observations: readonly LabelledObservation[]): TableCounts {
  const tables: Record<string, LikelihoodCounts> = {}
  const qualityTables: Record<string, LikelihoodCounts> = {}
  for (const { label, items } of observations) {
    const sizes = new Map<string, number>()
    for (const item of items) sizes.set(groupKey(item), (sizes.get(groupKey(item)) ?? 0) + 1)
    for (const item of items) {
      const weight = 1 / sizes.get(groupKey(item))!
      addTo(tables, item.type, observedCounts(label, item.value, item.uncertainty, weight))
      if (item.quality !== undefined) {
        addTo(qualityTables, item.type, observedCounts(label, item.quality, 0, weight))
      }
    }
  }
  return { tables, qualityTables }
}

/** Adds two sets of counts; merge(A, B) = merge(B, A) = counts of the union. */
export function mergeTableCounts(a: TableCounts, b: TableCounts): TableCounts {
  return {
    tables: mergeRecords(a.tables, b.tables),
    qualityTables: mergeRecords(a.qualityTables, b.qualityTables),
  }
}

function mergeRecords(
  a: Readonly<Record<string, LikelihoodCounts>>,
  b: Readonly<Record<string, LikelihoodCounts>>,
): Record<string, LikelihoodCounts> {
  const out: Record<string, LikelihoodCounts> = { ...a }
  for (const [type, counts] of Object.entries(b)) addTo(out, type, counts)
  return out
}
