import { useSyncExternalStore } from 'react'
import { barAndBeat, clock } from './geometry.ts'
import type { Player } from './player.ts'
import type { Sound } from './sound.ts'
import { TEXT } from './text.ts'
import { usePosition } from './use-position.ts'
import type { ViewStore } from './view-store.ts'

/** Play, position in time and bars, and the scale of the drawing. */
export function Transport({
  player,
  sound,
  store,
}: {
  player: Player | undefined
  sound: Sound
  store: ViewStore
}) {
  const position = usePosition(player)
  const state = useSyncExternalStore(
    (changed) => player?.subscribe(changed) ?? (() => {}),
    () => player?.state ?? 'paused',
  )
  const place = barAndBeat(sound, position)
  const playing = state === 'playing'
  return (
    <div className="transport">
      <button
        type="button"
        className="main play"
        disabled={!player}
        aria-label={playing ? TEXT.pause : TEXT.play}
        onClick={() => {
          player?.toggle()
          store.followFrom(player?.time ?? 0)
        }}
      >
        <svg viewBox="0 0 24 24" fill="currentColor" aria-hidden>
          {playing ? <path d="M6 4h4v16H6zM14 4h4v16h-4z" /> : <path d="M6 3l15 9-15 9z" />}
        </svg>
      </button>
      <span className="transport-time number" data-state={state}>
        {clock(position, 2)}
        <small> / {clock(sound.duration)}</small>
      </span>
      <span className="transport-bar number">
        {place ? TEXT.bar(place.bar, place.beat, sound.barsGuessed) : ''}
      </span>
      <span className="transport-zoom row">
        <button type="button" onClick={() => store.zoomAt(0.5, player?.time ?? 0)} aria-label={TEXT.zoomOut}>
          −
        </button>
        <button type="button" onClick={() => store.zoomAt(2, player?.time ?? 0)} aria-label={TEXT.zoomIn}>
          +
        </button>
        <button type="button" onClick={() => store.showAll()}>
          {TEXT.zoomAll}
        </button>
        <button
          type="button"
          onClick={() => {
            store.follows = true
            store.show(player?.time ?? 0)
          }}
        >
          {TEXT.follow}
        </button>
      </span>
    </div>
  )
}
