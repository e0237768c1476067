import { invalid } from '../refusal.ts'

/** Roles of a user: `viewer` reads, `researcher` also writes evidence, `admin` also manages users. */
export const ROLES = ['admin', 'researcher', 'viewer'] as const
/** Role of a user. */
export type Role = (typeof ROLES)[number]

/** User as defined by the contract. */
export interface User {
  readonly id: string
  readonly username: string
  readonly role: Role
  /** Name of the organization whose data the user can access. */
  readonly organization: string
}

/** User id in the audit trail for commands that work on the database directly, without a login. */
export const OPERATOR_ID = '00000000-0000-0000-0000-000000000000'

/** Minimum length of a password that is the only factor, without composition rules (NIST SP 800-63B, 2024). */
const MIN_PASSWORD_CHARACTERS = 15
/** Maximum length of a password, which limits the time of one hash. Far above any password manager. */
const MAX_PASSWORD_CHARACTERS = 1024

const USERNAME = /^[A-Za-z0-9][A-Za-z0-9._@-]{1,63}$/

/** Refuses a username that is not 2 to 64 letters, digits, dots, dashes, underscores or @. */
export function checkUsername(username: string): string {
  if (USERNAME.test(username)) return username
  throw invalid('username', 'must be 2 to 64 letters, digits, dots, dashes, underscores or @', username)
}

/** Refuses a password that is too short or too long. The refusal does not contain the password. */
export function checkPassword(password: string, field = 'password'): string {
  if (password.length < MIN_PASSWORD_CHARACTERS) {
    throw invalid(field, `must have at least ${MIN_PASSWORD_CHARACTERS} characters`, '[hidden]')
  }
  if (password.length > MAX_PASSWORD_CHARACTERS) {
    throw invalid(field, `must have at most ${MAX_PASSWORD_CHARACTERS} characters`, '[hidden]')
  }
  return password
}

/** Refuses an unknown role. */
export function checkRole(role: string): Role {
  const known = ROLES.find((candidate) => candidate === role)
  if (known) return known
  throw invalid('role', `must be one of ${ROLES.join(', ')}`, role)
}

/** Refuses an organization name that is empty or longer than 200 characters. */
export function checkOrganization(name: string): string {
  const trimmed = name.trim()
  if (trimmed.length > 0 && trimmed.length <= 200) return trimmed
  throw invalid('organization', 'must be a name of 1 to 200 characters', name)
}
