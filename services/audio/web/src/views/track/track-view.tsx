import './track.css'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Failure } from '../../failure.tsx'
import { Desk } from './desk.tsx'
import { TEXT } from './text.ts'
import { trackQuery, waveformQuery } from './track-queries.ts'

const route = getRouteApi('/tracks/$id')

/** One track: its waveform with everything that was found in it. */
export function TrackView(): ReactNode {
  const { id } = route.useParams()
  const wave = useQuery(waveformQuery(id))
  // The service sends what was asked for first, and an analysis may have megabytes.
  const {
    data: track,
    error,
    isFetching,
    refetch,
  } = useQuery({ ...trackQuery(id), enabled: !wave.isPending })
  const retry = () =>
    void Promise.all([wave.error ? wave.refetch() : undefined, error ? refetch() : undefined])
  const broken = error ?? wave.error
  const failure = broken ? <Failure error={broken} onRetry={retry} /> : null
  if (!wave.data && !track)
    return failure ?? <div className="skeleton chart-skeleton" role="status" aria-label={TEXT.loading} />
  return (
    <div className="track stack" data-track={id}>
      <div className="track-head">
        {track ? <h1 className="long">{track.title}</h1> : <div className="skeleton title-skeleton" />}
        {track?.artist ? <p className="soft long">{track.artist}</p> : null}
      </div>
      {failure}
      {wave.data && wave.data.files.peaks.length > 0 ? (
        <Desk key={id} id={id} waveform={wave.data} track={track} isLoading={isFetching} />
      ) : null}
      {track?.analysis === null ? <p className="notice">{TEXT.noAnalysis}</p> : null}
    </div>
  )
}
