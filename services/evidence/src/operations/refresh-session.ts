import { Refusal } from '../domain/refusal.ts'
import { type Session, type SessionDeps, sessionOf } from './log-in.ts'
import type { Actor, Origin, SessionStore } from './ports.ts'

/** Exchanges a refresh token, once, for new tokens with the user's role as it is now. */
export function refreshSession(deps: SessionDeps) {
  return async (refreshToken: string, origin: Origin): Promise<Session> => {
    const rotated = await deps.sessions.rotate(refreshToken, origin)
    if (rotated === 'reused') {
      throw new Refusal(
        'AUTHENTICATION_ERROR',
        'This refresh token was used before, so somebody else may hold it; all tokens of this login have ended. Log in again.',
        { field: 'refresh_token', issue: 'was used before', provided: '[hidden]' },
      )
    }
    if (rotated === 'unknown') {
      throw new Refusal(
        'AUTHENTICATION_ERROR',
        'This refresh token is not valid or has expired; log in again.',
        { field: 'refresh_token', issue: 'is not valid or has expired', provided: '[hidden]' },
      )
    }
    return sessionOf(deps, rotated.member, rotated.next)
  }
}

/** Ends the login that a refresh token belongs to. Access tokens already issued live until they expire. */
export function logOut(deps: { sessions: Pick<SessionStore, 'end'> }) {
  return (refreshToken: string, origin: Origin): Promise<void> => deps.sessions.end(refreshToken, origin)
}

/** Ends every token of the caller, this one included. */
export function revokeSessions(deps: { sessions: Pick<SessionStore, 'endAll'> }) {
  return (actor: Actor): Promise<void> => deps.sessions.endAll(actor)
}
