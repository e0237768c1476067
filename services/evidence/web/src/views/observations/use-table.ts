import { orThrow } from '@assay/evidence-client'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { type Run, service } from '../../service.ts'
import { useRuns } from '../runs/use-runs.ts'
import { distinctRows, type TableRow, tableRows } from './table-rows.ts'

/** Rows of the first answer, which is on the screen soon, and of the others. */
const FIRST_ROWS = 200
const MORE_ROWS = 1000
/** Most rows that the page holds. */
export const MOST_ROWS = 100_000
/** How often and after which time a table is read again whose rows have changed places in the meantime. */
const MOST_READINGS = 5
const AGAIN_MS = 1500

/**
 * Loads the table of a run, most probable first: a small first page, then the rest in large ones. Filters and orders then
 * need no server. After an import or a fit, rows may change places between two pages: one then comes twice or not at all.
 * The service says so, and the table is read again. `expected` is the number of observations of the run, if it is known.
 */
export function useTable(run: string, expected = 0) {
  const pages = useInfiniteQuery({
    queryKey: ['observations', run],
    queryFn: async ({ pageParam, signal }) => {
      const { observations, next_cursor, moved } = await orThrow(
        service.GET('/v1/runs/{run_id}/observations', {
          params: {
            path: { run_id: run },
            query: pageParam ? { limit: MORE_ROWS, cursor: pageParam } : { limit: FIRST_ROWS },
          },
          signal,
        }),
      )
      return { rows: tableRows(observations), next: next_cursor, moved }
    },
    initialPageParam: '',
    getNextPageParam: ({ next }, all) => (all.length * MORE_ROWS < MOST_ROWS ? next : null),
    staleTime: 60_000,
  })
  const { hasNextPage, isFetching, error, fetchNextPage, refetch } = pages
  useEffect(() => {
    if (hasNextPage && !isFetching && !error) void fetchNextPage()
  }, [hasNextPage, isFetching, error, fetchNextPage])
  const rows = useMemo(
    (): readonly TableRow[] => distinctRows(pages.data?.pages.flatMap((page) => page.rows) ?? []),
    [pages.data],
  )
  const [readings, setReadings] = useState({ run, count: 0 })
  const count = readings.run === run ? readings.count : 0
  const hasMoved = pages.data?.pages.some(({ moved }) => moved) ?? false
  const isWhole = pages.data?.pages.at(-1)?.next === null
  const isMoving = isWhole && count < MOST_READINGS && !error && (hasMoved || rows.length < expected)
  useEffect(() => {
    if (!isMoving || isFetching) return
    const timer = setTimeout(() => {
      setReadings({ run, count: count + 1 })
      void refetch()
    }, AGAIN_MS)
    return () => clearTimeout(timer)
  }, [isMoving, isFetching, run, count, refetch])
  return {
    rows,
    isLoaded: pages.data !== undefined,
    isComplete: pages.data !== undefined && !hasNextPage && !isMoving,
    /** Whether rows have changed places while they were read. */
    isMoving,
    error,
    retry: () => void (pages.data ? fetchNextPage() : pages.refetch()),
  }
}

/** The run of an address, from the list of runs; undefined while it is not known. */
export function useRun(id: string): Run | undefined {
  const { runs } = useRuns()
  const listed = runs?.find(({ run_id }) => run_id === id)
  // A run beyond the first page of the list is looked for in all of them.
  const { data } = useQuery({
    queryKey: ['run', id],
    queryFn: async () => {
      for await (const run of service.pages('/v1/runs')) if (run.run_id === id) return run
      return null
    },
    enabled: runs !== undefined && listed === undefined,
  })
  return listed ?? data ?? undefined
}
