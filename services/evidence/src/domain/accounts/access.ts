import { Refusal } from '../refusal.ts'
import type { Role } from './user.ts'

/** Access that a route needs: to read, to change the caller's own account, to write, or to manage users. */
export type Access = 'read' | 'account' | 'write' | 'administer'

const allowed: Record<Access, readonly Role[]> = {
  read: ['viewer', 'researcher', 'admin'],
  account: ['viewer', 'researcher', 'admin'],
  write: ['researcher', 'admin'],
  administer: ['admin'],
}

/** Whether a role has this access: viewers read, researchers also write, admins also manage users. */
export const mayDo = (role: Role, access: Access): boolean => allowed[access].includes(role)

/** Returns the lowest role with this access, for messages. */
const leastRole = (access: Access): Role => allowed[access][0]!

/** Returns the refusal for a role without this access. */
export const roleRefused = (role: Role, access: Access): Refusal =>
  new Refusal(
    'PERMISSION_ERROR',
    `The role ${role} may not do this. It requires the role ${leastRole(access)}.`,
    {
      field: 'role',
      issue: `must be ${leastRole(access)} or higher`,
      provided: role,
    },
  )

/** Returns the refusal for a token issued before its user was removed or changed, or ended all sessions. */
export const accessEnded = (): Refusal =>
  new Refusal(
    'AUTHENTICATION_ERROR',
    'This access token is no longer valid: its user was removed, or the role, password or sessions changed. Log in again.',
    {
      field: 'authorization',
      issue: 'was issued before the access of its user changed',
      provided: '[hidden]',
    },
  )
