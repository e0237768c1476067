import type { Role } from './user.ts'

/** What a route does to the organization's data. */
export type Access = 'read' | 'write' | 'administer'

const allowed: Record<Access, readonly Role[]> = {
  read: ['viewer', 'researcher', 'admin'],
  write: ['researcher', 'admin'],
  administer: ['admin'],
}

/** Whether a role may do this: a viewer reads, a researcher also writes, an admin also manages users. */
export const mayDo = (role: Role, access: Access): boolean => allowed[access].includes(role)

/** The least role that may do this, for the sentence that helps. */
export const leastRole = (access: Access): Role => allowed[access][0]!
