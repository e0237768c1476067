/** One piece of evidence about one molecule, checked and with every default filled in. */
export interface EvidenceItem {
  readonly id: string
  readonly type: string
  /** Observed value m, in [0, 1]. */
  readonly value: number
  /** Standard deviation s of the value, in [0, 1]. */
  readonly uncertainty: number
  readonly observedAtMs: number
  readonly source: string
  /** Items of one type and one group (same source, study or identifier) are correlated. */
  readonly group: string
  /** How much measurement stands behind the value, in [0, 1] (see `countQuality`), where it is known. */
  readonly quality?: number
}

/** Most kept items of one molecule, and of all its rivals together, that one assessment reads. */
export const MAX_ASSESSED_ITEMS = 10_000
/** Most kept items that one request about many molecules reads. */
export const MAX_BATCH_ITEMS = 50_000

/** Uncertainty of an item that names none: a tenth of the scale. */
export const DEFAULT_UNCERTAINTY = 0.1

/** Counts at which `countQuality` reaches one half. */
const HALF_QUALITY_COUNT = 10

/** Quality of a value that rests on n independent counts (matched peaks, aligned residues / 10 …): n/(n + 10). */
export function countQuality(count: number): number {
  return Math.max(0, count) / (Math.max(0, count) + HALF_QUALITY_COUNT)
}

/** Agreement of a measured and a theoretical mass as an evidence value: e^(−|error|/5 ppm), in (0, 1]. */
export function massAccuracyValue(errorPpm: number): number {
  return Math.exp(-Math.abs(errorPpm) / 5)
}

/** Orders items by content (not id); 0 means that they are exact copies and count once. */
function compareContent(a: EvidenceItem, b: EvidenceItem): number {
  return (
    compareText(a.type, b.type) ||
    compareText(a.group, b.group) ||
    compareText(a.source, b.source) ||
    a.value - b.value ||
    a.uncertainty - b.uncertainty ||
    a.observedAtMs - b.observedAtMs ||
    (a.quality ?? -1) - (b.quality ?? -1)
  )
}

/** Key of the correlated group of an item. */
export function groupKey(item: EvidenceItem): string {
  return `${item.type}\u0000${item.group}`
}

/**
 * Items without exact copies, ordered by content, so that no result depends on the order of a request.
 * Of copies, the one with the smallest id stays.
 */
export function distinctItems(items: readonly EvidenceItem[]): EvidenceItem[] {
  const sorted = items.toSorted((a, b) => compareContent(a, b) || compareText(a.id, b.id))
  return sorted.filter((item, i) => i === 0 || compareContent(item, sorted[i - 1]!) !== 0)
}

function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
