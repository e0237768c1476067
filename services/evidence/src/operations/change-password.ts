import { accessEnded } from '../domain/accounts/access.ts'
import { checkPassword } from '../domain/accounts/user.ts'
import { invalid, Refusal } from '../domain/refusal.ts'
import { type CredentialDeps, countAttempt, type LoginDeps, type Session, sessionOf } from './log-in.ts'
import type { Actor, Member, Origin } from './ports.ts'

/** Current password as proof, and the password to set. */
export interface PasswordChange {
  readonly currentPassword: string
  readonly newPassword: string
}

/**
 * Replaces the caller's password, ends every session of the user and starts a new one of the given kind. Attempts with
 * a wrong current password count as login attempts, so that a stolen session cannot bypass the throttle.
 */
export function replacePassword(deps: CredentialDeps, kind?: 'page') {
  return async (
    actor: Actor,
    request: PasswordChange,
    origin: Origin,
  ): Promise<{ member: Member; next: string }> => {
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
    // Before the change, which a busy organization can refuse: a right password is not an attempt at guessing one.
    await deps.throttle.succeeded(account, network)
    const { epoch, next } = await deps.sessions.changePassword(actor, passwordHash, origin, kind)
    return { member: { ...account, epoch }, next }
  }
}

/** Replaces the caller's password. Ends every token of the user and returns a new session. */
export function changePassword(deps: LoginDeps) {
  const replace = replacePassword(deps)
  return async (actor: Actor, request: PasswordChange, origin: Origin): Promise<Session> => {
    const { member, next } = await replace(actor, request, origin)
    return sessionOf(deps, member, next)
  }
}
