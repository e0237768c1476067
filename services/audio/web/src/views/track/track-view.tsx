import './track.css'
import { SelectField } from '@assay/ui/field'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { Failure } from '../../failure.tsx'
import { loadRange, reachable } from '../../service.ts'
import { EmotionsPanel } from './emotions-panel.tsx'
import { ExportsPanel } from './exports-panel.tsx'
import { Facts } from './facts.tsx'
import { GridPanel } from './grid-panel.tsx'
import { KeyPanel } from './key-panel.tsx'
import { PeakSource } from './peak-source.ts'
import { Player } from './player.ts'
import { wantedSections } from './section-edits.ts'
import { SectionsPanel } from './sections-panel.tsx'
import { StemsPanel } from './stems-panel.tsx'
import { TagsPanel } from './tags-panel.tsx'
import { TEXT } from './text.ts'
import { Timeline } from './timeline.tsx'
import {
  type Analysis,
  freshAddresses,
  INTENSITY,
  soundOf,
  type Track,
  useCorrect,
  useTrack,
} from './track-data.ts'
import { Transport } from './transport.tsx'
import { useAnalysisJob } from './use-track-jobs.ts'
import { useTrackKeys } from './use-track-keys.ts'
import { ViewStore } from './view-store.ts'

const route = getRouteApi('/tracks/$id')

/** Seconds that are on the screen at first: enough to see the beats of a track, or all of a short one. */
const FIRST_SECONDS = 24
const USUAL_WIDTH = 1200

/** One track: its waveform with everything that was found in it. */
export function TrackView(): ReactNode {
  const { id } = route.useParams()
  const { data: track, error, refetch } = useTrack(id)
  if (error && !track) return <Failure error={error} onRetry={() => void refetch()} />
  if (!track) return <div className="skeleton chart-skeleton" role="status" aria-label={TEXT.loading} />
  return (
    <div className="track stack" data-track={id}>
      <div className="track-head">
        <h1 className="long">{track.title}</h1>
        {track.artist ? <p className="soft long">{track.artist}</p> : null}
      </div>
      {error ? <Failure error={error} onRetry={() => void refetch()} /> : null}
      {track.analysis ? (
        <AnalysedTrack key={id} track={track} analysis={track.analysis} />
      ) : (
        <p className="notice">{TEXT.noAnalysis}</p>
      )}
    </div>
  )
}

/** Makes the player of a track and closes it when the track is left. */
function usePlayer({ id, audio }: Track): Player | undefined {
  const [player, setPlayer] = useState<Player>()
  const playable = audio !== null && new Audio().canPlayType(audio.media_type) !== ''
  const [first] = useState(audio)
  useEffect(() => {
    if (!playable || !first) return undefined
    const signed = ({ address, expires_at }: NonNullable<Track['audio']>) => ({
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

function AnalysedTrack({ track, analysis }: { track: Track; analysis: Analysis }) {
  const [curve, setCurve] = useState<string>(INTENSITY)
  const player = usePlayer(track)
  const { correct, unsaved, error } = useCorrect(track.id)
  const sound = useMemo(() => soundOf(track, analysis, curve), [track, analysis, curve])
  const [store] = useState(
    () => new ViewStore(sound.duration, Math.min(FIRST_SECONDS, sound.duration) / USUAL_WIDTH),
  )
  const [zooms] = useState(track.peaks)
  const peaks = useMemo(
    () =>
      new PeakSource(
        zooms.map(({ samples_per_peak, count, address }) => ({
          samplesPerPeak: samples_per_peak,
          count,
          address,
        })),
        loadRange,
      ),
    [zooms],
  )
  useTrackKeys(player, sound, store)
  const seek = (seconds: number) => {
    player?.seek(seconds)
    store.follows = true
    store.show(seconds)
  }
  const emotions = Object.keys(analysis.emotions.emotions)
  return (
    <>
      <Facts track={track} analysis={analysis} />
      {track.music ? null : <p className="notice">{TEXT.noMusic}</p>}
      <SoundNotes track={track} player={player} />
      <div className="desk panel">
        <Transport player={player} sound={sound} store={store} />
        <Timeline
          sound={sound}
          sampleRate={zooms[0]?.sample_rate ?? 44_100}
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
      {error ? <Failure error={error} /> : null}
      <div className="track-panels">
        <GridPanel
          track={track}
          analysis={analysis}
          player={player}
          unsaved={unsaved.grid}
          onCorrect={(update) => correct(({ grid }) => ({ grid: update(grid) }))}
        />
        <KeyPanel track={track} unsaved={unsaved.key} onCorrect={(key) => correct(() => ({ key }))} />
        <StemsPanel track={track} player={player} />
        <ExportsPanel track={track}>
          <AnalyseAgain id={track.id} />
        </ExportsPanel>
        <EmotionsPanel
          track={track}
          analysis={analysis}
          player={player}
          shown={curve}
          onShow={(name) => setCurve(name === curve ? INTENSITY : name)}
        />
        <SectionsPanel
          track={track}
          analysis={analysis}
          player={player}
          onSeek={seek}
          unsaved={unsaved.sections}
          onCorrect={(update) =>
            correct((latest) => {
              const now = wantedSections(track, analysis, latest.sections)
              const next = update(now)
              return next === now ? {} : { sections: next && [...next] }
            })
          }
        />
        {analysis.tags ? <TagsPanel tags={analysis.tags.heard} /> : null}
      </div>
    </>
  )
}

/** Says why a track cannot be played. */
function SoundNotes({ track, player }: { track: Track; player: Player | undefined }) {
  const [failed, setFailed] = useState(false)
  useEffect(() => player?.subscribe(() => setFailed(player.state === 'failed')), [player])
  if (!track.audio) return <p className="notice">{TEXT.noAudio}</p>
  if (new Audio().canPlayType(track.audio.media_type) === '')
    return <p className="notice">{TEXT.cannotPlay(track.audio.media_type)}</p>
  return failed ? (
    <p className="notice" role="alert">
      {TEXT.soundFailed}
    </p>
  ) : null
}

function AnalyseAgain({ id }: { id: string }) {
  const { start, error, progress, failure } = useAnalysisJob(id)
  return (
    <>
      <div className="row">
        <button type="button" onClick={start} disabled={progress !== undefined}>
          {progress === undefined ? TEXT.again : TEXT.analysing}
        </button>
        {progress === undefined ? null : <progress value={progress} max={1} aria-label={TEXT.analysing} />}
      </div>
      {failure ? (
        <p className="notice" role="alert">
          {failure}
        </p>
      ) : null}
      {error ? <Failure error={error} onRetry={start} /> : null}
    </>
  )
}
