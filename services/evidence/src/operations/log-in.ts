import type { User } from '../domain/accounts/user.ts'
import { Refusal } from '../domain/refusal.ts'
import type {
  ClientNetwork,
  LoginThrottle,
  Member,
  Origin,
  PasswordHasher,
  SessionStore,
  TokenIssuer,
  UserStore,
} from './ports.ts'

/** Tokens of a login and their user. */
export interface Session {
  readonly accessToken: string
  readonly lifetimeSeconds: number
  readonly refreshToken: string
  readonly refreshLifetimeSeconds: number
  readonly user: User
}

/** Ports that sessions need. */
export interface SessionDeps {
  readonly tokens: TokenIssuer
  readonly sessions: SessionStore
}

/** Ports that checking a password needs. */
export interface CredentialDeps {
  readonly users: UserStore
  readonly passwords: PasswordHasher
  readonly throttle: LoginThrottle
  readonly networkOf: ClientNetwork
  readonly sessions: SessionStore
}

/** Ports that a login needs. */
export interface LoginDeps extends SessionDeps, CredentialDeps {}

/** Returns the fields of a user that the contract shows. */
export const shownUser = ({ id, username, role, organization }: User): User => ({
  id,
  username,
  role,
  organization,
})

/** Creates a session: a new access token with the given refresh token. */
export const sessionOf = async (
  deps: SessionDeps,
  member: Member,
  refreshToken: string,
): Promise<Session> => ({
  accessToken: await deps.tokens.issue(member),
  lifetimeSeconds: deps.tokens.lifetimeSeconds,
  refreshToken,
  refreshLifetimeSeconds: deps.sessions.lifetimeSeconds,
  user: shownUser(member),
})

/** Counts a password attempt. Refuses it before the password is checked when there were too many. */
export async function countAttempt(
  throttle: LoginThrottle,
  username: string,
  network: string,
): Promise<void> {
  const waitSeconds = await throttle.attempt(username, network)
  if (waitSeconds === 0) return
  throw new Refusal('RATE_LIMITED', `Too many login attempts. Try again in ${waitSeconds} s.`, {
    field: 'username',
    issue: `must wait ${waitSeconds} s`,
    provided: username,
    retryAfterSeconds: waitSeconds,
  })
}

/**
 * Checks a username and password, then starts a session of any kind. Refusing an unknown username takes as long as
 * refusing a wrong password, and too many attempts are refused before the password is checked. A failed login with an
 * unknown username is in no audit trail, because it belongs to no organization.
 */
export function withCredentials<Started>(
  deps: CredentialDeps,
  start: (member: Member, origin: Origin) => Promise<Started>,
) {
  let decoy: Promise<string> | undefined
  return async (
    credentials: { username: string; password: string },
    origin: Origin,
  ): Promise<{ member: Member; started: Started }> => {
    const network = deps.networkOf(origin.address)
    await countAttempt(deps.throttle, credentials.username, network)
    const found = await deps.users.findByUsername(credentials.username)
    decoy ??= deps.passwords.hash('no user has this password')
    const right = await deps.passwords.verify(found?.passwordHash ?? (await decoy), credentials.password)
    if (!found || !right) {
      await deps.sessions.recordFailure(found, origin, 'session.login_failed')
      throw new Refusal('AUTHENTICATION_ERROR', 'The username or the password is wrong.', {
        field: 'username',
        issue: 'does not match a user with this password',
        provided: credentials.username,
      })
    }
    // Before the start, which a busy organization can refuse: a right password is not an attempt at guessing one.
    await deps.throttle.succeeded(found, network)
    const started = await start(found, origin)
    return { member: found, started }
  }
}

/** Exchanges a username and password for tokens. */
export function logIn(deps: LoginDeps) {
  const check = withCredentials(deps, (member, origin) => deps.sessions.start(member, origin))
  return async (credentials: { username: string; password: string }, origin: Origin): Promise<Session> => {
    const { member, started } = await check(credentials, origin)
    return sessionOf(deps, member, started)
  }
}
