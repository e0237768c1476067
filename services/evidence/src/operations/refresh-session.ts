import { Refusal } from '../domain/refusal.ts'
import { type Session, type SessionDeps, sessionOf } from './log-in.ts'
import type { Actor, Origin, SessionStore } from './ports.ts'

/** Exchanges a refresh token for new tokens with the user's present role. Each token can be used once. */
export function refreshSession(deps: SessionDeps) {
  return async (refreshToken: string, origin: Origin): Promise<Session> => {
    const rotated = await deps.sessions.rotate(refreshToken, origin)
    if (rotated === 'reused') {
      throw new Refusal(
        'AUTHENTICATION_ERROR',
        'This refresh token was used before, so it may have been stolen. All tokens of this login were ended. Log in again.',
        { field: 'refresh_token', issue: 'must be used only once', provided: '[hidden]' },
      )
    }
    if (rotated === 'unknown') {
      throw new Refusal(
        'AUTHENTICATION_ERROR',
        'This refresh token is not valid or has expired. Log in again.',
        { field: 'refresh_token', issue: 'is not valid or has expired', provided: '[hidden]' },
      )
    }
    return sessionOf(deps, rotated.member, rotated.next)
  }
}

/** Ends the login of a refresh token. Access tokens that were already issued stay valid until they expire. */
export function logOut(deps: { sessions: Pick<SessionStore, 'end'> }) {
  return (refreshToken: string, origin: Origin): Promise<void> => deps.sessions.end(refreshToken, origin)
}

/** Ends every token of the caller, including this one. */
export function revokeSessions(deps: { sessions: Pick<SessionStore, 'endAll'> }) {
  return (actor: Actor): Promise<void> => deps.sessions.endAll(actor)
}
