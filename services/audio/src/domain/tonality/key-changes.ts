import type { Key, KeyResult } from './find-key.ts'

/** Part of a track in one key, seconds. */
export interface KeySpan extends Key {
  readonly startSeconds: number
  readonly endSeconds: number
}

/** Shorter parts than the window in which keys are found are chords or breaks, not a change of key. */
const LEAST_SECONDS = 16
/**
 * Minimum confidence of a region. It is higher than that of a whole track: between 0.2 and 0.5 every second region of
 * the development pieces is wrong (see `KeyRegion`), and mostly its relative or neighbouring key.
 */
const LEAST_CERTAIN = 0.5

/**
 * Returns the keys of a track over time that are certain enough to be stated: its key regions of at least 16 seconds
 * whose own confidence is at least 0.5, neighbours of the same key as one. A part between them without a certain key
 * belongs to the key before it.
 */
export function certainKeys(key: Pick<KeyResult, 'regions'> | null): KeySpan[] {
  const spans: KeySpan[] = []
  for (const { startSeconds, endSeconds, tonic, mode, confidence } of key?.regions ?? []) {
    if (confidence < LEAST_CERTAIN || endSeconds - startSeconds < LEAST_SECONDS) continue
    const last = spans.at(-1)
    const same = last !== undefined && last.tonic === tonic && last.mode === mode
    if (last) spans[spans.length - 1] = { ...last, endSeconds: same ? endSeconds : startSeconds }
    if (!same) spans.push({ startSeconds, endSeconds, tonic, mode })
  }
  return spans
}

/** Change from one certain key to the next. */
export interface KeyChange {
  readonly timeSeconds: number
  readonly from: Key
  readonly to: Key
}

/** Returns the changes of key that are certain on both sides, in order of time. */
export function keyChanges(key: Pick<KeyResult, 'regions'> | null): KeyChange[] {
  const spans = certainKeys(key)
  return spans.slice(1).map((to, i) => ({ timeSeconds: to.startSeconds, from: spans[i]!, to }))
}
