import { AssayError } from '@assay/audio-client'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { noticeRefusal } from './access.ts'

function notice(error: Error): void {
  if (error instanceof AssayError && error.status === 401) noticeRefusal()
}

/** State of the server that the page holds. */
export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: notice }),
  mutationCache: new MutationCache({ onError: notice }),
  defaultOptions: {
    queries: {
      // A lost connection is an error to be shown, not a reason to wait in silence.
      networkMode: 'always',
      retry: false,
      refetchOnWindowFocus: false,
      staleTime: 30_000,
    },
    mutations: { networkMode: 'always' },
  },
})
