import { hash, verify } from '@node-rs/argon2'
import type { PasswordHasher } from '../../operations/ports.ts'

/** argon2id with OWASP's 2024 parameters: 19 MiB, 2 passes, 1 lane (@node-rs/argon2 defaults to argon2id). */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const argon2Hasher: PasswordHasher = {
  hash: (password) => hash(password, PARAMETERS),
  verify: (stored, password) => verify(stored, password),
}
