import { hash, verify } from '@node-rs/argon2'
import type { PasswordHasher } from '../../operations/ports.ts'

/** Parameters of OWASP (2024) for argon2id: 19 MiB, 2 passes, 1 lane. @node-rs/argon2 uses argon2id by default. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes and verifies passwords with argon2id. */
export const argon2Hasher: PasswordHasher = {
  hash: (password) => hash(password, PARAMETERS),
  verify: (stored, password) => verify(stored, password),
}
