import type { User } from '../domain/user.ts'

/** All that the operations ask of the world. */
export interface UserWithPassword extends User {
  readonly passwordHash: string
}

export interface UserStore {
  findByUsername(username: string): Promise<UserWithPassword | undefined>
  findById(id: string): Promise<User | undefined>
  /** False when the username is taken. Creates the organization if it does not exist. */
  add(user: UserWithPassword): Promise<boolean>
}

export interface PasswordHasher {
  hash(password: string): Promise<string>
  verify(hash: string, password: string): Promise<boolean>
}

export interface TokenIssuer {
  readonly lifetimeSeconds: number
  issue(user: User): Promise<string>
}

export type NewId = () => string
