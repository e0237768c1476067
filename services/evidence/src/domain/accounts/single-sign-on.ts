import { ROLES, type Role } from './user.ts'

/** Verified claims about somebody, from the ID token or the user information of the provider. */
export interface IdentityClaims {
  readonly issuer: string
  readonly subject: string
  readonly email: string | undefined
  readonly emailVerified: boolean
  /** All claims, for rules on other claims such as groups. */
  readonly all: Readonly<Record<string, unknown>>
}

/** Rule that admits identities: those whose claim has this value join the organization with this role. */
export interface AdmissionRule {
  /** Name of a claim, or `email_domain`: the domain of a verified e-mail address. */
  readonly claim: string
  readonly value: string
  readonly organization: string
  readonly role: Role
}

/** Claim of a rule on the domain of the e-mail address. */
const EMAIL_DOMAIN = 'email_domain'
/** Claim of a rule on one e-mail address. */
const EMAIL = 'email'

const RULE =
  /^(https?:\/\/[\w./-]{1,190}|[\w./-]{1,200}):([^=\s]{1,200})=(.{1,200}):(admin|researcher|viewer)$/

/** Reads a rule such as `email_domain:example.org=Example Lab:researcher`. Returns undefined for anything else. */
export function readAdmissionRule(text: string): AdmissionRule | undefined {
  const [, claim, value, organization, role] = RULE.exec(text.trim()) ?? []
  const known = ROLES.find((candidate) => candidate === role)
  if (!claim || !value || !organization?.trim() || !known) return undefined
  return { claim, value, organization: organization.trim(), role: known }
}

/** Returns the domain of an e-mail address in lower case, or undefined if it is not one plain address. */
function domainOf(email: string | undefined): string | undefined {
  return /^[^@\s<>"(),:;\\]{1,64}@([a-z0-9](?:[a-z0-9.-]{0,250}[a-z0-9])?)$/i
    .exec(email ?? '')?.[1]
    ?.toLowerCase()
}

/** Why nobody was admitted. */
export type NotAdmitted = 'not-admitted' | 'email-not-verified'

/**
 * Returns the first rule that admits these claims. A rule on the e-mail address or its domain needs an address that the
 * provider verified: anybody can claim any other.
 */
export function admittingRule(
  claims: IdentityClaims,
  rules: readonly AdmissionRule[],
): AdmissionRule | NotAdmitted {
  const domain = domainOf(claims.email)
  let unverified = false
  for (const rule of rules) {
    if (rule.claim === EMAIL_DOMAIN) {
      if (domain !== rule.value.toLowerCase()) continue
      if (claims.emailVerified) return rule
      unverified = true
      continue
    }
    if (rule.claim === EMAIL) {
      if (claims.email?.toLowerCase() !== rule.value.toLowerCase()) continue
      if (claims.emailVerified) return rule
      unverified = true
      continue
    }
    const held = Object.hasOwn(claims.all, rule.claim) ? claims.all[rule.claim] : undefined
    if (held === rule.value || (Array.isArray(held) && held.includes(rule.value))) return rule
  }
  return unverified ? 'email-not-verified' : 'not-admitted'
}

/** Returns a username for a new user: the e-mail address, or the subject, with other characters replaced. */
export function usernameFor({ email, emailVerified, subject }: IdentityClaims): string {
  const wanted = email !== undefined && emailVerified ? email : `sso-${subject}`
  const name = wanted
    .replaceAll(/[^A-Za-z0-9._@-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, 64)
  return name.length >= 2 ? name : `sso-${name}`
}

/** Returns a view of the page that a text names, or `/` for anything that is not a plain path. */
export function safeReturnPath(text: string | undefined): string {
  return text !== undefined && text.length <= 500 && /^\/(?![/\\])[\w~%!$&'()*+,;=:@./?-]*$/.test(text)
    ? text
    : '/'
}
