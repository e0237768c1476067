import { useEffect, useState } from 'react'
import { reachable } from '../../service.ts'
import { Player } from './player.ts'
import { TEXT } from './text.ts'
import { freshAddresses } from './track-data.ts'
import type { TrackFiles } from './track-queries.ts'

type Original = TrackFiles['audio']

/** Whether this browser can play the original of a track. */
export const canPlay = (audio: Original): boolean =>
  audio !== null && new Audio().canPlayType(audio.media_type) !== ''

/** Makes the player of a track and closes it when the track is left. */
export function usePlayer(id: string, audio: Original): Player | undefined {
  const [player, setPlayer] = useState<Player>()
  const [first] = useState(audio)
  const playable = canPlay(first)
  useEffect(() => {
    if (!playable || !first) return undefined
    const signed = ({ address, expires_at }: NonNullable<Original>) => ({
      address: reachable(address),
      expiresAt: Date.parse(expires_at),
    })
    const made = new Player(signed(first), async () => {
      const { audio: next } = await freshAddresses(id)
      if (!next) throw new Error(TEXT.noAudio)
      return signed(next)
    })
    setPlayer(made)
    return () => made.close()
  }, [id, first, playable])
  return player
}
