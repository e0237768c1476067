import { AssayError } from '@assay/audio-client'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { noticeRefusal } from './access.ts'

/** Asks for a key when the service refused a request for want of a valid one. */
export function noticeError(error: Error): void {
  if (error instanceof AssayError && error.status === 401) noticeRefusal()
}

/** State of the server that the page holds. */
export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: noticeError }),
  mutationCache: new MutationCache({ onError: noticeError }),
  defaultOptions: {
    queries: {
      // A lost connection is an error to be shown, not a reason to wait in silence.
      networkMode: 'always',
      retry: false,
      refetchOnWindowFocus: false,
      // What failed without a connection is asked for again with one; what is there stays.
      refetchOnReconnect: ({ state }) => (state.status === 'error' ? 'always' : false),
      staleTime: 30_000,
    },
    mutations: { networkMode: 'always' },
  },
})
