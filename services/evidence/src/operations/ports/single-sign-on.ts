import type { IdentityClaims } from '../../domain/accounts/single-sign-on.ts'
import type { Role, User } from '../../domain/accounts/user.ts'
import type { Member, Origin } from './accounts.ts'

/** What has to match when the provider sends the browser back. */
interface SignOnAttempt {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
}

/** OpenID Connect provider: authorization code flow with PKCE. */
export interface IdentityProvider {
  readonly issuer: string
  /** Returns a new attempt and the address of the provider to which the browser goes. */
  begin(): Promise<{ attempt: SignOnAttempt; address: string }>
  /**
   * Exchanges the code in the query of the callback for verified claims. Throws a `Refusal` for anything that does not
   * match the attempt, the issuer or its keys.
   */
  finish(query: string, attempt: SignOnAttempt): Promise<IdentityClaims>
}

/** Attempts under way, and identities of users. */
export interface SignOnStore {
  /** Stores an attempt for some minutes. */
  keep(attempt: SignOnAttempt, browser: string, returnTo: string): Promise<void>
  /** Returns and removes the attempt of this state and browser. */
  take(state: string, browser: string): Promise<(SignOnAttempt & { readonly returnTo: string }) | undefined>
  /** Returns the user of an identity and who admitted it. */
  find(
    issuer: string,
    subject: string,
  ): Promise<
    | {
        readonly member: Member
        readonly admittedBy: 'rule' | 'operator'
        /** Whether the role came from a rule and was not changed by hand since. */
        readonly roleByRule: boolean
      }
    | undefined
  >
  /** Gives a user the role of a rule, unless it was changed by hand meanwhile. Ends all sessions of the user. */
  follow(member: Member, role: Role, issuer: string, origin: Origin): Promise<void>
  /** Ends all sessions of a user whom no rule admits any more. */
  endSessions(member: Member, issuer: string, origin: Origin): Promise<void>
  /**
   * Creates a user of an existing organization together with its identity. Returns `no-organization` without one and
   * `name-taken` if the username or the identity is in use.
   */
  add(
    user: User & { readonly passwordHash: string },
    identity: { readonly issuer: string; readonly subject: string },
    origin: Origin,
  ): Promise<'added' | 'name-taken' | 'no-organization'>
  /** Links an identity to a user by name, for the operator. */
  link(
    username: string,
    identity: { readonly issuer: string; readonly subject: string },
  ): Promise<'linked' | 'unknown-user' | 'in-use'>
}
