import { type PointerEvent, useEffect, useRef } from 'react'
import { clock, timeAt, wholeScale } from './geometry.ts'
import { LANES, LANES_HEIGHT, type LaneName } from './lanes.ts'
import type { PeakSource } from './peak-source.ts'
import type { Player } from './player.ts'
import type { Sound } from './sound.ts'
import { TEXT } from './text.ts'
import { OVERVIEW_HEIGHT, startDrawing } from './timeline-drawing.ts'
import { usePosition } from './use-position.ts'
import type { ViewStore } from './view-store.ts'

/** Pixels after which a press is a drag. */
const DRAG = 4
/** Zoom of one notch of a mouse wheel. */
const WHEEL_ZOOM = 0.0025

/** Waveform, grid and lanes of a track, with the whole track above. A click seeks, a drag scrolls. */
export function Timeline({
  sound,
  sampleRate,
  peaks,
  player,
  store,
  curveName,
}: {
  sound: Sound
  sampleRate: number
  peaks: PeakSource
  player: Player | undefined
  store: ViewStore
  curveName: string
}) {
  const frame = useRef<HTMLDivElement>(null)
  const lanes = useRef<HTMLCanvasElement>(null)
  const overview = useRef<HTMLCanvasElement>(null)
  const head = useRef<HTMLDivElement>(null)
  const smallHead = useRef<HTMLDivElement>(null)
  const shown = useRef<HTMLDivElement>(null)
  const latest = useRef(sound)
  const drawing = useRef<ReturnType<typeof startDrawing>>(undefined)
  const drag = useRef<{ x: number; moved: boolean }>(undefined)
  const position = usePosition(player)

  useEffect(() => {
    latest.current = sound
    drawing.current?.everything()
  }, [sound])

  useEffect(() => {
    drawing.current = startDrawing(
      {
        frame: frame.current!,
        lanes: lanes.current!,
        overview: overview.current!,
        head: head.current!,
        smallHead: smallHead.current!,
        window: shown.current!,
      },
      { sound: () => latest.current, peaks, sampleRate, store, player },
    )
    const onWheel = (event: WheelEvent) => {
      const x = event.clientX - frame.current!.getBoundingClientRect().left
      const sideways = event.shiftKey ? event.deltaY : event.deltaX
      if (event.ctrlKey || event.metaKey) store.zoom(Math.exp(-event.deltaY * WHEEL_ZOOM), x)
      else if (sideways !== 0) store.scroll(sideways)
      else return
      event.preventDefault()
    }
    const element = frame.current!
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => {
      element.removeEventListener('wheel', onWheel)
      drawing.current?.stop()
    }
  }, [peaks, sampleRate, store, player])

  const xOf = (event: PointerEvent) => event.clientX - frame.current!.getBoundingClientRect().left
  const seekWhole = (event: PointerEvent) => {
    const seconds = xOf(event) * wholeScale(store.durationSeconds, store.width)
    store.follows = true
    store.show(seconds)
    player?.seek(Math.min(store.durationSeconds, Math.max(0, seconds)))
  }
  return (
    <div className="timeline" ref={frame} data-drawn="">
      <div
        className="overview"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          seekWhole(event)
        }}
        onPointerMove={(event) => {
          if (event.buttons & 1) seekWhole(event)
        }}
      >
        <canvas ref={overview} style={{ height: OVERVIEW_HEIGHT }} aria-hidden />
        <div ref={shown} className="overview-window" />
        <div ref={smallHead} className="playhead" />
      </div>
      <div
        className="lanes"
        role="slider"
        tabIndex={0}
        aria-label={TEXT.position}
        aria-valuemin={0}
        aria-valuemax={Math.round(sound.duration)}
        aria-valuenow={Math.round(position)}
        aria-valuetext={clock(position)}
        style={{ height: LANES_HEIGHT }}
        onPointerDown={(event) => {
          if (event.button !== 0) return
          drag.current = { x: event.clientX, moved: false }
          event.currentTarget.setPointerCapture(event.pointerId)
        }}
        onPointerMove={(event) => {
          const start = drag.current
          if (!start) return
          const by = start.x - event.clientX
          if (!start.moved && Math.abs(by) < DRAG) return
          drag.current = { x: event.clientX, moved: true }
          store.scroll(by)
        }}
        onPointerUp={(event) => {
          if (drag.current && !drag.current.moved) {
            store.follows = true
            player?.seek(timeAt(store.view, xOf(event)))
          }
          drag.current = undefined
        }}
        onPointerCancel={() => {
          drag.current = undefined
        }}
      >
        <canvas ref={lanes} style={{ height: LANES_HEIGHT }} aria-hidden />
        {(sound.isWaiting ? [] : (Object.keys(LANES) as LaneName[]))
          .filter((name) => name !== 'ruler' && name !== 'sections' && name !== 'wave')
          .map((name) => (
            <span key={name} className="lane-name" aria-hidden style={{ top: LANES[name].top }}>
              {name === 'curve' ? curveName : TEXT.lanes[name]}
            </span>
          ))}
        <div ref={head} className="playhead" data-playhead />
      </div>
    </div>
  )
}
