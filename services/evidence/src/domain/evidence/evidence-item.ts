/** Evidence about one molecule, checked and with all defaults. */
export interface EvidenceItem {
  readonly id: string
  readonly type: string
  /** Observed value m, in [0, 1]. */
  readonly value: number
  /** Standard deviation s of the value, in [0, 1]. */
  readonly uncertainty: number
  readonly observedAtMs: number
  readonly source: string
  /** Items of one type and group (same source, study or identifier) are correlated. */
  readonly group: string
  /** Amount of measurement behind the value, in [0, 1] (see `countQuality`), if known. */
  readonly quality?: number
  /**
   * Run and observation (feature, spectrum, peak) that the item is about, joined by NUL. Without one, the item bears on
   * the molecule as such.
   */
  readonly observation?: string
  /** Name of the candidate that the item states. */
  readonly name?: string
  /** Present on an item about a decoy, a candidate that is known to be wrong. */
  readonly decoy?: true
  /** Present on an item that a rectification set aside: it adds nothing, but the bounds keep the conflict it showed. */
  readonly setAside?: true
}

/** Maximum number of kept items that one assessment reads for a molecule. */
export const MAX_ASSESSED_ITEMS = 10_000
/** Maximum number of kept items of all candidates that one request reads. No candidate is left out below it. */
export const MAX_CLAIM_ITEMS = 100_000
/** Maximum number of kept items that a request about many molecules reads. */
export const MAX_BATCH_ITEMS = 50_000

/** Maximum number of kept items that one calibration reads, rivals included. */
export const MAX_CALIBRATION_ITEMS = 200_000

/** Uncertainty of an item without one: a tenth of the scale. */
export const DEFAULT_UNCERTAINTY = 0.1

/** Count at which `countQuality` is one half. */
const HALF_QUALITY_COUNT = 10

/**
 * Returns the quality of a value based on n independent counts (matched peaks, aligned residues / 10 …): n/(n +
 * 10).
 */
export function countQuality(count: number): number {
  return Math.max(0, count) / (Math.max(0, count) + HALF_QUALITY_COUNT)
}

/** Converts the error of a measured mass to an evidence value: e^(−|error|/5 ppm), in (0, 1]. */
export function massAccuracyValue(errorPpm: number): number {
  return Math.exp(-Math.abs(errorPpm) / 5)
}

/** Compares items by content, not id. Returns 0 for exact copies, which count once. */
function compareContent(a: EvidenceItem, b: EvidenceItem): number {
  return (
    compareText(a.type, b.type) ||
    compareText(a.group, b.group) ||
    compareText(a.source, b.source) ||
    a.value - b.value ||
    a.uncertainty - b.uncertainty ||
    a.observedAtMs - b.observedAtMs ||
    (a.quality ?? -1) - (b.quality ?? -1) ||
    compareText(a.observation ?? '', b.observation ?? '') ||
    Number(a.setAside ?? false) - Number(b.setAside ?? false)
  )
}

/** Returns whether an item is in use: rectification has not set it aside. */
export const isInUse = ({ setAside }: EvidenceItem): boolean => setAside !== true

/** Returns whether two items are exact copies, which count once. */
export const isCopy = (a: EvidenceItem, b: EvidenceItem): boolean => compareContent(a, b) === 0

/** Returns the key of the correlated group of an item. */
export function groupKey(item: EvidenceItem): string {
  return `${item.type}\u0000${item.group}`
}

/**
 * Removes exact copies and sorts by content, so that no result depends on the order of a request. Of copies, keeps
 * the one with the smallest id.
 */
export function distinctItems(items: readonly EvidenceItem[]): EvidenceItem[] {
  const sorted = items.toSorted((a, b) => compareContent(a, b) || compareText(a.id, b.id))
  return sorted.filter((item, i) => i === 0 || compareContent(item, sorted[i - 1]!) !== 0)
}

function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
