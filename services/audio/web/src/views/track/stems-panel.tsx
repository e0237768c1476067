import { formatTime } from '@assay/ui/format'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Failure } from '../../failure.tsx'
import { reachable } from '../../service.ts'
import type { Player } from './player.ts'
import { type StemChannel, StemMixer } from './stem-mixer.ts'
import { TEXT } from './text.ts'
import type { Track } from './track-data.ts'
import { useStemsJob } from './use-track-jobs.ts'

/** Stems with solo, mute and how good each one is; or the button that makes them. */
export function StemsPanel({ track, player }: { track: Track; player: Player | undefined }) {
  const { stems } = track
  return (
    <section className="panel stack" aria-labelledby="stems">
      <h2 id="stems">{TEXT.stems.title}</h2>
      {stems ? (
        <>
          <Mixer key={stems.removed_at} stems={stems} player={player} />
          <p className="small soft">
            {stems.note} {TEXT.stems.until(formatTime(stems.removed_at))}
          </p>
        </>
      ) : (
        <MakeStems id={track.id} />
      )}
    </section>
  )
}

function MakeStems({ id }: { id: string }) {
  const { start, error, progress, failure } = useStemsJob(id)
  return (
    <>
      <p className="soft small">{TEXT.stems.lead}</p>
      <div className="row">
        <button type="button" onClick={start} disabled={progress !== undefined}>
          {progress === undefined ? TEXT.stems.make : TEXT.stems.making}
        </button>
      </div>
      {progress === undefined ? null : <progress value={progress} max={1} aria-label={TEXT.stems.making} />}
      {failure ? (
        <p className="notice" role="alert">
          {TEXT.stems.failed} {failure}
        </p>
      ) : null}
      {error ? <Failure error={error} onRetry={start} /> : null}
    </>
  )
}

function Mixer({ stems, player }: { stems: NonNullable<Track['stems']>; player: Player | undefined }) {
  const [channels, setChannels] = useState<readonly StemChannel[]>(
    stems.stems.map(({ name }) => ({ name, solo: false, mute: false })),
  )
  const [failed, setFailed] = useState(false)
  const mixer = useRef<StemMixer>(undefined)
  const addresses = useMemo(
    () => Object.fromEntries(stems.stems.map(({ name, address }) => [name, reachable(address)])),
    [stems.stems],
  )
  useEffect(() => {
    if (!player) return undefined
    const made = new StemMixer(player, () => {
      setChannels((now) => now.map(({ name }) => ({ name, solo: false, mute: false })))
      setFailed(true)
    })
    mixer.current = made
    return () => made.close()
  }, [player])
  // After the mixer is made, and whenever the addresses are renewed.
  useEffect(() => {
    if (player) mixer.current?.renew(addresses)
  }, [player, addresses])
  useEffect(() => {
    if (player) mixer.current?.set(channels)
  }, [player, channels])
  const change = (name: string, part: Partial<StemChannel>) => {
    setFailed(false)
    setChannels((now) => now.map((one) => (one.name === name ? { ...one, ...part } : one)))
  }
  return (
    <>
      {failed ? (
        <p className="notice small" role="alert">
          {TEXT.stems.notLoaded}
        </p>
      ) : null}
      <ul className="stem-list">
        {channels.map(({ name, solo, mute }) => {
          const quality = stems.stems.find((one) => one.name === name)?.quality ?? ''
          return (
            <li key={name}>
              <span className="stem-name">{name}</span>
              <span className={quality === 'useful' ? 'tag' : 'tag guessed'}>{quality}</span>
              <span className="buttons">
                <button
                  type="button"
                  aria-pressed={solo}
                  aria-label={TEXT.stems.soloOf(name)}
                  disabled={!player}
                  onClick={() => change(name, { solo: !solo })}
                >
                  {TEXT.stems.solo}
                </button>
                <button
                  type="button"
                  aria-pressed={mute}
                  aria-label={TEXT.stems.muteOf(name)}
                  disabled={!player}
                  onClick={() => change(name, { mute: !mute })}
                >
                  {TEXT.stems.mute}
                </button>
              </span>
            </li>
          )
        })}
      </ul>
    </>
  )
}
