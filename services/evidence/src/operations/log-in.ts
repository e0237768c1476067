import { Refusal } from '../domain/refusal.ts'
import type { User } from '../domain/user.ts'
import type {
  LoginThrottle,
  Member,
  PasswordHasher,
  RefreshTokenStore,
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
  readonly refreshTokens: RefreshTokenStore
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
  refreshLifetimeSeconds: deps.refreshTokens.lifetimeSeconds,
  user: shownUser(member),
})

/**
 * Exchanges a username and password for an access token. A wrong name takes as long to refuse as a wrong password, and
 * too many tries on one account or from one address are refused before the password is looked at.
 */
export function logIn(
  deps: SessionDeps & { users: UserStore; passwords: PasswordHasher; throttle: LoginThrottle },
) {
  let decoy: Promise<string> | undefined
  return async (credentials: { username: string; password: string; address: string }): Promise<Session> => {
    const waitSeconds = await deps.throttle.attempt(credentials.username, credentials.address)
    if (waitSeconds > 0) {
      throw new Refusal('RATE_LIMITED', `Too many tries to log in. Try again in ${waitSeconds} s.`, {
        field: 'username',
        issue: `wait ${waitSeconds} s`,
        provided: credentials.username,
      })
    }
    const found = await deps.users.findByUsername(credentials.username)
    decoy ??= deps.passwords.hash('no user has this password')
    const right = await deps.passwords.verify(found?.passwordHash ?? (await decoy), credentials.password)
    if (!found || !right) {
      throw new Refusal('AUTHENTICATION_ERROR', 'The username or the password is wrong.', {
        field: 'username',
        issue: 'no user with this name and password',
        provided: credentials.username,
      })
    }
    await deps.throttle.succeeded(credentials.username, credentials.address)
    return sessionOf(deps, found, await deps.refreshTokens.start(found.id))
  }
}
