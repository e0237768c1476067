import { Refusal } from '../refusal.ts'
import type { Role } from './user.ts'

/** What a route does: reads, changes the caller's own account, writes, or manages users. */
export type Access = 'read' | 'account' | 'write' | 'administer'

const allowed: Record<Access, readonly Role[]> = {
  read: ['viewer', 'researcher', 'admin'],
  account: ['viewer', 'researcher', 'admin'],
  write: ['researcher', 'admin'],
  administer: ['admin'],
}

/** Whether a role may do this: a viewer reads, a researcher also writes, an admin also manages users. */
export const mayDo = (role: Role, access: Access): boolean => allowed[access].includes(role)

/** The least role that may do this, for the sentence that helps. */
const leastRole = (access: Access): Role => allowed[access][0]!

/** The refusal for a role that may not do this. */
export const roleRefused = (role: Role, access: Access): Refusal =>
  new Refusal('PERMISSION_ERROR', `The role ${role} may not do this; it takes ${leastRole(access)}.`, {
    field: 'role',
    issue: `must be ${leastRole(access)} or above`,
    provided: role,
  })

/** The refusal for a token that was issued before its user was removed, changed, or ended all sessions. */
export const accessEnded = (): Refusal =>
  new Refusal(
    'AUTHENTICATION_ERROR',
    'This access token has ended: its user was removed, or the role, the password or the sessions changed. Log in again.',
    {
      field: 'authorization',
      issue: 'was issued before the access of its user changed',
      provided: '[hidden]',
    },
  )
