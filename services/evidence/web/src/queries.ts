import { AssayError } from '@assay/evidence-client'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import type { User } from './service.ts'

/** Who is signed in. `ended` names the user whose session has just ended. */
export type Session = { readonly user: User | null; readonly ended?: string }

/** Key of the signed-in user among the queries. */
export const SESSION_KEY = ['session'] as const

/** A refused request of somebody who was signed in means that the session has ended. */
function noticeEnd(error: Error): void {
  if (!(error instanceof AssayError) || error.status !== 401) return
  const session = queries.getQueryData<Session>(SESSION_KEY)
  if (session?.user) queries.setQueryData<Session>(SESSION_KEY, { user: null, ended: session.user.username })
}

/** State of the server that the page holds. */
export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: noticeEnd }),
  mutationCache: new MutationCache({ onError: noticeEnd }),
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
