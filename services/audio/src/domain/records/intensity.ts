import type { TrackAnalysis } from '../analyse-track.ts'
import { SILENCE_LUFS } from '../emotion/span-features.ts'
import { powerToLufs } from '../loudness/gating.ts'

/** Returns the level of each second, LUFS, at least −60, smoothed over 3 s. */
export function secondLevels(analysis: TrackAnalysis): number[] {
  const { loudnessPower, seconds } = analysis.curves
  const levels = Array.from({ length: seconds }, (_, s) =>
    Math.max(SILENCE_LUFS, powerToLufs(loudnessPower[s] ?? 0) ?? SILENCE_LUFS),
  )
  return levels.map((_, s) => {
    const near = levels.slice(Math.max(0, s - 1), s + 2)
    return near.reduce((sum, x) => sum + x, 0) / near.length
  })
}

/**
 * Returns the loudness of each second relative to the quiet (10th percentile) and loud (98th percentile) seconds of the
 * track, 0 to 1, smoothed over 3 s.
 */
export function intensityCurve(analysis: TrackAnalysis): number[] {
  const levels = secondLevels(analysis)
  const sorted = levels.toSorted((a, b) => a - b)
  const low = sorted[Math.floor(sorted.length * 0.1)] ?? 0
  const high = sorted[Math.floor(sorted.length * 0.98)] ?? 0
  return levels.map((x) =>
    high - low < 0.5 ? 0.5 : Number(Math.max(0, Math.min(1, (x - low) / (high - low))).toFixed(3)),
  )
}

const MOST_PEAKS = 8
/** Minimum intensity of a peak. */
const LEAST_PEAK_INTENSITY = 0.8
/** Minimum distance between peaks; in a long track, a ninth of its length. */
const LEAST_PEAK_GAP_SECONDS = 15

/**
 * Returns the seconds of the loudest moments, at most eight, in order: local maxima of the level, loudest first, spread
 * over the track. Uses the level in LUFS, because the curve from 0 to 1 is clipped at its top.
 */
export function peakSeconds(levels: readonly number[], curve: readonly number[]): number[] {
  const gap = Math.max(LEAST_PEAK_GAP_SECONDS, levels.length / (MOST_PEAKS + 1))
  const below = Number.NEGATIVE_INFINITY
  const order = levels
    .map((level, second) => ({ level, second }))
    .filter(
      ({ level, second }) =>
        (curve[second] ?? 0) >= LEAST_PEAK_INTENSITY &&
        level >= (levels[second - 1] ?? below) &&
        level >= (levels[second + 1] ?? below),
    )
    .sort((a, b) => b.level - a.level || a.second - b.second)
  const chosen: number[] = []
  for (const { second } of order) {
    if (chosen.length < MOST_PEAKS && chosen.every((other) => Math.abs(other - second) >= gap))
      chosen.push(second)
  }
  return chosen.sort((a, b) => a - b)
}
