import { GROUP_COUNT, type Novelty, ONSET_DELAY_SECONDS } from '../features/novelty.ts'
import { STEPS_PER_BEAT } from './hit-context.ts'

/** Two hits closer than this are one candidate; they may still be several instruments. */
const LEAST_GAP_FRAMES = 4
/**
 * Share of the group's own 95th percentile that a peak must reach. Low, because the classifier rejects false
 * candidates.
 */
const LEAST_SHARE = 0.12

/** Returns the value that 5 % of the positive values of a group exceed. */
function upperLevel(novelty: Novelty, group: number): number {
  const values = new Float32Array(novelty.frames)
  let count = 0
  for (let t = 0; t < novelty.frames; t++) {
    const value = novelty.groups[t * GROUP_COUNT + group]!
    if (value > 0) values[count++] = value
  }
  return values.subarray(0, count).sort()[Math.floor(count * 0.95)] ?? 0
}

/**
 * Returns the frames (10 ms) at which some frequency group has an onset: local peaks over ±20 ms, each relative to the
 * strong onsets of its group. Sorted, at least 40 ms apart.
 */
export function onsetCandidates(novelty: Novelty): number[] {
  const { frames, groups } = novelty
  const combined = new Float32Array(frames)
  for (let g = 0; g < GROUP_COUNT; g++) {
    const level = upperLevel(novelty, g)
    if (level <= 0) continue
    for (let t = 0; t < frames; t++) {
      combined[t] =
        Math.max(combined[t]!, groups[t * GROUP_COUNT + g]! / level) +
        0.15 * Math.min(1, groups[t * GROUP_COUNT + g]! / level)
    }
  }
  const out: number[] = []
  for (let t = 1; t + 1 < frames; t++) {
    const here = combined[t]!
    if (here < LEAST_SHARE) continue
    let isPeak = true
    for (let d = -2; d <= 2 && isPeak; d++) {
      const other = combined[t + d] ?? 0
      if (d < 0 ? other >= here : other > here) isPeak = d === 0
    }
    if (!isPeak) continue
    const last = out.at(-1)
    if (last !== undefined && t - last < LEAST_GAP_FRAMES) {
      if (here > combined[last]!) out[out.length - 1] = t
    } else {
      out.push(t)
    }
  }
  return out
}

/** Largest distance of a hit from its place on the grid. */
const REACH_FRAMES = 3

/**
 * Returns the frames on the grid of sixteenths without an onset: the place of greatest novelty above 500 Hz within 30
 * ms of each step, at least 50 ms from every onset. A soft hat beside a chord makes no peak of its own. Sorted.
 */
export function gridCandidates(
  novelty: Novelty,
  onsets: readonly number[],
  beats: readonly number[],
): number[] {
  const { frames, groups } = novelty
  const taken = new Uint8Array(frames)
  const take = (frame: number): void => {
    taken.fill(1, Math.max(0, frame - LEAST_GAP_FRAMES), Math.min(frames, frame + LEAST_GAP_FRAMES + 1))
  }
  for (const frame of onsets) take(frame)
  const out: number[] = []
  for (let j = 0; j + 1 < beats.length; j++) {
    for (let s = 0; s < STEPS_PER_BEAT; s++) {
      const time = beats[j]! + (s / STEPS_PER_BEAT) * (beats[j + 1]! - beats[j]!)
      const place = Math.round((time + ONSET_DELAY_SECONDS) * 100)
      if (place < LEAST_GAP_FRAMES || place + LEAST_GAP_FRAMES >= frames || taken[place] === 1) continue
      let best = place
      let most = -1
      for (let t = place - REACH_FRAMES; t <= place + REACH_FRAMES; t++) {
        const at = t * GROUP_COUNT
        const value = groups[at + 4]! + groups[at + 3]! + 0.5 * groups[at + 2]!
        if (value <= most || taken[t] === 1) continue
        most = value
        best = t
      }
      if (most <= 0) continue
      out.push(best)
      take(best)
    }
  }
  return out.sort((a, b) => a - b)
}
