import { describe, expect, it } from 'vitest'
import {
  admittingRule,
  type IdentityClaims,
  readAdmissionRule,
  safeReturnPath,
  usernameFor,
} from './single-sign-on.ts'

const rules = ['email_domain:example.org=Example Lab:researcher', 'groups:admins=Example Lab:admin'].map(
  (text) => readAdmissionRule(text)!,
)
const claims = (changed: Partial<IdentityClaims>): IdentityClaims => ({
  issuer: 'https://id.example.org',
  subject: '1',
  email: 'ada@example.org',
  emailVerified: true,
  all: {},
  ...changed,
})

describe('admission by single sign-on', () => {
  it('reads rules, and refuses what is none', () => {
    expect(rules[0]).toEqual({
      claim: 'email_domain',
      value: 'example.org',
      organization: 'Example Lab',
      role: 'researcher',
    })
    for (const text of [
      '',
      'example.org',
      'email_domain:example.org',
      'email_domain:example.org=Lab:owner',
      'x:y=:admin',
    ])
      expect(readAdmissionRule(text)).toBeUndefined()
  })

  it('admits verified addresses of the domain, and values of claims', () => {
    expect(admittingRule(claims({}), rules)).toMatchObject({ role: 'researcher' })
    expect(admittingRule(claims({ email: 'ADA@EXAMPLE.ORG' }), rules)).toMatchObject({ role: 'researcher' })
    expect(
      admittingRule(claims({ email: undefined, all: { groups: ['staff', 'admins'] } }), rules),
    ).toMatchObject({
      role: 'admin',
    })
  })

  it.each<[string, Partial<IdentityClaims>, string]>([
    ['an address that nobody verified', { emailVerified: false }, 'email-not-verified'],
    ['another domain', { email: 'ada@evil.org' }, 'not-admitted'],
    ['a domain below it', { email: 'ada@sub.example.org' }, 'not-admitted'],
    ['a domain that ends like it', { email: 'ada@notexample.org' }, 'not-admitted'],
    ['two addresses', { email: 'ada@evil.org,eve@example.org' }, 'not-admitted'],
    ['a second at sign', { email: 'ada@example.org@evil.org' }, 'not-admitted'],
    ['no address', { email: undefined }, 'not-admitted'],
    ['a claim of the prototype', { email: undefined, all: {} }, 'not-admitted'],
  ])('does not admit %s', (_, changed, expected) => {
    expect(admittingRule(claims(changed), rules)).toBe(expected)
    expect(admittingRule(claims(changed), [])).toBe('not-admitted')
  })

  it('names new users by a verified address, otherwise by the subject', () => {
    expect(usernameFor(claims({ email: 'ada+lab@example.org' }))).toBe('ada-lab@example.org')
    expect(usernameFor(claims({ emailVerified: false, subject: 'a|b' }))).toBe('sso-a-b')
  })

  it.each([
    ['/runs/r1?sort=p', '/runs/r1?sort=p'],
    [undefined, '/'],
    ['https://evil.org', '/'],
    ['//evil.org', '/'],
    ['/\\evil.org', '/'],
    ['/%0d%0aset-cookie:x', '/%0d%0aset-cookie:x'],
    ['/a\r\nb', '/'],
    ['/a#b', '/'],
    ['/a b', '/'],
    ['/a"><script>', '/'],
    ['javascript:alert(1)', '/'],
    ['runs', '/'],
  ])('returns to %s as %s', (given, expected) => {
    expect(safeReturnPath(given)).toBe(expected)
  })
})
