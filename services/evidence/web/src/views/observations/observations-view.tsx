import { orThrow } from '@assay/evidence-client'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { type ObservationRow, service } from '../../service.ts'

const route = getRouteApi('/runs/$run')

/** The observations of a run with their candidates. */
export function ObservationsView() {
  const { run } = route.useParams()
  const frame = useRef<HTMLDivElement>(null)
  const table = useQuery({
    queryKey: ['observations', run],
    queryFn: () =>
      orThrow(service.GET('/v1/runs/{run_id}/observations', { params: { path: { run_id: run } } })),
  })
  const rows: readonly ObservationRow[] = table.data?.observations ?? []
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => 44,
  })
  return (
    <div className="stack" ref={frame}>
      <h1>{run}</h1>
      {virtual.getVirtualItems().map(({ index }) => (
        <Link
          key={index}
          to="/runs/$run/observations/$observation"
          params={{ run, observation: rows[index]?.observation_id ?? '' }}
        >
          {rows[index]?.observation_id}
        </Link>
      ))}
    </div>
  )
}
