import type { User } from '../domain/accounts/user.ts'
import { type PasswordChange, replacePassword } from './change-password.ts'
import { type CredentialDeps, shownUser, withCredentials } from './log-in.ts'
import type { Actor, Member, Origin, PageSessionStore } from './ports.ts'

/** Session of a browser: the token of its cookie, and its user. */
export interface PageSession {
  readonly token: string
  readonly lifetimeSeconds: number
  readonly user: User
}

/** Ports that sessions of browsers need. */
export interface PageSessionDeps extends CredentialDeps {
  readonly pageSessions: PageSessionStore
}

const started = (
  deps: Pick<PageSessionDeps, 'pageSessions'>,
  member: Member,
  token: string,
): PageSession => ({
  token,
  lifetimeSeconds: deps.pageSessions.lifetimeSeconds,
  user: shownUser(member),
})

/**
 * Starts the session of a browser for a username and password, under the limits of every login. The session always has a
 * new token, and the one that the browser had before ends, so that nobody can prepare a session for another.
 */
export function signIn(deps: PageSessionDeps) {
  const check = withCredentials(deps, (member, origin) => deps.pageSessions.start(member, origin))
  return async (
    credentials: { username: string; password: string },
    before: string | undefined,
    origin: Origin,
  ): Promise<PageSession> => {
    const { member, started: token } = await check(credentials, origin)
    if (before !== undefined) await deps.pageSessions.end(before, origin)
    return started(deps, member, token)
  }
}

/** Returns the caller whose session cookie has this token, with the claims of an access token. */
export function findSession(deps: Pick<PageSessionDeps, 'pageSessions'>) {
  return async (token: string) => {
    const member = await deps.pageSessions.find(token)
    if (!member) return undefined
    const { id, organizationId, role, epoch } = member
    return {
      subject: id,
      method: 'cookie' as const,
      claims: { organization_id: organizationId, role, epoch },
    }
  }
}

/** Ends the session of a browser. */
export function signOut(deps: Pick<PageSessionDeps, 'pageSessions'>) {
  return (token: string, origin: Origin): Promise<void> => deps.pageSessions.end(token, origin)
}

/** Replaces the password of a signed-in user. Ends every session of the user and starts a new one. */
export function changePagePassword(deps: PageSessionDeps) {
  const replace = replacePassword(deps, 'page')
  return async (actor: Actor, request: PasswordChange, origin: Origin): Promise<PageSession> => {
    const { member, next } = await replace(actor, request, origin)
    return started(deps, member, next)
  }
}
