import { Refusal } from '../domain/refusal.ts'
import type { User } from '../domain/user.ts'
import type { PasswordHasher, TokenIssuer, UserStore } from './ports.ts'

export interface Session {
  readonly accessToken: string
  readonly lifetimeSeconds: number
  readonly user: User
}

/** Exchanges a username and password for an access token. A wrong name takes as long to refuse as a wrong password. */
export function logIn(deps: { users: UserStore; passwords: PasswordHasher; tokens: TokenIssuer }) {
  let decoy: Promise<string> | undefined
  return async (credentials: { username: string; password: string }): Promise<Session> => {
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
    const { passwordHash: _never, ...user } = found
    return { accessToken: await deps.tokens.issue(user), lifetimeSeconds: deps.tokens.lifetimeSeconds, user }
  }
}
