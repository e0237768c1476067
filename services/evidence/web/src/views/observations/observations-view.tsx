import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Failure } from '../../failure.tsx'
import { TEXT as COMMON } from '../../text.ts'
import { runTitle } from '../runs/run-list.tsx'
import { Filters, Threshold } from './filters.tsx'
import { ShareLegend } from './share-bar.tsx'
import { acceptance, filterRows, sortRows } from './table-rows.ts'
import { readTableSearch, type Sort, type TableSearch } from './table-search.ts'
import { TEXT } from './text.ts'
import { MOST_ROWS, useRun, useTable } from './use-table.ts'
import { VirtualTable } from './virtual-table.tsx'

const route = getRouteApi('/runs/$run')
const NO_FILTERS = { find: '', level: '', sources: '', conflict: '', threshold: '' }

/** Filters as they are chosen: shown at once, and put into the address a moment later. */
function useDraft(kept: TableSearch, keep: (search: TableSearch) => void) {
  const [draft, setDraft] = useState(kept)
  const latest = useRef(kept)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // The back button changes what is kept.
  useEffect(() => {
    if (timer.current !== undefined) return
    latest.current = kept
    setDraft(kept)
  }, [kept])
  // Whoever has left the view is not brought back.
  useEffect(() => () => clearTimeout(timer.current), [])
  const change = (next: { readonly [Name in keyof TableSearch]?: string }) => {
    latest.current = readTableSearch({ ...latest.current, ...next })
    setDraft(latest.current)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      timer.current = undefined
      keep(latest.current)
    }, 250)
  }
  return [draft, change] as const
}

/** The observations of a run with their candidates, filters and threshold. */
export function ObservationsView() {
  const { run: id } = route.useParams()
  const navigate = useNavigate({ from: '/runs/$run' })
  const [search, change] = useDraft(
    route.useSearch(),
    (next) => void navigate({ search: next, replace: true }),
  )
  const run = useRun(id)
  const table = useTable(id, run?.observations)
  // Computed at once: a render that is put off may be begun again and again while rows scroll.
  const sorted = useMemo(
    () => sortRows(table.rows, { sort: search.sort, turned: search.turned } as TableSearch),
    [table.rows, search.sort, search.turned],
  )
  const { find: words, level, sources, conflict, threshold } = search
  const shown = useMemo(
    () => filterRows(sorted, { find: words, level, sources, conflict, threshold } as TableSearch),
    [sorted, words, level, sources, conflict, threshold],
  )
  const accepted = useMemo(() => acceptance(shown), [shown])
  const total = Math.max(run?.observations ?? 0, table.rows.length)
  const sortBy = (sort: Sort) =>
    change({
      sort,
      turned: (search.sort ?? 'probability') === sort && !search.turned ? 'yes' : '',
    } as TableSearch)
  return (
    <div className="stack observations-view">
      <div className="stack">
        <Link to="/runs" className="small">
          ← {TEXT.back}
        </Link>
        <div className="row drawer-head wrap">
          <h1 className="long">{run ? runTitle(run) : id}</h1>
          <div className="row">
            <Link to="/review" search={{ run: id }} className="button">
              {TEXT.review}
            </Link>
            <Link to="/reports" search={{ run: id }} className="button main">
              {TEXT.report}
            </Link>
          </div>
        </div>
        <p className="soft">{TEXT.lead}</p>
      </div>
      {table.error ? <Failure error={table.error} onRetry={table.retry} /> : null}
      {!table.isLoaded && !table.error ? (
        <div className="skeleton chart-skeleton" role="status" aria-label={COMMON.loading} />
      ) : null}
      {table.isLoaded && table.rows.length === 0 ? (
        <div className="panel stack empty">
          <h2>{TEXT.emptyTitle}</h2>
          <p className="soft">{TEXT.empty}</p>
          <Link to="/runs" className="button main">
            {TEXT.back}
          </Link>
        </div>
      ) : null}
      {table.rows.length > 0 ? (
        <>
          <div className="panel stack">
            <Filters search={search} onChange={change} />
            <Threshold
              run={id}
              value={Number(search.threshold ?? 0)}
              acceptance={accepted}
              onChange={change}
            />
          </div>
          <div className="stack table-part">
            <div className="row drawer-head wrap">
              <p role="status" className="small" data-complete={table.isComplete}>
                {table.isComplete
                  ? TEXT.shown(shown.length, table.rows.length)
                  : TEXT.loaded(table.rows.length, total)}
                {table.isComplete && total > table.rows.length && table.rows.length >= MOST_ROWS / 2
                  ? ` ${TEXT.tooMany(table.rows.length, total)}`
                  : ''}
                {table.isMoving ? ` ${TEXT.placing}` : ''}
              </p>
              <ShareLegend />
            </div>
            {shown.length > 0 ? (
              <VirtualTable run={id} rows={shown} search={search} onSort={sortBy} />
            ) : (
              <div className="panel stack empty">
                <h2>{TEXT.nothingTitle}</h2>
                <p className="soft">{TEXT.nothing}</p>
                <button type="button" onClick={() => change(NO_FILTERS)}>
                  {TEXT.filters.clear}
                </button>
              </div>
            )}
          </div>
        </>
      ) : null}
    </div>
  )
}
