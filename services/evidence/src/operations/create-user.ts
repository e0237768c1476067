import {
  checkOrganization,
  checkPassword,
  checkRole,
  checkUsername,
  type User,
} from '../domain/accounts/user.ts'
import { Refusal } from '../domain/refusal.ts'
import type { NewId, PasswordHasher, UserStore } from './ports.ts'

/** User to create. */
export interface NewUser {
  readonly username: string
  readonly password: string
  readonly role: string
  readonly organization: string
}

/** Creates a user, and the organization with its first user. */
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
    throw new Refusal('CONFLICT', `A user named ${user.username} already exists. Choose another username.`, {
      field: 'username',
      issue: 'is already taken',
      provided: user.username,
    })
  }
}
