import { invalid } from '../refusal.ts'

/** What a user may do: `viewer` reads, `researcher` also writes evidence, `admin` also manages users. */
export const ROLES = ['admin', 'researcher', 'viewer'] as const
export type Role = (typeof ROLES)[number]

/** The user as the contract shows it. */
export interface User {
  readonly id: string
  readonly username: string
  readonly role: Role
  /** Name of the organization whose data the user sees. */
  readonly organization: string
}

/** Stands in the audit trail for whoever works on the database itself, by a command and without a login. */
export const OPERATOR_ID = '00000000-0000-0000-0000-000000000000'

/** NIST SP 800-63B (2024): at least 15 characters where the password is the only factor; no composition rules. */
const MIN_PASSWORD_CHARACTERS = 15
/** Bounds the work of one hash; far above any password manager's output. */
const MAX_PASSWORD_CHARACTERS = 1024

const USERNAME = /^[A-Za-z0-9][A-Za-z0-9._@-]{1,63}$/

/** Refuses a username that is not 2 to 64 letters, digits, dots, dashes, underscores or @. */
export function checkUsername(username: string): string {
  if (USERNAME.test(username)) return username
  throw invalid('username', 'must be 2 to 64 letters, digits, dots, dashes, underscores or @', username)
}

/** Refuses a password that is too short to resist guessing or absurdly long. Never echoes it. */
export function checkPassword(password: string, field = 'password'): string {
  if (password.length < MIN_PASSWORD_CHARACTERS) {
    throw invalid(field, `must have at least ${MIN_PASSWORD_CHARACTERS} characters`, '[hidden]')
  }
  if (password.length > MAX_PASSWORD_CHARACTERS) {
    throw invalid(field, `must have at most ${MAX_PASSWORD_CHARACTERS} characters`, '[hidden]')
  }
  return password
}

/** Refuses a role that does not exist. */
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
