import { capital, formatNumber, formatTime } from '@assay/ui/format'
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, memo, type RefObject, useEffect, useSyncExternalStore } from 'react'
import { formatLength, MusicalKey, Tempo } from '../measured.tsx'
import type { TrackRow } from '../wire.ts'
import { type LibrarySearch, SORTS, type Sort } from './library-search.ts'
import { TEXT } from './text.ts'

/** Heights of a row, in pixels: one line of cells, or a small card on a phone. */
const ROW_HEIGHT = { wide: 48, narrow: 84 }
const NARROW = '(max-width: 52rem)'

const watchWidth = (changed: () => void) => {
  const query = window.matchMedia(NARROW)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** Whether the table shows cards. */
const useNarrow = (): boolean => useSyncExternalStore(watchWidth, () => window.matchMedia(NARROW).matches)

/** The rows on the screen, of a list that may be long. */
export function useRows(frame: RefObject<HTMLDivElement | null>, count: number) {
  const height = ROW_HEIGHT[useNarrow() ? 'narrow' : 'wide']
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => frame.current,
    estimateSize: () => height,
    overscan: 10,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: heights are measured again when they change.
  useEffect(() => virtual.measure(), [height])
  return virtual
}

/** Heads of the columns, which sort. */
function Heads({ sort, onSort }: { sort: string; onSort: (sort: Sort) => void }) {
  const column = sort.replace(/^-/, '')
  return SORTS.map((name) => (
    <th
      key={name}
      scope="col"
      className={`cell-${name}`}
      aria-sort={column === name ? (sort.startsWith('-') ? 'descending' : 'ascending') : undefined}
    >
      <button type="button" className="plain" onClick={() => onSort(name)}>
        {TEXT.columns[name]}
        {column === name ? <span aria-hidden>{sort.startsWith('-') ? ' ▾' : ' ▴'}</span> : null}
      </button>
    </th>
  ))
}

/** The table of tracks, of which only the rows on the screen exist. */
export function TrackTable({
  frame,
  virtual,
  total,
  rowAt,
  search,
  selected,
  allSelected,
  selectAllLabel,
  isOld,
  onSort,
  onSelect,
  onSelectAll,
}: {
  frame: RefObject<HTMLDivElement | null>
  virtual: Virtualizer<HTMLDivElement, Element>
  total: number
  rowAt: (index: number) => TrackRow | undefined
  search: LibrarySearch
  selected: ReadonlyMap<string, string>
  allSelected: boolean
  selectAllLabel: string
  isOld: boolean
  onSort: (sort: Sort) => void
  onSelect: (row: TrackRow, isSelected: boolean) => void
  onSelectAll: (isSelected: boolean) => void
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a scrolling frame around a table.
    <div
      ref={frame}
      className="tracks"
      role="region"
      aria-label={TEXT.title}
      aria-busy={isOld}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it.
      tabIndex={0}
      style={{ '--rows': `${virtual.getTotalSize()}px` } as CSSProperties}
    >
      <table aria-rowcount={total + 1}>
        <thead>
          <tr className="tracks-head" aria-rowindex={1}>
            <th scope="col" className="cell-select">
              <input
                type="checkbox"
                aria-label={selectAllLabel}
                title={selectAllLabel}
                checked={allSelected}
                onChange={({ target }) => onSelectAll(target.checked)}
              />
            </th>
            <Heads sort={search.sort ?? '-added'} onSort={onSort} />
            <th scope="col" className="cell-similar">
              <span className="hidden">{TEXT.similar}</span>
            </th>
          </tr>
        </thead>
        <tbody style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = rowAt(index)
            return row === undefined ? (
              <tr
                key={index}
                className="tracks-row waiting"
                aria-rowindex={index + 2}
                style={{ transform: `translateY(${start}px)` }}
              >
                <td className="cell-title">
                  <div className="skeleton" />
                </td>
              </tr>
            ) : (
              <TrackLine
                key={row.id}
                row={row}
                index={index}
                start={start}
                isSelected={selected.has(row.id)}
                onSelect={onSelect}
              />
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

const Energy = ({ energy }: { energy: number | null }) =>
  energy === null ? (
    <span className="soft">–</span>
  ) : (
    <span className="energy" title={TEXT.energyOf(energy)}>
      <span className="energy-bar" aria-hidden>
        <span style={{ inlineSize: `${energy * 10}%` }} />
      </span>
      <span className="number">{energy}</span>
    </span>
  )

const TrackLine = memo(function TrackLine({
  row,
  index,
  start,
  isSelected,
  onSelect,
}: {
  row: TrackRow
  index: number
  start: number
  isSelected: boolean
  onSelect: (row: TrackRow, isSelected: boolean) => void
}) {
  return (
    <tr
      className={isSelected ? 'tracks-row selected' : 'tracks-row'}
      aria-rowindex={index + 2}
      data-track={row.id}
      style={{ transform: `translateY(${start}px)` }}
    >
      <td className="cell-select">
        <input
          type="checkbox"
          aria-label={TEXT.select(row.title)}
          checked={isSelected}
          onChange={({ target }) => onSelect(row, target.checked)}
        />
      </td>
      <td className="cell-title">
        {/* A plain link: hundreds of them are made while scrolling. The router follows the part behind the # sign. */}
        <a href={`#/tracks/${row.id}`} title={row.title}>
          {row.title}
        </a>
        {row.corrected ? (
          <span className="tag" title={TEXT.correctedTitle}>
            {TEXT.corrected}
          </span>
        ) : null}
        {row.music ? null : <span className="small soft"> {TEXT.noMusic}</span>}
      </td>
      <td className="cell-artist soft" title={row.artist ?? undefined}>
        {row.artist ?? '–'}
      </td>
      <td className="cell-tempo number">
        <Tempo bpm={row.tempo} confidence={row.tempo_confidence} />
        <span className="unit"> BPM</span>
      </td>
      <td className="cell-key">
        <MusicalKey
          camelot={row.key?.camelot ?? null}
          name={row.key?.open_key ?? null}
          confidence={row.key?.confidence ?? null}
        />
      </td>
      <td className="cell-energy">
        <Energy energy={row.energy} />
      </td>
      <td className="cell-mood" title={TEXT.moodOf(row.mood.name, formatNumber(row.mood.value, 1))}>
        {capital(row.mood.name)}
      </td>
      <td className="cell-duration number">{formatLength(row.duration)}</td>
      <td className="cell-added small soft" title={formatTime(row.added_at)}>
        {formatTime(row.added_at).replace(/,.*/, '')}
      </td>
      <td className="cell-similar">
        {row.music ? (
          <a href={`#/search?mode=like&like=${row.id}`} aria-label={TEXT.similarTo(row.title)}>
            {TEXT.similar}
          </a>
        ) : null}
      </td>
    </tr>
  )
})
