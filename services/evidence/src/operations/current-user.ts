import { Refusal } from '../domain/refusal.ts'
import type { User } from '../domain/user.ts'
import { shownUser } from './log-in.ts'
import type { UserStore } from './ports.ts'

/** The user behind a verified token, as stored now: a token outlives its user by up to its lifetime. */
export function currentUser(deps: { users: UserStore }) {
  return async (id: string): Promise<User> => {
    const user = await deps.users.findById(id)
    if (user) return shownUser(user)
    throw new Refusal('AUTHENTICATION_ERROR', 'The user of this token no longer exists; log in again.', {
      field: 'authorization',
      issue: 'names a user who no longer exists',
      provided: '[hidden]',
    })
  }
}
