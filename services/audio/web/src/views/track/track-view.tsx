import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'

const route = getRouteApi('/tracks/$id')

/** One track: its waveform with everything that was found in it. */
export function TrackView(): ReactNode {
  const { id } = route.useParams()
  return <h1>{id}</h1>
}
