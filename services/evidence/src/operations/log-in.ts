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

export interface Session {
  readonly accessToken: string
  readonly lifetimeSeconds: number
  readonly refreshToken: string
  readonly refreshLifetimeSeconds: number
  readonly user: User
}

export interface SessionDeps {
  readonly tokens: TokenIssuer
  readonly sessions: SessionStore
}

export interface LoginDeps extends SessionDeps {
  readonly users: UserStore
  readonly passwords: PasswordHasher
  readonly throttle: LoginThrottle
  readonly networkOf: ClientNetwork
}

/** The user as the contract shows it. */
export const shownUser = ({ id, username, role, organization }: User): User => ({
  id,
  username,
  role,
  organization,
})

/** An access token and the refresh token beside it. */
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

/** Counts an attempt at a password; refuses it unseen when there were too many. */
export async function countAttempt(
  throttle: LoginThrottle,
  username: string,
  network: string,
): Promise<void> {
  const waitSeconds = await throttle.attempt(username, network)
  if (waitSeconds === 0) return
  throw new Refusal('RATE_LIMITED', `Too many tries to log in. Try again in ${waitSeconds} s.`, {
    field: 'username',
    issue: `wait ${waitSeconds} s`,
    provided: username,
    retryAfterSeconds: waitSeconds,
  })
}

/**
 * Exchanges a username and password for an access token. A wrong name takes as long to refuse as a wrong password, and
 * too many tries are refused before the password is looked at. A name that nobody has leaves no trace in an audit trail: it
 * belongs to no organization.
 */
export function logIn(deps: LoginDeps) {
  let decoy: Promise<string> | undefined
  return async (credentials: { username: string; password: string }, origin: Origin): Promise<Session> => {
    const network = deps.networkOf(origin.address)
    await countAttempt(deps.throttle, credentials.username, network)
    const found = await deps.users.findByUsername(credentials.username)
    decoy ??= deps.passwords.hash('no user has this password')
    const right = await deps.passwords.verify(found?.passwordHash ?? (await decoy), credentials.password)
    if (!found || !right) {
      await deps.sessions.recordFailure(found, origin, 'session.login_failed')
      throw new Refusal('AUTHENTICATION_ERROR', 'The username or the password is wrong.', {
        field: 'username',
        issue: 'no user with this name and password',
        provided: credentials.username,
      })
    }
    const refreshToken = await deps.sessions.start(found, origin)
    await deps.throttle.succeeded(found, network)
    return sessionOf(deps, found, refreshToken)
  }
}
