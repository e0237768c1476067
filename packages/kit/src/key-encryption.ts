import { createHash } from 'node:crypto'
import { CompactEncrypt, compactDecrypt, decodeProtectedHeader, type JWK } from 'jose'

/** Private key that is stored encrypted: a JWE (RFC 7516). */
export interface EncryptedJwk {
  readonly jwe: string
}

/** Encrypts private keys before they are stored. */
export interface KeyEncryption {
  /** Id of the key that encrypts now: the first 16 hexadecimal digits of its SHA-256. */
  readonly keyId: string
  encrypt(kid: string, privateJwk: JWK): Promise<EncryptedJwk>
  /** Decrypts with the current key, or with one of the previous keys. */
  decrypt(kid: string, stored: EncryptedJwk): Promise<JWK>
}

/** A private key cannot be decrypted with the keys that are configured. */
export class KeyNotDecrypted extends Error {
  override readonly name = 'KeyNotDecrypted'
}

const KEY_BYTES = 32
const idOf = (key: Uint8Array) => createHash('sha256').update(key).digest('hex').slice(0, 16)

/** Whether a stored private key is encrypted. */
export const isEncrypted = (stored: object): stored is EncryptedJwk =>
  typeof (stored as Partial<EncryptedJwk>).jwe === 'string'

/** Returns the id of the key that encrypted a private key. */
export const encryptionKeyId = ({ jwe }: EncryptedJwk): string => String(decodeProtectedHeader(jwe).kid)

/** Reads a key of 32 bytes from its text: 64 hexadecimal digits, or base64. Returns undefined for anything else. */
export function readEncryptionKey(text: string): Uint8Array | undefined {
  const trimmed = text.trim()
  if (/^[0-9a-f]{64}$/i.test(trimmed)) return Buffer.from(trimmed, 'hex')
  const bytes = Buffer.from(trimmed, 'base64')
  return bytes.length === KEY_BYTES && /^[A-Za-z0-9+/_-]{43}=?$/.test(trimmed) ? bytes : undefined
}

/**
 * Creates an encryption of private keys by AES-256-GCM (NIST SP 800-38D) as JWE with direct encryption. The id of the private
 * key is part of what is authenticated, so that two rows cannot be exchanged.
 */
export function keyEncryption(current: Uint8Array, previous: readonly Uint8Array[] = []): KeyEncryption {
  const keys = new Map([...previous, current].map((key) => [idOf(key), key]))
  const keyId = idOf(current)
  return {
    keyId,
    async encrypt(kid, privateJwk) {
      const jwe = await new CompactEncrypt(new TextEncoder().encode(JSON.stringify(privateJwk)))
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: keyId, for: kid })
        .encrypt(current)
      return { jwe }
    },
    async decrypt(kid, { jwe }) {
      const header = decodeProtectedHeader(jwe)
      const key = keys.get(String(header.kid))
      if (!key || header.for !== kid)
        throw new KeyNotDecrypted(
          key
            ? `The signing key ${kid} holds the encrypted text of another key.`
            : `The signing key ${kid} is encrypted with the key ${header.kid}, which is not configured.`,
        )
      try {
        const { plaintext } = await compactDecrypt(jwe, key, {
          keyManagementAlgorithms: ['dir'],
          contentEncryptionAlgorithms: ['A256GCM'],
        })
        return JSON.parse(new TextDecoder().decode(plaintext)) as JWK
      } catch (cause) {
        throw new KeyNotDecrypted(`The signing key ${kid} was changed after it was encrypted.`, { cause })
      }
    },
  }
}
