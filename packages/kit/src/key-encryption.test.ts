import { randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair } from 'jose'
import { expect, test } from 'vitest'
import {
  encryptionKeyId,
  isEncrypted,
  KeyNotDecrypted,
  keyEncryption,
  readEncryptionKey,
} from './key-encryption.ts'

const jwk = async () => exportJWK((await generateKeyPair('ES256', { extractable: true })).privateKey)

test('a private key comes back, and its text shows nothing of it', async () => {
  const key = randomBytes(32)
  const encryption = keyEncryption(key)
  const secret = await jwk()
  const stored = await encryption.encrypt('a', secret)
  expect(isEncrypted(stored)).toBe(true)
  expect(isEncrypted(secret)).toBe(false)
  expect(encryptionKeyId(stored)).toBe(encryption.keyId)
  expect(JSON.stringify(stored)).not.toContain(secret.d)
  expect(await encryption.decrypt('a', stored)).toEqual(secret)
})

test('a new key reads what the previous one wrote; without it nothing is read', async () => {
  const [old, next] = [randomBytes(32), randomBytes(32)]
  const stored = await keyEncryption(old).encrypt('a', await jwk())
  expect(await keyEncryption(next, [old]).decrypt('a', stored)).toHaveProperty('d')
  await expect(keyEncryption(next).decrypt('a', stored)).rejects.toThrow(KeyNotDecrypted)
})

test('texts that were exchanged or changed are refused', async () => {
  const encryption = keyEncryption(randomBytes(32))
  const stored = await encryption.encrypt('a', await jwk())
  await expect(encryption.decrypt('b', stored)).rejects.toThrow('another key')
  const parts = stored.jwe.split('.')
  const first = parts[3]![0] === 'A' ? 'B' : 'A'
  const changed = { jwe: parts.with(3, first + parts[3]!.slice(1)).join('.') }
  await expect(encryption.decrypt('a', changed)).rejects.toThrow('was changed')
})

test.each([
  ['hexadecimal digits', 'ab'.repeat(32), true],
  ['base64 with a line break', `${Buffer.alloc(32, 7).toString('base64')}\n`, true],
  ['base64url', Buffer.alloc(32, 255).toString('base64url'), true],
  ['too short', 'ab'.repeat(16), false],
  ['a passphrase', 'correct horse battery staple', false],
  ['nothing', '', false],
])('reads a key: %s', (_, text, valid) => {
  expect(readEncryptionKey(text) !== undefined).toBe(valid)
})
