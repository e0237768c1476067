import { type Chroma, meanChroma } from '../tonality/chroma.ts'
import { orderedQuarters } from './tempo-features.ts'

/** Beats of a bar for which changes of harmony are compared. */
const BEATS_PER_BAR = 4
/** Frames of 10 ms per row of chroma. */
const FRAMES_PER_ROW = 10
/** Keeps quotients of small changes within bounds; about what the chroma of a held chord changes. */
const LEAST_CHANGE = 0.01

/** Returns the beats moved by a share of each interval, 0 to 1; frames of 10 ms. */
export function shiftBeats(beatFrames: readonly number[], share: number): number[] {
  if (share === 0 || beatFrames.length < 2) return [...beatFrames]
  const moved = beatFrames.map((frame, i) => {
    const next = beatFrames[i + 1] ?? 2 * frame - beatFrames[i - 1]!
    return Math.round(frame + share * (next - frame))
  })
  const before = moved[0]! - (beatFrames[1]! - beatFrames[0]!)
  if (before >= 0) moved.unshift(before)
  return moved
}

/** Returns how much the chroma changes at each beat: 1 − cosine of the half beats before and after it. */
function harmonyChanges(chroma: Chroma, beatFrames: readonly number[]): number[] {
  return beatFrames.map((frame, i) => {
    const length = (beatFrames[i + 1] ?? frame) - frame || frame - (beatFrames[i - 1] ?? frame)
    const at = frame / FRAMES_PER_ROW
    const half = length / 2 / FRAMES_PER_ROW
    const before = meanChroma(chroma, Math.round(at - half), Math.round(at))
    const after = meanChroma(chroma, Math.round(at), Math.round(at + half))
    let dot = 0
    for (let c = 0; c < 12; c++) dot += before[c]! * after[c]!
    return 1 - dot
  })
}

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, x) => sum + x, 0) / values.length

/** Shares of a beat by which the beats may be off. */
export const SHIFTS: readonly number[] = [0, 1 / 4, 1 / 2, 3 / 4]

/**
 * Describes the beats (frames of 10 ms, sorted) at each of the four shifts: whether they are moved, the onsets of each
 * frequency group on the quarters of two beats (`orderedQuarters`), and the change of harmony on all beats and on the
 * beats of the bar line with the most, as logarithms relative to all shifts.
 */
export function phaseFeatures(
  groups: readonly Float32Array[],
  chroma: Chroma,
  beatFrames: readonly number[],
): number[][] {
  const shifted = SHIFTS.map((share) => shiftBeats(beatFrames, share))
  const changes = shifted.map((frames) => harmonyChanges(chroma, frames))
  const onBeats = changes.map(mean)
  const onBars = changes.map((list) =>
    Math.max(
      ...Array.from({ length: BEATS_PER_BAR }, (_, line) =>
        mean(list.filter((_change, i) => i % BEATS_PER_BAR === line)),
      ),
    ),
  )
  const relative = (value: number, all: readonly number[]): number =>
    Math.log((LEAST_CHANGE + value) / (LEAST_CHANGE + mean(all)))
  return shifted.map((frames, s) => [
    s === 0 ? 1 : 0,
    relative(onBeats[s]!, onBeats),
    relative(onBars[s]!, onBars),
    ...orderedQuarters(groups, frames),
  ])
}
