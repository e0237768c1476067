import { orThrow } from '@assay/audio-client'
import { FileDrop } from '@assay/ui/file-drop'
import { formatNumber } from '@assay/ui/format'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { Failure } from '../../failure.tsx'
import { JobList } from '../../jobs/job-list.tsx'
import { hasEnded } from '../../jobs/job-states.ts'
import { useJobs } from '../../jobs/live-jobs.ts'
import { service } from '../../service.ts'
import { TEXT as COMMON } from '../../text.ts'
import { CERTAIN_KEY, CERTAIN_TEMPO } from '../certainty.ts'
import { droppedFiles, isAudio } from './dropped-files.ts'
import { renderExample } from './example-track.ts'
import { TEXT } from './text.ts'
import { useOpenTrack, useUpload } from './use-upload.ts'

const guessed = (text: string, isGuess: boolean) => (isGuess ? `${text} ?` : text)
const tempoText = ({ tempo, tempo_confidence }: { tempo: number; tempo_confidence: number }) =>
  tempo > 0 ? guessed(`${formatNumber(tempo, 1)} ${TEXT.bpm}`, tempo_confidence < CERTAIN_TEMPO) : ''
const SHOWN_JOBS = 8
const SHOWN_TRACKS = 6

/** First screen: the way in for files, what is under way, and what was added last. */
export function StartView(): ReactNode {
  const upload = useUpload()
  const jobs = useJobs()
  const [strange, setStrange] = useState(false)
  const recent = useQuery({
    queryKey: ['tracks', 'recent'],
    queryFn: () => orThrow(service().GET('/api/v1/tracks', { params: { query: { limit: SHOWN_TRACKS } } })),
  })
  const take = (files: readonly File[]) => {
    const audio = files.filter(isAudio)
    setStrange(audio.length === 0)
    if (audio.length > 0) upload.send(audio)
  }
  const shown = [...jobs.filter((job) => !hasEnded(job)), ...jobs.filter(hasEnded)].slice(0, SHOWN_JOBS)
  const tracks = recent.data?.tracks
  return (
    <div className="stack wide">
      <div className="stack">
        <h1>{TEXT.title}</h1>
        <p className="soft">{TEXT.lead}</p>
      </div>
      <FileDrop
        label={TEXT.drop}
        button={TEXT.choose}
        accept="audio/*,.aif,.aiff,.flac,.opus"
        onFiles={take}
        onDropped={(data) => void droppedFiles(data).then(take)}
      >
        <Example />
      </FileDrop>
      {strange ? (
        <p className="notice" role="alert">
          {TEXT.noSound}
        </p>
      ) : null}
      {upload.left[0] ? <p role="status">{TEXT.sending(upload.left[0].name, upload.left.length)}</p> : null}
      {upload.failed.length > 0 ? <NotSent upload={upload} /> : null}
      {shown.length > 0 ? (
        <section className="stack" aria-labelledby="jobs">
          <h2 id="jobs">{TEXT.jobs}</h2>
          <JobList jobs={shown} />
        </section>
      ) : null}
      {recent.error ? <Failure error={recent.error} onRetry={() => void recent.refetch()} /> : null}
      {recent.isPending ? <div className="skeleton" role="status" aria-label={TEXT.recent} /> : null}
      {tracks?.length === 0 && shown.length === 0 ? <p className="soft">{TEXT.empty}</p> : null}
      {tracks && tracks.length > 0 ? (
        <section className="stack" aria-labelledby="recent">
          <h2 id="recent">{TEXT.recent}</h2>
          <ul className="recent">
            {tracks.map((track) => (
              <li key={track.id}>
                <Link to="/tracks/$id" params={{ id: track.id }} className="card">
                  <strong className="long">{track.title}</strong>
                  <span className="small soft number">
                    {[
                      track.artist,
                      tempoText(track),
                      track.key ? guessed(track.key.camelot, track.key.confidence < CERTAIN_KEY) : '',
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  )
}

/** Names the files that could not be sent and says why, each reason once. */
function NotSent({ upload }: { upload: ReturnType<typeof useUpload> }) {
  const errors = new Map(upload.failed.map(({ error }) => [error.message, error] as const))
  return (
    <section className="stack" data-not-sent>
      <p className="long">
        {TEXT.notSent(upload.failed.map(({ file }) => file.name))}{' '}
        <button type="button" onClick={upload.retry}>
          {COMMON.tryAgain}
        </button>{' '}
        <button type="button" className="plain" onClick={upload.dismiss}>
          {TEXT.dismiss}
        </button>
      </p>
      {[...errors].map(([message, error]) => (
        <Failure key={message} error={error} />
      ))}
    </section>
  )
}

/** Renders the example, sends it, and opens it as soon as it is analysed. */
function Example() {
  const [track, setTrack] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<Error>()
  const open = useOpenTrack()
  const job = useJobs().find(({ track_id }) => track !== undefined && track_id === track)
  const status = job?.status
  useEffect(() => {
    if (track === undefined || status === undefined || !hasEnded({ status })) return
    setBusy(false)
    if (status === 'completed') open(track)
  }, [track, status, open])
  const start = async () => {
    setBusy(true)
    setError(undefined)
    try {
      const file = new File([renderExample()], TEXT.exampleFile, { type: 'audio/wav' })
      const { track_id } = await service().upload('/api/v1/tracks', { file })
      setTrack(track_id)
    } catch (problem) {
      setBusy(false)
      setError(problem as Error)
    }
  }
  return (
    <>
      <button type="button" disabled={busy} onClick={() => void start()}>
        {busy ? TEXT.making : TEXT.example}
      </button>
      {error ? <Failure error={error} onRetry={() => void start()} /> : null}
    </>
  )
}
