import { AssayError, orThrow } from '@assay/evidence-client'
import { useQuery } from '@tanstack/react-query'
import { queries, SESSION_KEY, type Session } from './queries.ts'
import { service, type User } from './service.ts'

async function readSession(): Promise<Session> {
  try {
    const { user } = await orThrow(service.GET('/v1/session'))
    return { user }
  } catch (error) {
    if (error instanceof AssayError && error.status === 401) return { user: null }
    throw error
  }
}

/** The session of this browser. */
export const useSession = () =>
  useQuery({ queryKey: SESSION_KEY, queryFn: readSession, staleTime: Number.POSITIVE_INFINITY })

/** Forgets what was loaded for somebody. The session itself stays: the frame watches it. */
const forgetOthers = () =>
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] })

/** Makes a user the one who is signed in. What was loaded for somebody else is forgotten. */
export function enter(user: User): void {
  forgetOthers()
  queries.setQueryData<Session>(SESSION_KEY, { user })
}

/** Ends the session here and on the server. */
export async function signOut(): Promise<void> {
  await orThrow(service.DELETE('/v1/session'))
  queries.setQueryData<Session>(SESSION_KEY, { user: null })
  forgetOthers()
}

const RANKS = { viewer: 0, researcher: 1, admin: 2 } as const

/** Whether the signed-in user may do what this role may. */
export function useMay(role: keyof typeof RANKS): boolean {
  const user = useSession().data?.user
  return user != null && RANKS[user.role as keyof typeof RANKS] >= RANKS[role]
}
