import { orThrow } from '@assay/evidence-client'
import { formatNumber } from '@assay/ui/format'
import { TableFrame } from '@assay/ui/table-frame'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Failure } from '../../failure.tsx'
import { service } from '../../service.ts'
import type { Wanted } from './explanation.ts'
import { type EvidenceNetwork, MOST_EDGES } from './network-data.ts'
import { TEXT } from './text.ts'

/** The library that draws networks is large, so it is loaded when one is asked for. */
const NetworkGraph = lazy(() => import('./network-graph.tsx'))

/** Most relationships in the table. */
const LISTED = 200

const Loading = () => <div className="skeleton chart-skeleton" role="status" aria-label={TEXT.loading} />

function Legend() {
  const { legend } = TEXT.network
  return (
    <ul className="row plain-list small legend">
      <li>
        <span className="mark for" aria-hidden /> {legend.supports}
      </li>
      <li>
        <span className="mark against" aria-hidden /> {legend.opposes}
      </li>
      <li>
        <span className="stroke agrees" aria-hidden /> {legend.agree}
      </li>
      <li>
        <span className="stroke contradicts" aria-hidden /> {legend.contradict}
      </li>
    </ul>
  )
}

function RelationTable({ network }: { network: EvidenceNetwork }) {
  const nodes = new Map(network.nodes.map((node) => [node.id, node]))
  const nameOf = (id: string): string => {
    const node = nodes.get(id)
    return node ? `${TEXT.waterfall.item(node.type, node.source)} (${formatNumber(node.value, 2)})` : id
  }
  const edges = network.edges.toSorted((a, b) => b.strength - a.strength).slice(0, LISTED)
  return (
    <details>
      <summary>{TEXT.network.list}</summary>
      <TableFrame label={TEXT.network.list} className="tall-table">
        <table>
          <thead>
            <tr>
              <th scope="col">{TEXT.network.from}</th>
              <th scope="col">{TEXT.network.kind}</th>
              <th scope="col">{TEXT.network.to}</th>
              <th scope="col" className="number">
                {TEXT.network.strength}
              </th>
            </tr>
          </thead>
          <tbody>
            {edges.map((edge) => (
              <tr key={`${edge.source_id} ${edge.target_id} ${edge.relationship_type}`}>
                <td>{nameOf(edge.source_id)}</td>
                <td>{TEXT.network.kinds[edge.relationship_type] ?? edge.relationship_type}</td>
                <td>{nameOf(edge.target_id)}</td>
                <td className="number">{formatNumber(edge.strength, 2)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
    </details>
  )
}

/** The evidence of a candidate as a network, drawn when it is asked for. */
export function NetworkPanel({
  moleculeId,
  wanted: { run, observation, asOf },
  onItem,
}: {
  /** Any id of the candidate. */
  moleculeId: string
  wanted: Wanted
  onItem: (id: string) => void
}) {
  const [shown, setShown] = useState(false)
  const found = useQuery({
    queryKey: ['network', moleculeId, run, observation, asOf],
    queryFn: () =>
      orThrow(
        service.GET('/v1/molecules/{molecule_id}/network', {
          params: {
            path: { molecule_id: moleculeId },
            query: { run_id: run, observation_id: observation, ...(asOf ? { as_of: asOf } : {}) },
          },
        }),
      ),
    enabled: shown,
  })
  const network = found.data
  return (
    <section className="panel stack no-print">
      <h2>{TEXT.network.title}</h2>
      <p className="soft">
        {TEXT.network.lead} {network ? TEXT.network.drawn(network.nodes.length) : ''}
      </p>
      {shown ? null : (
        <div className="row">
          <button type="button" onClick={() => setShown(true)}>
            {TEXT.network.show}
          </button>
        </div>
      )}
      {found.error ? <Failure error={found.error} onRetry={() => void found.refetch()} /> : null}
      {shown && found.isPending ? <Loading /> : null}
      {network ? (
        <>
          <Legend />
          <Suspense fallback={<Loading />}>
            <NetworkGraph network={network} onItem={onItem} />
          </Suspense>
          {network.edges.length > MOST_EDGES ? (
            <p className="small soft">{TEXT.network.tooMany(network.edges.length, MOST_EDGES)}</p>
          ) : null}
          <RelationTable network={network} />
        </>
      ) : null}
    </section>
  )
}
