import { orThrow } from '@assay/evidence-client'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { type Run, service } from '../../service.ts'
import { useRuns } from '../runs/use-runs.ts'
import { type TableRow, tableRows } from './table-rows.ts'

/** Rows of the first answer, which is on the screen soon, and of the others. */
const FIRST_ROWS = 200
const MORE_ROWS = 1000
/** Most rows that the page holds. */
export const MOST_ROWS = 100_000

/**
 * Loads the table of a run, most probable first: a small first page, then the rest in large ones. Filters and orders then
 * need no server.
 */
export function useTable(run: string) {
  const pages = useInfiniteQuery({
    queryKey: ['observations', run],
    queryFn: async ({ pageParam, signal }) => {
      const { observations, next_cursor } = await orThrow(
        service.GET('/v1/runs/{run_id}/observations', {
          params: {
            path: { run_id: run },
            query: pageParam ? { limit: MORE_ROWS, cursor: pageParam } : { limit: FIRST_ROWS },
          },
          signal,
        }),
      )
      return { rows: tableRows(observations), next: next_cursor }
    },
    initialPageParam: '',
    getNextPageParam: ({ next }, all) => (all.length * MORE_ROWS < MOST_ROWS ? next : null),
    staleTime: 60_000,
  })
  const { hasNextPage, isFetching, error, fetchNextPage } = pages
  useEffect(() => {
    if (hasNextPage && !isFetching && !error) void fetchNextPage()
  }, [hasNextPage, isFetching, error, fetchNextPage])
  const rows = useMemo(
    (): readonly TableRow[] => pages.data?.pages.flatMap((page) => page.rows) ?? [],
    [pages.data],
  )
  return {
    rows,
    isLoaded: pages.data !== undefined,
    isComplete: pages.data !== undefined && !hasNextPage,
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
