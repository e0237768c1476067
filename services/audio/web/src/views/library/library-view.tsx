import './library.css'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { Failure } from '../../failure.tsx'
import { TEXT as COMMON } from '../../text.ts'
import type { TrackRow } from '../wire.ts'
import { BulkActions } from './bulk-actions.tsx'
import { Filters } from './filters.tsx'
import { readLibrarySearch, type Sort } from './library-search.ts'
import { allSelected } from './selection.ts'
import { TEXT } from './text.ts'
import { TrackTable, useRows } from './track-table.tsx'
import { useDraft } from './use-draft.ts'
import { loadAll, MOST_SELECTED, useTracks } from './use-tracks.ts'

const route = getRouteApi('/library')
const NO_FILTERS = {
  ...{ text: '', tempo_min: '', tempo_max: '', key: '', energy_min: '', energy_max: '' },
  ...{ mood: '', minutes_min: '', minutes_max: '' },
}
/** Columns of which the largest come first when they are chosen. */
const FALLING: readonly Sort[] = ['energy', 'added']

/** All tracks of the library, with filters, orders and what can be done with several at once. */
export function LibraryView(): ReactNode {
  const kept = route.useSearch()
  const navigate = useNavigate({ from: '/library' })
  const [draft, change] = useDraft(
    kept,
    readLibrarySearch,
    (next) => void navigate({ search: next, replace: true }),
  )
  const search = readLibrarySearch(draft)
  const frame = useRef<HTMLDivElement>(null)
  const [selected, setSelected] = useState<ReadonlyMap<string, string>>(new Map())
  const [count, setCount] = useState(0)
  const virtual = useRows(frame, count)
  const shown = virtual.getVirtualItems()
  const tracks = useTracks(search, shown[0]?.index ?? 0, shown.at(-1)?.index ?? 0)
  if (tracks.total !== undefined && tracks.total !== count) setCount(tracks.total)

  const select = useCallback((row: TrackRow, isSelected: boolean) => {
    setSelected((before) => {
      const after = new Map(before)
      if (isSelected) after.set(row.id, row.title)
      else after.delete(row.id)
      return after
    })
  }, [])
  const selectAll = useMutation({
    mutationFn: () => loadAll(search),
    onSuccess: ({ tracks: rows }) => setSelected(new Map(rows.map(({ id, title }) => [id, title]))),
  })
  const sortBy = (column: Sort) => {
    const first = FALLING.includes(column) ? (`-${column}` as const) : column
    const second = FALLING.includes(column) ? column : (`-${column}` as const)
    frame.current?.scrollTo({ top: 0 })
    change({ sort: (search.sort ?? '-added') === first ? second : first })
  }
  const isFiltered = Object.entries(search).some(([name, value]) => name !== 'sort' && value !== undefined)
  const total = tracks.total ?? 0
  const isEmpty = tracks.total === 0 && !isFiltered && !tracks.isOld
  return (
    <div className="stack library-view">
      <h1>{TEXT.title}</h1>
      {tracks.error ? <Failure error={tracks.error} onRetry={tracks.retry} /> : null}
      {selectAll.error ? <Failure error={selectAll.error} /> : null}
      {tracks.total === undefined && !tracks.error ? (
        <div className="skeleton chart-skeleton" role="status" aria-label={COMMON.loading} />
      ) : null}
      {isEmpty ? (
        <div className="panel stack empty">
          <h2>{TEXT.emptyTitle}</h2>
          <p className="soft">{TEXT.empty}</p>
          <Link to="/" className="button main">
            {TEXT.add}
          </Link>
        </div>
      ) : tracks.total === undefined ? null : (
        <>
          <Filters search={draft} onChange={change} />
          <div className="library-line" data-total={total} data-old={tracks.isOld}>
            <p role="status" className="small soft">
              {TEXT.tracks(total)}
            </p>
            <BulkActions selected={selected} onDone={() => setSelected(new Map())} />
          </div>
          {total > 0 ? (
            <TrackTable
              frame={frame}
              virtual={virtual}
              total={total}
              rowAt={tracks.rowAt}
              search={search}
              selected={selected}
              allSelected={allSelected(selected, Math.min(total, MOST_SELECTED), tracks.rowAt)}
              selectAllLabel={TEXT.selectAll(total, MOST_SELECTED)}
              isOld={tracks.isOld}
              onSort={sortBy}
              onSelect={select}
              onSelectAll={(isSelected) => (isSelected ? selectAll.mutate() : setSelected(new Map()))}
            />
          ) : (
            <div className="panel stack empty">
              <h2>{TEXT.nothingTitle}</h2>
              <p className="soft">{TEXT.nothing}</p>
              <button type="button" onClick={() => change(NO_FILTERS)}>
                {TEXT.filters.clear}
              </button>
            </div>
          )}
        </>
      )}
    </div>
  )
}
