import {
  type AdmissionRule,
  admittingRule,
  type IdentityClaims,
  type NotAdmitted,
  safeReturnPath,
  usernameFor,
} from '../domain/accounts/single-sign-on.ts'
import { Refusal } from '../domain/refusal.ts'
import { shownUser } from './log-in.ts'
import type { PageSession } from './page-session.ts'
import type {
  IdentityProvider,
  Member,
  NewId,
  Origin,
  PageSessionStore,
  PasswordHasher,
  SignOnStore,
} from './ports.ts'

/** Why a sign-in through the provider failed, as the page shows it. */
export type SignOnFailure =
  /** The attempt is unknown, was used, expired, or began in another browser. */
  | 'expired'
  /** The provider refused, or its answer is not valid. */
  | 'refused'
  | 'not-admitted'
  | 'email-not-verified'
  /** A local account has the name; it is never taken over. */
  | 'name-taken'
  | 'unavailable'

/** Outcome of a sign-in: a session, or why there is none. */
export type SignOnOutcome =
  | { readonly session: PageSession; readonly returnTo: string }
  | { readonly failure: SignOnFailure }

interface Deps {
  readonly provider: IdentityProvider
  readonly rules: readonly AdmissionRule[]
  readonly signOns: SignOnStore
  readonly pageSessions: PageSessionStore
  readonly passwords: PasswordHasher
  readonly newId: NewId
  /** Returns random text: the binding of a browser, and passwords that nobody knows. */
  readonly newSecret: () => string
  readonly report: (error: unknown) => void
}

/** Begins a sign-in. Returns the address of the provider and a secret for a cookie, by which the browser is known later. */
export function beginSignOn(deps: Deps) {
  return async (returnTo: string | undefined): Promise<{ address: string; browser: string }> => {
    const { attempt, address } = await deps.provider.begin().catch((error: unknown) => {
      deps.report(error)
      throw new Refusal(
        'SERVICE_UNAVAILABLE',
        'The identity provider is not available right now. Try again shortly, or sign in with a password.',
        {
          field: 'service',
          issue: 'cannot reach the identity provider',
          provided: null,
          retryAfterSeconds: 5,
        },
      )
    })
    const browser = deps.newSecret()
    await deps.signOns.keep(attempt, browser, safeReturnPath(returnTo))
    return { address, browser }
  }
}

type Found = NonNullable<Awaited<ReturnType<SignOnStore['find']>>>

/**
 * Returns the user of a known identity. A role that came from a rule becomes that of the rule which admits the claims now. If
 * no rule does, the sessions that the user has end.
 */
async function knownMember(
  deps: Deps,
  { member, admittedBy, roleByRule }: Found,
  { issuer, subject }: IdentityClaims,
  rule: AdmissionRule | NotAdmitted,
  origin: Origin,
): Promise<Member | SignOnFailure> {
  if (admittedBy === 'operator') return member
  if (typeof rule === 'string' || rule.organization !== member.organization) {
    await deps.signOns.endSessions(member, issuer, origin)
    return typeof rule === 'string' ? rule : 'not-admitted'
  }
  if (!roleByRule || rule.role === member.role) return member
  await deps.signOns.follow(member, rule.role, issuer, origin)
  return (await deps.signOns.find(issuer, subject))?.member ?? 'expired'
}

/** Returns the user of an identity. A new identity that a rule admits gets a new user; it never joins an existing one. */
async function memberOf(deps: Deps, claims: IdentityClaims, origin: Origin): Promise<Member | SignOnFailure> {
  const { issuer, subject } = claims
  const rule = admittingRule(claims, deps.rules)
  const found = await deps.signOns.find(issuer, subject)
  if (found) return knownMember(deps, found, claims, rule, origin)
  if (typeof rule === 'string') return rule
  const { organization, role } = rule
  const user = { id: deps.newId(), username: usernameFor(claims), role, organization }
  const passwordHash = await deps.passwords.hash(deps.newSecret())
  const added = await deps.signOns.add({ ...user, passwordHash }, { issuer, subject }, origin)
  // A mistyped name must not create an organization, nor a rule revive a deleted one.
  if (added === 'no-organization') return 'not-admitted'
  if (added === 'name-taken') return 'name-taken'
  return (await deps.signOns.find(issuer, subject))?.member ?? 'expired'
}

/** Ends a sign-in when the provider has sent the browser back: checks everything and starts a session of the page. */
export function finishSignOn(deps: Deps) {
  return async (
    callback: { state: string | undefined; query: string; browser: string | undefined },
    origin: Origin,
  ): Promise<SignOnOutcome> => {
    const { state, query, browser } = callback
    const attempt =
      state === undefined || browser === undefined ? undefined : await deps.signOns.take(state, browser)
    if (!attempt) return { failure: 'expired' }
    let claims: IdentityClaims
    try {
      claims = await deps.provider.finish(query, attempt)
    } catch (error) {
      deps.report(error)
      return { failure: error instanceof Refusal ? 'refused' : 'unavailable' }
    }
    const member = await memberOf(deps, claims, origin)
    if (typeof member === 'string') return { failure: member }
    const token = await deps.pageSessions.start(member, origin)
    const session = {
      token,
      lifetimeSeconds: deps.pageSessions.lifetimeSeconds,
      user: shownUser(member),
    }
    return { session, returnTo: attempt.returnTo }
  }
}
