import { Refusal } from '../domain/refusal.ts'
import { type Session, type SessionDeps, sessionOf } from './log-in.ts'
import type { RefreshTokenStore, UserStore } from './ports.ts'

/** Exchanges a refresh token, once, for new tokens with the user's role as it is now. */
export function refreshSession(deps: SessionDeps & { users: UserStore }) {
  return async (refreshToken: string): Promise<Session> => {
    const rotated = await deps.refreshTokens.rotate(refreshToken)
    if (rotated === 'reused') {
      throw new Refusal(
        'AUTHENTICATION_ERROR',
        'This refresh token was used before, so somebody else may hold it; all tokens of this login have ended. Log in again.',
        { field: 'refresh_token', issue: 'was used before', provided: '[hidden]' },
      )
    }
    const member = rotated === 'unknown' ? undefined : await deps.users.findById(rotated.userId)
    if (rotated === 'unknown' || !member) {
      throw new Refusal(
        'AUTHENTICATION_ERROR',
        'This refresh token is not valid or has expired; log in again.',
        { field: 'refresh_token', issue: 'is not valid or has expired', provided: '[hidden]' },
      )
    }
    return sessionOf(deps, member, rotated.next)
  }
}

/** Ends the login that a refresh token belongs to. Access tokens already issued live until they expire. */
export function logOut(deps: { refreshTokens: Pick<RefreshTokenStore, 'end'> }) {
  return (refreshToken: string): Promise<void> => deps.refreshTokens.end(refreshToken)
}
