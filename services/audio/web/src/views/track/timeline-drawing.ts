import { drawLanes, drawOverview, type Sheet } from './draw.ts'
import { placeOf, timeAt, wholeScale, zoomFor } from './geometry.ts'
import { LANES_HEIGHT } from './lanes.ts'
import { onColoursChanged, type Palette, paletteAt } from './palette.ts'
import type { PeakSource } from './peak-source.ts'
import type { Player } from './player.ts'
import type { Sound } from './sound.ts'
import type { ViewStore } from './view-store.ts'

/** Height of the small picture of the whole track, in pixels. */
export const OVERVIEW_HEIGHT = 56
/** Share of the width at which the next page begins with less motion. */
const PAGE_END = 0.9

/** Elements of the drawing. */
export interface TimelineParts {
  readonly frame: HTMLElement
  readonly lanes: HTMLCanvasElement
  readonly overview: HTMLCanvasElement
  readonly head: HTMLElement
  readonly smallHead: HTMLElement
  readonly window: HTMLElement
}

/** What is drawn. `sound` may change, for instance when the grid is corrected. */
export interface TimelineSource {
  readonly sound: () => Sound
  readonly peaks: PeakSource
  readonly sampleRate: number
  readonly store: ViewStore
  readonly player: Player | undefined
}

const sized = (canvas: HTMLCanvasElement, width: number, height: number): CanvasRenderingContext2D => {
  const ratio = window.devicePixelRatio || 1
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio)
    canvas.height = Math.round(height * ratio)
  }
  const ink = canvas.getContext('2d', { alpha: true })!
  ink.setTransform(ratio, 0, 0, ratio, 0, 0)
  return ink
}

/**
 * Draws a track and keeps the drawing up to date: what changed is drawn once in the next frame, and only the playhead moves
 * while nothing else does. Returns functions that ask for a new drawing and that stop it.
 */
export function startDrawing(parts: TimelineParts, source: TimelineSource) {
  const { store, player, peaks, sampleRate } = source
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)')
  let palette: Palette = paletteAt(parts.frame)
  let stale = true
  let staleOverview = true
  let wholeKnown = false
  let frame = 0

  const sheetOf = (canvas: HTMLCanvasElement, height: number, view: Sheet['view']): Sheet => ({
    ink: sized(canvas, store.width, height),
    view,
    width: store.width,
    palette,
  })

  const follow = (seconds: number) => {
    if (!store.follows || player?.state !== 'playing') return
    const x = placeOf(store.view, seconds)
    // Who asked for less motion gets pages.
    if (!calm.matches) store.show(seconds)
    else if (x < 0 || x > store.width * PAGE_END)
      store.show(seconds + 0.4 * store.width * store.view.secondsPerPixel)
  }

  const drawAll = () => {
    const { view, width } = store
    const samplesPerPixel = view.secondsPerPixel * sampleRate
    const zoom = zoomFor(
      peaks.zooms.map(({ samplesPerPeak }) => samplesPerPeak),
      samplesPerPixel,
    )
    const columns = peaks.columns(zoom, view.startSeconds * sampleRate, samplesPerPixel, width)
    drawLanes(sheetOf(parts.lanes, LANES_HEIGHT, view), source.sound(), columns)
    parts.lanes.dataset.start = String(view.startSeconds)
    parts.lanes.dataset.scale = String(view.secondsPerPixel)
    if (columns.known.some(Boolean)) {
      parts.frame.dataset.drawn = String(zoom)
      // Since the page was opened; read by the test of large tracks.
      parts.frame.dataset.drawnMs ??= String(performance.now())
    }
    const whole = wholeScale(store.durationSeconds, width)
    const left = view.startSeconds / whole
    parts.window.style.transform = `translateX(${left}px)`
    parts.window.style.width = `${Math.max(3, (width * view.secondsPerPixel) / whole)}px`
  }

  const drawWhole = () => {
    const secondsPerPixel = wholeScale(store.durationSeconds, store.width)
    const samplesPerPixel = secondsPerPixel * sampleRate
    const zooms = peaks.zooms.map(({ samplesPerPeak }) => samplesPerPeak)
    const columns = peaks.columns(zoomFor(zooms, samplesPerPixel), 0, samplesPerPixel, store.width)
    wholeKnown = columns.known.every(Boolean)
    drawOverview(
      sheetOf(parts.overview, OVERVIEW_HEIGHT, { startSeconds: 0, secondsPerPixel }),
      source.sound(),
      columns,
      OVERVIEW_HEIGHT,
    )
  }

  const draw = () => {
    frame = 0
    const seconds = player?.time ?? 0
    follow(seconds)
    if (stale) {
      stale = false
      drawAll()
    }
    if (staleOverview) {
      staleOverview = false
      drawWhole()
    }
    const x = placeOf(store.view, seconds)
    parts.head.style.transform = `translateX(${x}px)`
    parts.head.hidden = x < -1 || x > store.width + 1
    parts.head.dataset.time = String(timeAt(store.view, x))
    parts.smallHead.style.transform = `translateX(${seconds / wholeScale(store.durationSeconds, store.width)}px)`
    if (player?.state === 'playing') ask()
  }
  const ask = () => {
    if (frame === 0) frame = requestAnimationFrame(draw)
  }
  const changed = () => {
    stale = true
    ask()
  }
  const everything = () => {
    staleOverview = true
    changed()
  }

  peaks.onChange = () => {
    staleOverview ||= !wholeKnown
    changed()
  }
  const resize = new ResizeObserver(() => {
    store.resize(Math.floor(parts.frame.clientWidth))
    everything()
  })
  resize.observe(parts.frame)
  const stops = [
    store.subscribe(changed),
    player?.subscribe(ask) ?? (() => {}),
    onColoursChanged(() => {
      palette = paletteAt(parts.frame)
      everything()
    }),
    () => resize.disconnect(),
    () => {
      peaks.onChange = () => {}
    },
    () => cancelAnimationFrame(frame),
  ]
  everything()
  return {
    everything,
    stop: () => {
      for (const stop of stops) stop()
    },
  }
}
