import { useEffect, useState } from 'react'
import type { Player } from './player.ts'

/** Times a second that texts follow playback; the drawing follows every frame. */
const PER_SECOND = 8

/** The position of playback for texts, in seconds. */
export function usePosition(player: Player | undefined): number {
  const [position, setPosition] = useState(0)
  useEffect(() => {
    if (!player) return undefined
    const read = () => setPosition(player.time)
    const stop = player.subscribe(read)
    const timer = setInterval(() => player.state === 'playing' && read(), 1000 / PER_SECOND)
    return () => {
      stop()
      clearInterval(timer)
    }
  }, [player])
  return position
}
