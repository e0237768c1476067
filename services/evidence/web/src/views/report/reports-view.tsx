import { orThrow } from '@assay/evidence-client'
import { formatNumber, formatTime } from '@assay/ui/format'
import { TableFrame } from '@assay/ui/table-frame'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { Failure } from '../../failure.tsx'
import { service } from '../../service.ts'
import { useMay } from '../../session.ts'
import { MakeReport } from './make-report.tsx'
import { TEXT } from './text.ts'
import './report.css'

const route = getRouteApi('/reports')
const HASH = /^[0-9a-f]{64}$/

/** Opens a report by the hash that is printed on it. */
function ReplayForm() {
  const id = useId()
  const navigate = useNavigate()
  const [hash, setHash] = useState('')
  const [wrong, setWrong] = useState(false)
  return (
    <form
      className="panel stack"
      onSubmit={(event) => {
        event.preventDefault()
        const clean = hash.replaceAll(/\s/g, '').toLowerCase()
        setWrong(!HASH.test(clean))
        if (HASH.test(clean)) void navigate({ to: '/reports/$hash', params: { hash: clean } })
      }}
    >
      <h2>{TEXT.replay.title}</h2>
      <div className="field">
        <label htmlFor={id}>{TEXT.replay.label}</label>
        <input
          id={id}
          value={hash}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          aria-invalid={wrong ? true : undefined}
          aria-describedby={wrong ? `${id}-hint ${id}-error` : `${id}-hint`}
          onChange={({ target }) => setHash(target.value)}
        />
        <span id={`${id}-hint`} className="field-hint">
          {TEXT.replay.hint}
        </span>
        {wrong ? (
          <span id={`${id}-error`} className="field-error" role="alert">
            {TEXT.replay.wrong}
          </span>
        ) : null}
      </div>
      <div className="row">
        <button type="submit">{TEXT.replay.submit}</button>
      </div>
    </form>
  )
}

function KeptReports() {
  const found = useInfiniteQuery({
    queryKey: ['reports'],
    queryFn: ({ pageParam }) =>
      orThrow(service.GET('/v1/reports', { params: { query: pageParam ? { cursor: pageParam } : {} } })),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
  })
  const reports = found.data?.pages.flatMap((page) => page.reports)
  return (
    <section className="panel stack">
      <h2>{TEXT.list.title}</h2>
      {found.error ? <Failure error={found.error} onRetry={() => void found.refetch()} /> : null}
      {found.isPending ? <div className="skeleton" role="status" aria-label={TEXT.loading} /> : null}
      {reports?.length === 0 ? <p className="soft">{TEXT.list.none}</p> : null}
      {reports && reports.length > 0 ? (
        <TableFrame label={TEXT.list.title}>
          <table>
            <thead>
              <tr>
                <th scope="col">{TEXT.list.when}</th>
                <th scope="col">{TEXT.list.run}</th>
                <th scope="col" className="number">
                  {TEXT.list.size}
                </th>
                <th scope="col" className="number">
                  {TEXT.list.threshold}
                </th>
                <th scope="col">{TEXT.list.hash}</th>
              </tr>
            </thead>
            <tbody>
              {reports.map((one) => (
                <tr key={one.result_hash}>
                  <th scope="row">
                    <Link to="/reports/$hash" params={{ hash: one.result_hash }} preload={false}>
                      {formatTime(one.as_of)}
                    </Link>
                  </th>
                  <td className="long">{one.run_name ?? one.run_id ?? TEXT.list.molecules}</td>
                  <td className="number">{one.observations}</td>
                  <td className="number">{formatNumber(one.confidence_threshold, 2)}</td>
                  <td>
                    <code>{one.result_hash.slice(0, 12)}…</code>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableFrame>
      ) : null}
      {found.hasNextPage ? (
        <div className="row">
          <button type="button" disabled={found.isFetching} onClick={() => void found.fetchNextPage()}>
            {TEXT.list.more}
          </button>
        </div>
      ) : null}
    </section>
  )
}

/** Makes reports, lists those that are kept, and opens one by its hash. */
export function ReportsView() {
  const { run, observations } = route.useSearch()
  const writes = useMay('researcher')
  return (
    <div className="stack">
      <h1>{TEXT.title}</h1>
      <p className="soft">{TEXT.lead}</p>
      {writes ? <MakeReport run={run} chosen={observations} /> : <p className="notice">{TEXT.make.viewer}</p>}
      <KeptReports />
      <ReplayForm />
    </div>
  )
}
