import {
  checkOrganization,
  checkPassword,
  checkRole,
  checkUsername,
  type User,
} from '../domain/accounts/user.ts'
import { Refusal } from '../domain/refusal.ts'
import type { NewId, PasswordHasher, UserStore } from './ports.ts'

export interface NewUser {
  readonly username: string
  readonly password: string
  readonly role: string
  readonly organization: string
}

/** Adds a user; the organization comes into being with its first user. */
export function createUser(deps: { users: UserStore; passwords: PasswordHasher; newId: NewId }) {
  return async (request: NewUser): Promise<User> => {
    const user: User = {
      id: deps.newId(),
      username: checkUsername(request.username),
      role: checkRole(request.role),
      organization: checkOrganization(request.organization),
    }
    const passwordHash = await deps.passwords.hash(checkPassword(request.password))
    if (await deps.users.add({ ...user, passwordHash })) return user
    throw new Refusal('CONFLICT', `A user named ${user.username} exists already.`, {
      field: 'username',
      issue: 'is taken',
      provided: user.username,
    })
  }
}
