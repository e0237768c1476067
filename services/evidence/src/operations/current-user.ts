import { accessEnded } from '../domain/accounts/access.ts'
import type { User } from '../domain/accounts/user.ts'
import { shownUser } from './log-in.ts'
import type { Actor, UserStore } from './ports.ts'

/** Returns the user of a verified token as stored now, if the token has the user's current epoch. */
export function currentUser(deps: { users: UserStore }) {
  return async (actor: Actor): Promise<User> => {
    const user = await deps.users.findById(actor.userId)
    if (user?.epoch === actor.epoch) return shownUser(user)
    throw accessEnded()
  }
}
