/** Part of a track that is on the screen: the time at its left edge and the scale. */
export interface View {
  readonly startSeconds: number
  readonly secondsPerPixel: number
}

/** Finest scale, seconds per pixel: a nudge of the grid by 1 ms is one pixel. */
const FINEST = 0.001
/** Space between two lines below which they are left out, in pixels. */
const LEAST_GAP = 7

/** Returns the scale at which a whole track fills the width. */
export const wholeScale = (durationSeconds: number, width: number): number =>
  Math.max(FINEST, durationSeconds / Math.max(1, width))

/** Returns the nearest view whose scale is allowed and which does not leave the track. */
export function withinTrack(view: View, durationSeconds: number, width: number): View {
  const secondsPerPixel = Math.min(wholeScale(durationSeconds, width), Math.max(FINEST, view.secondsPerPixel))
  const last = Math.max(0, durationSeconds - width * secondsPerPixel)
  return { startSeconds: Math.min(last, Math.max(0, view.startSeconds)), secondsPerPixel }
}

export const timeAt = (view: View, x: number): number => view.startSeconds + x * view.secondsPerPixel
export const placeOf = (view: View, seconds: number): number =>
  (seconds - view.startSeconds) / view.secondsPerPixel

/** Returns the view after zooming by a factor; what was at `x` stays there. */
export function zoomAround(view: View, x: number, factor: number): View {
  const secondsPerPixel = view.secondsPerPixel / factor
  return { startSeconds: timeAt(view, x) - x * secondsPerPixel, secondsPerPixel }
}

/** Returns the view that shows a time in the middle. */
export const viewAround = (view: View, seconds: number, width: number): View => ({
  ...view,
  startSeconds: seconds - (width / 2) * view.secondsPerPixel,
})

/** Returns the coarsest zoom that still has a peak for each pixel, or the finest one. Zooms are samples per peak. */
export function zoomFor(zooms: readonly number[], samplesPerPixel: number): number {
  const sorted = [...zooms].sort((a, b) => a - b)
  return sorted.findLast((zoom) => zoom <= samplesPerPixel) ?? sorted[0] ?? 0
}

/** Returns the index of the first time that is not before `seconds`. Times are in order. */
export function firstFrom(times: readonly number[], seconds: number): number {
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (times[middle]! < seconds) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns the index of the time nearest to `seconds`; −1 without times. */
export function nearest(times: readonly number[], seconds: number): number {
  const after = firstFrom(times, seconds)
  if (after === 0) return times.length === 0 ? -1 : 0
  if (after === times.length) return after - 1
  return times[after]! - seconds < seconds - times[after - 1]! ? after : after - 1
}

/** Returns the time a number of steps from `seconds` among times in order; undefined when there are none. */
export function stepFrom(times: readonly number[], seconds: number, steps: number): number | undefined {
  if (times.length === 0 || steps === 0) return undefined
  // Playback that stands on a beat, or a little behind it, leaves that beat.
  const slack = 0.03
  const index =
    steps > 0 ? firstFrom(times, seconds + slack) + steps - 1 : firstFrom(times, seconds - slack) + steps
  return times[Math.min(times.length - 1, Math.max(0, index))]
}

/** Beats of a track as lines: which ones are drawn at a scale, and how strong. */
export interface GridLine {
  readonly seconds: number
  readonly kind: 'beat' | 'bar' | 'phrase'
  /** Number of the bar from 1, for lines that begin one. */
  readonly bar?: number
}

/** Bars that belong together in most dance music. */
const PHRASE_BARS = 4

/**
 * Returns the lines of the grid between two times. Lines that would stand closer than a few pixels are left out: first
 * beats, then bars, then every power of two of them.
 */
export function gridLines(
  { beats, downbeats }: { readonly beats: readonly number[]; readonly downbeats: readonly number[] },
  from: number,
  to: number,
  secondsPerPixel: number,
): GridLine[] {
  const gapOf = (times: readonly number[]) =>
    times.length < 2 ? Number.POSITIVE_INFINITY : (times.at(-1)! - times[0]!) / (times.length - 1)
  const least = LEAST_GAP * secondsPerPixel
  let every = 1
  while (gapOf(downbeats) * every < least && every < downbeats.length) every *= 2
  const lines: GridLine[] = []
  for (let i = firstFrom(downbeats, from); i < downbeats.length && downbeats[i]! <= to; i++)
    if (i % every === 0)
      lines.push({
        seconds: downbeats[i]!,
        kind: i % Math.max(PHRASE_BARS, every) === 0 ? 'phrase' : 'bar',
        bar: i + 1,
      })
  if (gapOf(beats) < least) return lines
  let next = firstFrom(downbeats, from)
  for (let i = firstFrom(beats, from); i < beats.length && beats[i]! <= to; i++) {
    while (downbeats[next]! < beats[i]!) next++
    if (downbeats[next] !== beats[i]) lines.push({ seconds: beats[i]!, kind: 'beat' })
  }
  return lines
}

/** Steps between the labels of the time axis, in seconds. */
const STEPS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600]
/** Space that a label of the time axis needs, in pixels. */
const LABEL_WIDTH = 72

/** Returns the times that the axis names between two times. */
export function axisTimes(from: number, to: number, secondsPerPixel: number): number[] {
  const step = STEPS.find((one) => one / secondsPerPixel >= LABEL_WIDTH) ?? STEPS.at(-1)!
  const first = Math.ceil(from / step)
  const count = Math.max(0, Math.floor(to / step) - first + 1)
  return Array.from({ length: count }, (_, i) => (first + i) * step)
}

/** Writes a position as people read it on a player: 3:07, or 1:02:45; with `decimals`, 3:07.25. */
export function clock(seconds: number, decimals = 0): string {
  const unit = 10 ** decimals
  const total = Math.max(0, Math.round(seconds * unit))
  const whole = Math.floor(total / unit)
  const part = decimals === 0 ? '' : `.${String(total % unit).padStart(decimals, '0')}`
  const minutes = Math.floor(whole / 60) % 60
  const hours = Math.floor(whole / 3600)
  const two = (value: number) => String(value).padStart(2, '0')
  return hours > 0
    ? `${hours}:${two(minutes)}:${two(whole % 60)}${part}`
    : `${minutes}:${two(whole % 60)}${part}`
}

/** Position in bars and beats, both from 1; undefined before the first bar and without bars. */
export function barAndBeat(
  { beats, downbeats }: { readonly beats: readonly number[]; readonly downbeats: readonly number[] },
  seconds: number,
): { readonly bar: number; readonly beat: number } | undefined {
  const bar = firstFrom(downbeats, seconds + 1e-6)
  if (bar === 0) return undefined
  const start = firstFrom(beats, downbeats[bar - 1]! - 1e-6)
  return { bar, beat: Math.max(1, firstFrom(beats, seconds + 1e-6) - start) }
}
