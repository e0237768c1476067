import { decodeProtectedHeader, errors, type JWK, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { openKeyRing, type SigningKeyStore, type StoredSigningKey } from './signing-keys.ts'

const DAY_MS = 86_400_000
const ROTATE_AFTER_DAYS = 30
const TOKEN_LIFETIME_SECONDS = 3600

function memoryStore() {
  const keys: StoredSigningKey[] = []
  const calls = { list: 0, add: 0 }
  const store: SigningKeyStore = {
    async list() {
      calls.list++
      await new Promise((resolve) => setTimeout(resolve, 5))
      return [...keys]
    },
    async add(key) {
      calls.add++
      keys.push(key)
    },
  }
  return { store, keys, calls }
}

function world() {
  const memory = memoryStore()
  let at = Date.UTC(2026, 0, 1)
  let elapsed = 0
  const replica = () =>
    openKeyRing({
      store: memory.store,
      now: () => new Date(at),
      elapsed: () => elapsed,
      issuer: 'https://issuer.test',
      audience: 'service',
      tokenLifetimeSeconds: TOKEN_LIFETIME_SECONDS,
      rotateAfterDays: ROTATE_AFTER_DAYS,
    })
  const step = (ms: number) => {
    at += ms
  }
  const pass = (ms: number) => {
    step(ms)
    elapsed += ms
  }
  return { ...memory, replica, pass, step }
}

test('a token carries subject, claims, issuer, audience and lifetime', async () => {
  const { replica } = world()
  const ring = replica()
  const token = await ring.sign('alice', { role: 'admin' })
  const claims = await ring.verify(token)
  expect(claims).toMatchObject({ sub: 'alice', role: 'admin', iss: 'https://issuer.test', aud: 'service' })
  expect((claims.exp as number) - (claims.iat as number)).toBe(TOKEN_LIFETIME_SECONDS)
})

test('a token that was verified before is refused when it expires or its key is gone', async () => {
  const { replica, pass, keys } = world()
  const ring = replica()
  const token = await ring.sign('alice', {})
  for (let asked = 0; asked < 2; asked++)
    await expect(ring.verify(token)).resolves.toMatchObject({ sub: 'alice' })
  await expect(ring.verify(`${token.slice(0, -4)}AAAA`)).rejects.toBeInstanceOf(errors.JOSEError)
  pass(TOKEN_LIFETIME_SECONDS * 1000 - 30_000)
  await expect(ring.verify(token)).resolves.toMatchObject({ sub: 'alice' })
  pass(30_000)
  await expect(ring.verify(token)).rejects.toBeInstanceOf(errors.JWTExpired)
  const next = await ring.sign('bob', {})
  await ring.verify(next)
  keys.length = 0
  pass(61_000)
  await expect(ring.verify(next)).rejects.toBeInstanceOf(errors.JOSEError)
})

test('two tokens of the same second differ', async () => {
  const ring = world().replica()
  expect(await ring.sign('a', {})).not.toBe(await ring.sign('a', {}))
})

test('an old key is replaced; tokens of the old one verify until they expire, and not after', async () => {
  const { replica, pass, keys } = world()
  const ring = replica()
  await ring.sign('alice', {})
  pass(ROTATE_AFTER_DAYS * DAY_MS - 1000)
  const last = await ring.sign('alice', {}) // the last second of the first key
  pass(2000)
  const next = await ring.sign('alice', {})
  expect(keys).toHaveLength(2)
  expect(decodeProtectedHeader(next).kid).not.toBe(decodeProtectedHeader(last).kid)
  pass((TOKEN_LIFETIME_SECONDS - 5) * 1000)
  await expect(ring.verify(last)).resolves.toMatchObject({ sub: 'alice' })
  await expect(ring.verify(next)).resolves.toMatchObject({ sub: 'alice' })
  pass(5000)
  await expect(ring.verify(last)).rejects.toBeInstanceOf(errors.JOSEError)
  pass(11_000) // the store is read again after ten seconds
  expect((await ring.jwks()).keys.map((key) => key.kid)).toEqual([decodeProtectedHeader(next).kid])
})

test('another replica verifies a key that it has not seen, at the latest a second later', async () => {
  const { replica, pass } = world()
  const [one, two] = [replica(), replica()]
  await two.verify(await one.sign('alice', {}))
  pass(ROTATE_AFTER_DAYS * DAY_MS + 1)
  await two.jwks() // has its own new key and a fresh cache now
  pass(1500)
  const third = replica()
  await expect(third.verify(await two.sign('bob', {}))).resolves.toMatchObject({ sub: 'bob' })
  await expect(one.verify(await two.sign('bob', {}))).resolves.toMatchObject({ sub: 'bob' })
})

test('the public set has no private part', async () => {
  const { replica, keys } = world()
  const { keys: published } = await replica().jwks()
  expect(published).toHaveLength(1)
  for (const key of published) {
    expect(Object.keys(key).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
    expect(JSON.stringify(published)).not.toContain(keys[0]?.privateJwk.d)
  }
})

test('a hundred requests at once read the store once and make one key', async () => {
  const { replica, calls } = world()
  const ring = replica()
  const tokens = await Promise.all(Array.from({ length: 100 }, () => ring.sign('a', {})))
  expect(calls.add).toBe(1)
  expect(new Set(tokens.map((token) => decodeProtectedHeader(token).kid)).size).toBe(1)
  const before = calls.list
  await Promise.all(tokens.map((token) => ring.verify(token)))
  expect(calls.list).toBe(before)
})

test('made-up keys make the store be read at most once a second', async () => {
  const { replica, calls, pass } = world()
  const ring = replica()
  const token = await ring.sign('a', {})
  const [, payload, signature] = token.split('.')
  const forged = (kid: string) =>
    `${Buffer.from(JSON.stringify({ alg: 'ES256', kid })).toString('base64url')}.${payload}.${signature}`
  pass(1500)
  const before = calls.list
  const results = await Promise.allSettled(Array.from({ length: 50 }, (_, i) => ring.verify(forged(`k${i}`))))
  expect(results.every((r) => r.status === 'rejected' && r.reason instanceof errors.JOSEError)).toBe(true)
  expect(calls.list).toBe(before + 1)
})

test.each<[string, (key: CryptoKey, kid: string) => Promise<string>]>([
  ['another audience', (key, kid) => signed({ aud: 'other' }, kid).sign(key)],
  ['another issuer', (key, kid) => signed({ iss: 'https://evil.test' }, kid).sign(key)],
  ['no signature', async (_key, kid) => `${encode({ alg: 'none', kid })}.${encode({ sub: 'a' })}.`],
  [
    'a shared secret made of the public key',
    async (_key, kid) =>
      new SignJWT({ sub: 'a' }).setProtectedHeader({ alg: 'HS256', kid }).sign(new Uint8Array(32)),
  ],
])('%s is refused', async (_name, make) => {
  const { replica, keys } = world()
  const ring = replica()
  await ring.sign('a', {})
  const stored = keys[0] as StoredSigningKey
  const key = (await crypto.subtle.importKey(
    'jwk',
    stored.privateJwk as JWK & { kty: string },
    { name: 'ECDSA', namedCurve: 'P-256' },
    true,
    ['sign'],
  )) as CryptoKey
  await expect(ring.verify(await make(key, stored.kid))).rejects.toBeInstanceOf(errors.JOSEError)
})

type CryptoKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const signed = (claims: Record<string, unknown>, kid: string) =>
  new SignJWT({
    sub: 'a',
    iss: 'https://issuer.test',
    aud: 'service',
    exp: Date.UTC(2026, 0, 2) / 1000,
    ...claims,
  }).setProtectedHeader({
    alg: 'ES256',
    kid,
  })

test('a key that was removed from the store neither signs nor verifies after ten seconds', async () => {
  const { replica, pass, keys } = world()
  const ring = replica()
  const token = await ring.sign('alice', {})
  keys.length = 0
  pass(10_001)
  await expect(ring.verify(token)).rejects.toBeInstanceOf(errors.JOSEError)
  const next = await ring.sign('alice', {})
  expect(decodeProtectedHeader(next).kid).not.toBe(decodeProtectedHeader(token).kid)
  await expect(ring.verify(next)).resolves.toMatchObject({ sub: 'alice' })
})

test('a clock that was set back does not keep a removed key alive', async () => {
  const { replica, pass, step, keys } = world()
  const ring = replica()
  const token = await ring.sign('alice', {})
  keys.length = 0
  step(-60_000)
  pass(10_001)
  await expect(ring.verify(token)).rejects.toBeInstanceOf(errors.JOSEError)
})
