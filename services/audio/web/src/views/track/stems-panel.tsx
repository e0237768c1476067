import { formatTime } from '@assay/ui/format'
import { useEffect, useRef, useState } from 'react'
import { Failure } from '../../failure.tsx'
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
  const mixer = useRef<StemMixer>(undefined)
  // Renewed addresses lead to the same sound: the mixer goes on with the ones that it has loaded.
  const addresses = useRef(Object.fromEntries(stems.stems.map(({ name, address }) => [name, address])))
  useEffect(() => {
    if (!player) return undefined
    const made = new StemMixer(player, addresses.current)
    mixer.current = made
    return () => made.close()
  }, [player])
  useEffect(() => mixer.current?.set(channels), [channels])
  const change = (name: string, part: Partial<StemChannel>) =>
    setChannels((now) => now.map((one) => (one.name === name ? { ...one, ...part } : one)))
  return (
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
  )
}
