import { formatNumber, formatShare } from '@assay/ui/format'
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useEffect, useRef } from 'react'
import { useNarrow } from '../../use-narrow.ts'
import { BoundsBar, ShareBar } from './share-bar.tsx'
import type { TableRow } from './table-rows.ts'
import { SORTS, type Sort, type TableSearch } from './table-search.ts'
import { TEXT } from './text.ts'

const COLUMNS = ['observation', 'best', 'shares', 'probability', 'level', 'conflict', 'sources'] as const
/** Heights of a row, in pixels: one line of cells, or a small card on a phone. */
const ROW_HEIGHT = { wide: 60, narrow: 132 }

/** Columns whose usual order is from small to large. */
const RISING: readonly Sort[] = ['observation', 'best', 'level']

const hrefOf = (run: string, observation: string) =>
  `#/runs/${encodeURIComponent(run)}/observations/${encodeURIComponent(observation)}`

const isSort = (column: string): column is Sort => (SORTS as readonly string[]).includes(column)

/** How far tables were scrolled when they were left: whoever comes back from a candidate goes on there. */
const places = new Map<string, number>()

/** The table of a run, of which only the rows on the screen exist. */
export function VirtualTable({
  run,
  rows,
  search,
  onSort,
}: {
  run: string
  rows: readonly TableRow[]
  search: TableSearch
  onSort: (sort: Sort) => void
}) {
  const frame = useRef<HTMLDivElement>(null)
  const height = ROW_HEIGHT[useNarrow() ? 'narrow' : 'wide']
  const shown = JSON.stringify(search)
  const place = `${run} ${shown}`
  const virtual = useVirtualizer({
    count: rows.length,
    initialOffset: () => places.get(place) ?? 0,
    getScrollElement: () => frame.current,
    estimateSize: () => height,
    overscan: 8,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: heights are measured again when they change.
  useEffect(() => virtual.measure(), [height])
  const before = useRef(shown)
  // Another order or filter begins at its first row. In the next frame, so that the browser lays out only once.
  useEffect(() => {
    if (before.current === shown) return
    before.current = shown
    if (virtual.scrollOffset) requestAnimationFrame(() => frame.current?.scrollTo({ top: 0 }))
  }, [shown, virtual])
  const left = useRef(place)
  left.current = place
  useEffect(() => () => void places.set(left.current, virtual.scrollOffset ?? 0), [virtual])
  const sort = search.sort ?? 'probability'
  const isRising = RISING.includes(sort) !== (search.turned === 'yes')
  return (
    <section
      ref={frame}
      className="observations"
      aria-label={TEXT.columns.observation}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it.
      tabIndex={0}
    >
      <table aria-rowcount={rows.length + 1}>
        <thead>
          <tr className="observations-head" aria-rowindex={1}>
            {COLUMNS.map((column) => (
              <th
                key={column}
                scope="col"
                className={`cell-${column}`}
                aria-sort={sort === column ? (isRising ? 'ascending' : 'descending') : undefined}
              >
                {isSort(column) ? (
                  <button type="button" className="plain" onClick={() => onSort(column)}>
                    {TEXT.columns[column]}
                    <span aria-hidden>{sort === column ? (isRising ? ' ▴' : ' ▾') : ''}</span>
                  </button>
                ) : (
                  TEXT.columns[column]
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => (
            <ObservationLine
              // The place and not the observation: filters then change rows on the screen instead of making new ones.
              key={index}
              run={run}
              row={rows[index]!}
              index={index}
              start={start}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

const ObservationLine = memo(function ObservationLine({
  run,
  row: { row, probability },
  index,
  start,
}: {
  run: string
  row: TableRow
  index: number
  start: number
}) {
  const { best } = row
  return (
    <tr
      className="observations-row"
      aria-rowindex={index + 2}
      data-observation={row.observation_id}
      style={{ transform: `translateY(${start}px)` }}
    >
      <td className="cell-observation">
        {/* A plain link: hundreds of them are made while scrolling. The router follows the part behind the # sign. */}
        <a href={hrefOf(run, row.observation_id)} title={row.observation_id}>
          {row.observation_id}
        </a>
      </td>
      <td className="cell-best">
        {best ? (
          <>
            <span className="best-name" title={best.name ?? best.molecule_id}>
              {best.name ?? best.molecule_id}
            </span>
            {best.name === null || best.name === best.molecule_id ? null : (
              <span className="best-id small soft" title={best.molecule_id}>
                {best.molecule_id.replace(/^inchikey:/, '')}
              </span>
            )}
          </>
        ) : (
          <span className="soft">{TEXT.setAside}</span>
        )}
      </td>
      <td className="cell-shares">
        <ShareBar row={row} />
      </td>
      <td className="cell-probability number">
        <strong>{formatShare(probability)}</strong>
        {best ? (
          <>
            <span className="bounds small soft">
              {formatShare(best.bounds[0]!, 2)} – {formatShare(best.bounds[1]!, 2)}
            </span>
            <BoundsBar bounds={best.bounds} probability={probability} />
          </>
        ) : null}
      </td>
      <td className="cell-level" title={TEXT.levelTitle(row.schymanski, row.msi)}>
        <span className="card-label">{TEXT.columns.level} </span>
        {row.schymanski ?? '–'}
      </td>
      <td className="cell-conflict number">
        <span className="card-label">{TEXT.columns.conflict} </span>
        {formatNumber(row.conflict, 2)}
      </td>
      <td className="cell-sources number">
        <span className="card-label">{TEXT.columns.sources} </span>
        {row.sources}
      </td>
    </tr>
  )
})
