import { accessEnded } from '../domain/accounts/access.ts'
import { checkPassword } from '../domain/accounts/user.ts'
import { invalid, Refusal } from '../domain/refusal.ts'
import { countAttempt, type LoginDeps, type Session, sessionOf } from './log-in.ts'
import type { Actor, Origin } from './ports.ts'

/**
 * Replaces the caller's password. Ends every token of the user and returns a new session. Attempts with a wrong
 * current password count as login attempts, so that a stolen access token cannot bypass the throttle.
 */
export function changePassword(deps: LoginDeps) {
  return async (
    actor: Actor,
    request: { currentPassword: string; newPassword: string },
    origin: Origin,
  ): Promise<Session> => {
    checkPassword(request.newPassword, 'new_password')
    if (request.newPassword === request.currentPassword)
      throw invalid('new_password', 'must differ from the current password', '[hidden]')
    const account = await deps.users.findById(actor.userId)
    if (account?.epoch !== actor.epoch) throw accessEnded()
    const network = deps.networkOf(origin.address)
    await countAttempt(deps.throttle, account.username, network)
    if (!(await deps.passwords.verify(account.passwordHash, request.currentPassword))) {
      await deps.sessions.recordFailure(account, origin, 'user.password_refused')
      throw new Refusal('PERMISSION_ERROR', 'The current password is wrong.', {
        field: 'current_password',
        issue: 'is wrong',
        provided: '[hidden]',
      })
    }
    const passwordHash = await deps.passwords.hash(request.newPassword)
    const { epoch, next } = await deps.sessions.changePassword(actor, passwordHash, origin)
    await deps.throttle.succeeded(account, network)
    return sessionOf(deps, { ...account, epoch }, next)
  }
}
