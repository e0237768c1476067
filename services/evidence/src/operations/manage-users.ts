import { checkPassword, checkRole, checkUsername, type User } from '../domain/accounts/user.ts'
import { Refusal } from '../domain/refusal.ts'
import type { Actor, MemberStore, NewId, PasswordHasher } from './ports.ts'

interface Deps {
  readonly members: MemberStore
  readonly passwords: PasswordHasher
  readonly newId: NewId
}

const unknownUser = (id: string) =>
  new Refusal('NOT_FOUND', 'Your organization has no user with this id.', {
    field: 'user_id',
    issue: 'does not exist',
    provided: id,
  })

const lastAdmin = (id: string) =>
  new Refusal(
    'CONFLICT',
    'This is the last administrator of your organization. Give another user the role admin first.',
    {
      field: 'user_id',
      issue: 'is the last administrator',
      provided: id,
    },
  )

/** Manages the users of the administrator's own organization. */
export function manageUsers(deps: Deps) {
  return {
    list: (actor: Actor): Promise<User[]> => deps.members.list(actor),

    async add(actor: Actor, request: { username: string; password: string; role: string }): Promise<User> {
      const user: User = {
        id: deps.newId(),
        username: checkUsername(request.username),
        role: checkRole(request.role),
        organization: '',
      }
      const passwordHash = await deps.passwords.hash(checkPassword(request.password))
      const added = await deps.members.add(actor, { ...user, passwordHash })
      if (added) return added
      throw new Refusal(
        'CONFLICT',
        `A user named ${user.username} already exists. Choose another username.`,
        {
          field: 'username',
          issue: 'is already taken',
          provided: user.username,
        },
      )
    },

    async change(actor: Actor, id: string, request: { role?: string; password?: string }): Promise<User> {
      const changed = await deps.members.change(actor, id, {
        ...(request.role === undefined ? {} : { role: checkRole(request.role) }),
        ...(request.password === undefined
          ? {}
          : { passwordHash: await deps.passwords.hash(checkPassword(request.password)) }),
      })
      if (changed === 'unknown') throw unknownUser(id)
      if (changed === 'last-admin') throw lastAdmin(id)
      return changed
    },

    async remove(actor: Actor, id: string): Promise<void> {
      const answer = await deps.members.remove(actor, id)
      if (answer === 'unknown') throw unknownUser(id)
      if (answer === 'last-admin') throw lastAdmin(id)
    },

    /** Ends every token of a user. */
    async endSessions(actor: Actor, id: string): Promise<void> {
      if ((await deps.members.endSessions(actor, id)) === 'unknown') throw unknownUser(id)
    },
  }
}
