import { SelectField } from '@assay/ui/field'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { Facts, FactsToCome } from './facts.tsx'
import type { Player } from './player.ts'
import { waitingSound } from './sound.ts'
import { TEXT } from './text.ts'
import { Timeline } from './timeline.tsx'
import { INTENSITY, soundOf, type Track } from './track-data.ts'
import { TrackPanels } from './track-panels.tsx'
import type { TrackFiles, Waveform } from './track-queries.ts'
import { Transport } from './transport.tsx'
import { canPlay, usePlayer } from './use-player.ts'
import { useTrackKeys } from './use-track-keys.ts'
import { ViewStore } from './view-store.ts'

/** Seconds that are on the screen at first: enough to see the beats of a track, or all of a short one. */
const FIRST_SECONDS = 24
const USUAL_WIDTH = 1200

/** Length of a waveform, seconds. */
const lengthOf = ([finest]: TrackFiles['peaks']): number =>
  finest ? Math.max(0.1, (finest.count * finest.samples_per_peak) / finest.sample_rate) : 0.1

/** Makes what a track is drawn from. The files of a track do not change while it is open. */
function useDrawing({ files, peaks }: Waveform) {
  const [drawing] = useState(() => {
    const seconds = lengthOf(files.peaks)
    return {
      seconds,
      sampleRate: files.peaks[0]?.sample_rate ?? 44_100,
      store: new ViewStore(seconds, Math.min(FIRST_SECONDS, seconds) / USUAL_WIDTH),
      peaks,
    }
  })
  return drawing
}

/**
 * The drawing of a track with its player, and everything about it below. The waveform is drawn and plays at once; the rest
 * follows when the analysis is here, which has megabytes for a long mix.
 */
export function Desk({
  id,
  waveform,
  track,
  isLoading,
}: {
  id: string
  waveform: Waveform
  track: Track | undefined
  /** Whether the track is still to come. */
  isLoading: boolean
}) {
  const [curve, setCurve] = useState<string>(INTENSITY)
  const { audio } = waveform.files
  const player = usePlayer(id, audio)
  const { seconds, sampleRate, store, peaks } = useDrawing(waveform)
  const analysis = track?.analysis ?? undefined
  const sound = useMemo(
    () => (track && analysis ? soundOf(track, analysis, curve) : waitingSound(seconds)),
    [track, analysis, curve, seconds],
  )
  useTrackKeys(player, sound, store)
  const seek = (to: number) => {
    player?.seek(to)
    store.follows = true
    store.show(to)
  }
  // The lanes are drawn before the panels are made.
  const isDrawn = useDeferredValue(analysis !== undefined, false)
  const emotions = Object.keys(analysis?.emotions.emotions ?? {})
  return (
    <>
      {track && analysis ? <Facts track={track} analysis={analysis} /> : <FactsToCome />}
      {track?.music === false ? <p className="notice">{TEXT.noMusic}</p> : null}
      <SoundNotes audio={audio} player={player} />
      <div className="desk panel">
        <Transport player={player} sound={sound} store={store} />
        <Timeline
          sound={sound}
          sampleRate={sampleRate}
          peaks={peaks}
          player={player}
          store={store}
          curveName={curve === INTENSITY ? TEXT.intensity : curve}
        />
        <div className="desk-foot">
          <SelectField
            label={TEXT.curve}
            value={curve}
            onChange={setCurve}
            options={[[INTENSITY, TEXT.intensity] as const, ...emotions.map((name) => [name, name] as const)]}
          />
          <dl className="keys" aria-label={TEXT.keysTitle}>
            {TEXT.keys.map(([key, does]) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
      {isDrawn && track && analysis ? (
        <TrackPanels
          track={track}
          analysis={analysis}
          player={player}
          curve={curve}
          onCurve={setCurve}
          onSeek={seek}
        />
      ) : isLoading || track ? (
        <div className="skeleton chart-skeleton" role="status" aria-label={TEXT.loading} />
      ) : null}
    </>
  )
}

/** Says why a track cannot be played. */
function SoundNotes({ audio, player }: { audio: TrackFiles['audio']; player: Player | undefined }) {
  const [failed, setFailed] = useState(false)
  useEffect(() => player?.subscribe(() => setFailed(player.state === 'failed')), [player])
  if (!audio) return <p className="notice">{TEXT.noAudio}</p>
  if (!canPlay(audio)) return <p className="notice">{TEXT.cannotPlay(audio.media_type)}</p>
  return failed ? (
    <p className="notice" role="alert">
      {TEXT.soundFailed}
    </p>
  ) : null
}
