import type { PieceSpec } from './piece.ts'

/** Returns the beat times of a piece: constant, with one step of tempo, with a gradual change, or with slow rubato. */
export function beatTimes(spec: PieceSpec, count: number): number[] {
  const times = [spec.startSeconds ?? 0.5]
  for (let i = 0; i < count; i++) {
    let bpm = spec.bpm
    if (spec.bpmLater !== undefined) {
      if (spec.gradual === true) bpm += ((spec.bpmLater - spec.bpm) * i) / count
      else if (i >= count / 2) bpm = spec.bpmLater
    }
    if (spec.rubato !== undefined) bpm *= 1 + spec.rubato * Math.sin((2 * Math.PI * i) / 23 + spec.seed)
    times.push(times.at(-1)! + 60 / bpm)
  }
  return times
}

/** Returns the tempo that lasts longest: the median of the beat intervals, weighted by their length. */
export function prevailingBpm(beats: readonly number[]): number {
  const intervals = beats.slice(1).map((time, i) => time - beats[i]!)
  intervals.sort((a, b) => a - b)
  const total = intervals.reduce((sum, x) => sum + x, 0)
  let passed = 0
  for (const interval of intervals) {
    passed += interval
    if (passed >= total / 2) return Math.round(6000 / interval) / 100
  }
  return 0
}
