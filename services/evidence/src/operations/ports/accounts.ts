import type { ChainLink, ChainPlace } from '../../domain/accounts/audit-chain.ts'
import type { Role, User } from '../../domain/accounts/user.ts'

interface UserWithPassword extends User {
  readonly passwordHash: string
}

/** User with the fields that tokens carry and the contract does not show. */
export interface Member extends User {
  readonly organizationId: string
  /** Number that is raised to end all access issued before. */
  readonly epoch: number
}

interface Account extends Member {
  readonly passwordHash: string
}

/** User on whose behalf an operation runs, from a verified token. */
export interface Actor {
  readonly userId: string
  readonly organizationId: string
  /** Role in the token. Stores check the role in the database before they write. */
  readonly role: Role
  /** Epoch in the token, or `operator` for a command that opens the database itself. */
  readonly epoch: number | 'operator'
  /** Request id for the audit trail. */
  readonly requestId: string
}

/** Origin of a request, for the audit trail. */
export interface Origin {
  readonly address: string
  readonly requestId: string
}

/** Users of all organizations. */
export interface UserStore {
  findByUsername(username: string): Promise<Account | undefined>
  findById(id: string): Promise<Account | undefined>
  /** Returns the epoch of a user, or undefined if the user does not exist. */
  epochOf(id: string): Promise<number | undefined>
  /** Creates a user, and the organization if needed. Returns false if the username is taken. */
  add(user: UserWithPassword): Promise<boolean>
  /** Returns the id of an organization by its name. */
  findOrganization(name: string): Promise<string | undefined>
}

interface UserChange {
  readonly role?: Role
  readonly passwordHash?: string
}

/** Users of the actor's organization. Each change writes an audit entry. */
export interface MemberStore {
  list(actor: Actor): Promise<User[]>
  /** Returns the user as stored, or undefined if the username is taken. */
  add(actor: Actor, user: UserWithPassword): Promise<User | undefined>
  /** Changes a user and ends the user's tokens. Returns `last-admin` if no administrator would be left. */
  change(actor: Actor, id: string, change: UserChange): Promise<User | 'unknown' | 'last-admin'>
  remove(actor: Actor, id: string): Promise<'removed' | 'unknown' | 'last-admin'>
  /** Ends every token of a user. */
  endSessions(actor: Actor, id: string): Promise<'ended' | 'unknown'>
}

/** Hashes and verifies passwords. */
export interface PasswordHasher {
  hash(password: string): Promise<string>
  verify(hash: string, password: string): Promise<boolean>
}

/** Issues access tokens. */
export interface TokenIssuer {
  readonly lifetimeSeconds: number
  issue(user: Member): Promise<string>
}

/** Sessions and their refresh tokens, which are stored as hashes. */
export interface SessionStore {
  readonly lifetimeSeconds: number
  /** Returns a token of a new family. Refuses a member whose epoch has changed since it was read. */
  start(member: Member, origin: Origin): Promise<string>
  /**
   * Uses a token and returns the next one of its family, with the user as stored in the same transaction. A second use
   * ends the family and every access token of the user.
   */
  rotate(token: string, origin: Origin): Promise<{ member: Member; next: string } | 'unknown' | 'reused'>
  /** Ends the family of a token. Ignores unknown tokens. */
  end(token: string, origin: Origin): Promise<void>
  /** Ends every token of the actor. */
  endAll(actor: Actor): Promise<void>
  /**
   * Replaces the actor's password, ends every token and starts a session: by default one with a refresh token, or one of
   * a page, with the token of its cookie.
   */
  changePassword(
    actor: Actor,
    passwordHash: string,
    origin: Origin,
    kind?: 'page',
  ): Promise<{ epoch: number; next: string }>
  /** Writes an audit entry for a wrong password. Without a member it takes the same time and writes none. */
  recordFailure(
    member: Member | undefined,
    origin: Origin,
    action: 'session.login_failed' | 'user.password_refused',
  ): Promise<void>
}

/** Sessions of browsers. Their tokens are in cookies and stored as hashes. */
export interface PageSessionStore {
  /** Longest time from sign-in to the end of a session. */
  readonly lifetimeSeconds: number
  /** Returns the token of a new session. Refuses a member whose epoch has changed since it was read. */
  start(member: Member, origin: Origin): Promise<string>
  /** Returns the user of a session as stored now, or undefined if it has ended. Using a session prolongs it. */
  find(token: string): Promise<Member | undefined>
  /** Ends a session. Ignores unknown tokens. */
  end(token: string, origin: Origin): Promise<void>
}

/** Filter and page of the audit trail. */
export interface AuditQuery {
  readonly action: string | undefined
  readonly userId: string | undefined
  /** Earliest time, inclusive. */
  readonly from: Date | undefined
  /** Latest time, exclusive. */
  readonly to: Date | undefined
  /** Id of the last entry of the previous page. */
  readonly after: string | undefined
  readonly limit: number
}

/** Entry of the audit trail. */
export interface AuditEntry {
  readonly id: string
  readonly at: Date
  readonly userId: string
  /** Null if the user was removed, or for a command of the operator. */
  readonly username: string | null
  readonly requestId: string
  readonly action: string
  readonly target: string
  readonly details: Readonly<Record<string, unknown>>
}

/** Place of the chain with its entry, which is undefined if it was removed. */
export interface SealedEntry extends ChainLink {
  readonly entry: AuditEntry | undefined
}

/** Audit trail of the actor's organization. */
export interface AuditTrail {
  /** Lists entries, newest first. */
  list(actor: Actor, query: AuditQuery): Promise<AuditEntry[]>
  /** Lists places of the hash chain after `afterSeq`, in order. Waits for a busy organization, as `unsealed` does. */
  sealed(actor: Actor, afterSeq: number, limit: number): Promise<SealedEntry[]>
  /**
   * Returns where the chain begins (after entries that retention removed) and ends. For an export or a check that has
   * `begun`, waits for a busy organization.
   */
  chainEnds(actor: Actor, when?: 'begun'): Promise<{ readonly start: ChainPlace; readonly head: ChainPlace }>
  /** Returns ids of entries that are not in the chain. */
  unsealed(actor: Actor, limit: number): Promise<string[]>
}

/** Counts login attempts across all replicas. */
export interface LoginThrottle {
  /** Counts an attempt before the password is checked. Returns the seconds to wait, or 0 if it may be checked. */
  attempt(username: string, network: string): Promise<number>
  /** Removes the attempt from the counts and stores the network as known to the user. */
  succeeded(member: Member, network: string): Promise<void>
}

/** Returns the network of an address, for limits. */
export type ClientNetwork = (address: string) => string

/** One-time tokens that create the first administrator, stored as hashes. */
export interface SetupStore {
  /** Returns a new token, or undefined if there are users. */
  offer(): Promise<string | undefined>
  /** Returns whether there are no users, and whether the token may create the first. */
  check(token: string | undefined): Promise<{ needed: boolean; valid: boolean }>
  /**
   * Uses the token and creates the first user with its organization, in one transaction in which nobody else can create
   * a user. Returns `done` if there are users, and `wrong` for a token that is unknown or expired.
   */
  create(token: string, user: UserWithPassword, origin: Origin): Promise<Member | 'done' | 'wrong'>
}

/** Signing key without its secret. */
export interface SigningKeyRecord {
  readonly kid: string
  readonly createdAt: Date
  /** Id of the key that encrypts it; null if it is not encrypted. */
  readonly encryptedBy: string | null
}

/** Signing keys, for the operator. */
export interface SigningKeyRecords {
  /** Lists keys, newest first. Decrypts nothing. */
  records(): Promise<SigningKeyRecord[]>
  /** Removes a key. Returns false if it does not exist. */
  revoke(kid: string): Promise<boolean>
  /** Encrypts all keys with the current encryption key. Returns how many were changed. */
  encryptAll(): Promise<number>
}
