import { useEffect } from 'react'
import { stepFrom } from './geometry.ts'
import { type Command, commandOf, focusOf, isTaken } from './keys.ts'
import type { Player } from './player.ts'
import type { Sound } from './sound.ts'
import type { ViewStore } from './view-store.ts'

/** Steps of tracks without a grid, seconds. */
const WITHOUT_BEATS = 1
const WITHOUT_BARS = 4

function targetOf(command: Command, sound: Sound, seconds: number): number | undefined {
  if (command.do === 'start') return 0
  if (command.do === 'end') return sound.duration
  if (command.do === 'beats')
    return stepFrom(sound.beats, seconds, command.steps) ?? seconds + command.steps * WITHOUT_BEATS
  if (command.do === 'bars')
    return stepFrom(sound.downbeats, seconds, command.steps) ?? seconds + command.steps * WITHOUT_BARS
  return undefined
}

/** Plays, jumps and zooms by the keyboard, wherever the focus is, except for keys that the focused element uses. */
export function useTrackKeys(player: Player | undefined, sound: Sound, store: ViewStore): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const command = commandOf(event)
      if (!command || isTaken(focusOf(document.activeElement), event.key)) return
      if (document.querySelector('dialog[open]')) return
      event.preventDefault()
      const here = player?.time ?? 0
      if (command.do === 'toggle') {
        // A key that is held down is pressed once.
        if (event.repeat) return
        player?.toggle()
        store.followFrom(here)
      } else if (command.do === 'zoom') store.zoomAt(command.factor, here)
      else if (command.do === 'all') store.showAll()
      else if (command.do === 'follow') {
        store.follows = true
        store.show(here)
      } else {
        const target = targetOf(command, sound, here)
        if (target === undefined) return
        const seconds = Math.min(sound.duration, Math.max(0, target))
        player?.seek(seconds)
        store.followFrom(seconds)
      }
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [player, sound, store])
}
