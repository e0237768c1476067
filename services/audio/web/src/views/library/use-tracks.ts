import { orThrow } from '@assay/audio-client'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { service } from '../../service.ts'
import type { TrackRow } from '../wire.ts'
import { type LibrarySearch, requestOf } from './library-search.ts'

/** Rows of one request. */
const PAGE_ROWS = 100
/** A page is asked for when the reader has stopped at it for this long. */
const SETTLED_MS = 60
/** The end of a job makes pages stale at once; without one, they change only in other tabs. */
const FRESH_MS = 300_000

type Request = ReturnType<typeof requestOf>

const pageOf = (request: Request, page: number) => ({
  queryKey: ['tracks', 'page', request, page] as const,
  // Without its signal: the router mounts the view twice when the page opens, and a cancelled request would be sent again.
  queryFn: () =>
    orThrow(
      service().GET('/api/v1/tracks', {
        params: { query: { ...request, limit: PAGE_ROWS, offset: page * PAGE_ROWS } },
      }),
    ),
  staleTime: FRESH_MS,
})

/** Returns a value once it has stayed the same for a while. */
function useSettled(first: number, last: number): readonly [first: number, last: number] {
  const [settled, setSettled] = useState<readonly [number, number]>([first, last])
  useEffect(() => {
    const timer = setTimeout(() => setSettled([first, last]), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [first, last])
  return settled
}

/**
 * Loads the rows of the library between two positions. Each page is loaded once and kept; of a long list only the pages
 * that the reader looks at are loaded.
 */
export function useTracks(search: LibrarySearch, from: number, to: number) {
  const request = requestOf(search)
  // The first page says how many there are. Until it is there, the list before it stays on the screen.
  const first = useQuery({ ...pageOf(request, 0), placeholderData: keepPreviousData })
  const total = first.data?.total
  const [firstPage, lastPage] = useSettled(Math.floor(from / PAGE_ROWS), Math.floor(to / PAGE_ROWS))
  const pages: number[] = []
  for (let page = Math.max(1, firstPage); page <= lastPage && page * PAGE_ROWS < (total ?? 0); page++)
    pages.push(page)
  const loaded = useQueries({
    queries: first.isPlaceholderData ? [] : pages.map((page) => pageOf(request, page)),
  })
  const rowAt = (index: number): TrackRow | undefined => {
    const page = Math.floor(index / PAGE_ROWS)
    const answer = page === 0 ? first.data : loaded[pages.indexOf(page)]?.data
    return answer?.tracks[index - page * PAGE_ROWS]
  }
  const failed = loaded.find(({ error }) => error !== null)
  return {
    total,
    rowAt,
    /** Whether the rows are still those of the question before. */
    isOld: first.isPlaceholderData,
    error: first.error ?? failed?.error ?? null,
    retry: () => void (first.error ? first.refetch() : failed?.refetch()),
  }
}

/** Most tracks that are selected at once. */
export const MOST_SELECTED = 500

/** Loads the first tracks that match, to select them all. */
export const loadAll = (search: LibrarySearch) =>
  orThrow(
    service().GET('/api/v1/tracks', { params: { query: { ...requestOf(search), limit: MOST_SELECTED } } }),
  )
