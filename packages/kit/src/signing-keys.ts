import { randomUUID } from 'node:crypto'
import {
  type CryptoKey,
  calculateJwkThumbprint,
  errors,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTPayload,
  jwtVerify,
  SignJWT,
} from 'jose'
import type { VerifyToken } from './authentication.ts'

const ALGORITHM = 'ES256'

/** Signing key as it is stored. */
export interface StoredSigningKey {
  readonly kid: string
  readonly privateJwk: JWK
  readonly createdAt: Date
}

/** Storage of keys, shared by all replicas of a service. */
export interface SigningKeyStore {
  list(): Promise<StoredSigningKey[]>
  /** Adds a key. Adding the same key twice is not an error. */
  add(key: StoredSigningKey): Promise<void>
}

/** Settings of a key ring. */
export interface KeyRingSettings {
  readonly store: SigningKeyStore
  readonly now: () => Date
  /** Milliseconds since any fixed moment, by a clock that never steps. */
  readonly elapsed: () => number
  readonly issuer: string
  readonly audience: string
  readonly tokenLifetimeSeconds: number
  /** Days for which a key signs. It verifies until its last token has expired. */
  readonly rotateAfterDays: number
}

/** Signs and verifies tokens with rotating keys. */
export interface KeyRing {
  sign(subject: string, claims: Record<string, unknown>): Promise<string>
  readonly verify: VerifyToken
  /** Returns the public keys for `/.well-known/jwks.json`. */
  jwks(): Promise<{ keys: JWK[] }>
}

interface LoadedKey extends StoredSigningKey {
  readonly privateKey: CryptoKey
  readonly publicKey: CryptoKey
  readonly publicJwk: JWK
}

async function load(stored: StoredSigningKey): Promise<LoadedKey> {
  const { d: _private, ...publicPart } = stored.privateJwk
  const publicJwk = { ...publicPart, kid: stored.kid, alg: ALGORITHM, use: 'sig' }
  return {
    ...stored,
    publicJwk,
    privateKey: (await importJWK(stored.privateJwk, ALGORITHM)) as CryptoKey,
    publicKey: (await importJWK(publicPart, ALGORITHM)) as CryptoKey,
  }
}

/** Creates a signing key. */
export async function newSigningKey(createdAt: Date): Promise<StoredSigningKey> {
  const pair = await generateKeyPair(ALGORITHM, { extractable: true })
  const privateJwk = await exportJWK(pair.privateKey)
  return { kid: await calculateJwkThumbprint(privateJwk), privateJwk, createdAt }
}

/** Time after which a revoked key no longer verifies, and a new one signs. */
const RELOAD_AFTER_MS = 10_000
/** Number of verified tokens that are remembered until the keys are read again. */
const REMEMBERED_TOKENS = 1000
const DAY_MS = 86_400_000

/**
 * Creates a key ring. It signs with the newest key, verifies with every key that may have valid tokens, and creates a
 * new key when the newest is too old.
 */
export function openKeyRing(settings: KeyRingSettings): KeyRing {
  let keys = new Map<string, LoadedKey>()
  // A client sends its token with every request. The signature of the same text stays valid as long as its key does.
  const verified = new Map<string, JWTPayload>()
  let loadedAt = Number.NEGATIVE_INFINITY
  let reloading: Promise<void> | undefined
  let rotating: Promise<LoadedKey> | undefined

  const livingFrom = (at: number) =>
    at - settings.rotateAfterDays * DAY_MS - settings.tokenLifetimeSeconds * 1000
  const newest = () => [...keys.values()].sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())[0]

  async function readStore(): Promise<void> {
    const at = settings.elapsed()
    const from = livingFrom(settings.now().getTime())
    const stored = await settings.store.list()
    const living = stored.filter((key) => key.createdAt.getTime() > from)
    keys = new Map(
      await Promise.all(
        living.map(async (key) => [key.kid, keys.get(key.kid) ?? (await load(key))] as const),
      ),
    )
    loadedAt = at
    verified.clear()
  }

  /** Reads the store once, however many requests ask at the same time. */
  function reload(): Promise<void> {
    reloading ??= readStore().finally(() => {
      reloading = undefined
    })
    return reloading
  }

  async function fresh(): Promise<void> {
    if (settings.elapsed() - loadedAt > RELOAD_AFTER_MS) await reload()
  }

  async function rotate(): Promise<LoadedKey> {
    await settings.store.add(await newSigningKey(settings.now()))
    await readStore()
    const made = newest()
    if (!made) throw new Error('the signing key that was just stored is not there')
    return made
  }

  async function signingKey(): Promise<LoadedKey> {
    await fresh()
    const current = newest()
    const oldest = settings.now().getTime() - settings.rotateAfterDays * DAY_MS
    if (current && current.createdAt.getTime() > oldest) return current
    rotating ??= rotate().finally(() => {
      rotating = undefined
    })
    return rotating
  }

  return {
    async sign(subject, claims) {
      const key = await signingKey()
      const issued = Math.floor(settings.now().getTime() / 1000)
      return new SignJWT(claims)
        .setProtectedHeader({ alg: ALGORITHM, kid: key.kid, typ: 'JWT' })
        .setSubject(subject)
        .setJti(randomUUID())
        .setIssuer(settings.issuer)
        .setAudience(settings.audience)
        .setIssuedAt(issued)
        .setExpirationTime(issued + settings.tokenLifetimeSeconds)
        .sign(key.privateKey)
    },
    async verify(token) {
      await fresh()
      const known = verified.get(token)
      if (known?.exp !== undefined && known.exp * 1000 > settings.now().getTime()) return known
      let ring = keys
      const find = async (header: { kid?: string }) => {
        const kid = header.kid ?? ''
        // Another replica may have just created the key. Ask the store at most once per second.
        if (!keys.has(kid) && settings.elapsed() - loadedAt > 1000) await reload()
        ring = keys
        const key = ring.get(kid)
        if (!key) throw new errors.JWKSNoMatchingKey()
        return key.publicKey
      }
      const { payload } = await jwtVerify(token, find, {
        issuer: settings.issuer,
        audience: settings.audience,
        algorithms: [ALGORITHM],
        currentDate: settings.now(),
      })
      if (verified.size >= REMEMBERED_TOKENS) verified.clear()
      // Keys that were read again meanwhile may lack the one of this token.
      if (ring === keys) verified.set(token, Object.freeze(payload))
      return payload
    },
    async jwks() {
      await signingKey()
      return { keys: [...keys.values()].map((key) => key.publicJwk) }
    },
  }
}
