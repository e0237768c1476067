import { orThrow } from '@assay/evidence-client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { service } from '../../service.ts'

/** The runs of the organization, newest first, page by page. */
export function useRuns() {
  const pages = useInfiniteQuery({
    // Other views keep a single page of runs under 'runs' alone; both are refreshed together.
    queryKey: ['runs', 'pages'],
    queryFn: ({ pageParam }) =>
      orThrow(
        service.GET('/v1/runs', {
          params: { query: { limit: 50, ...(pageParam ? { cursor: pageParam } : {}) } },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })
  return { ...pages, runs: pages.data?.pages.flatMap(({ runs }) => runs) }
}
