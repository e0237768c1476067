import type { ColumnType, Generated } from 'kysely'

/** The tables as Kysely sees them; `migrations/` is the truth. */
export interface EvidenceDatabase {
  organization: {
    id: string
    name: string
    created_at: Generated<Date>
  }
  app_user: {
    id: string
    organization_id: string
    username: string
    password_hash: string
    role: string
    created_at: Generated<Date>
  }
  signing_key: {
    kid: string
    /** Written as JSON text, read as an object. */
    private_jwk: ColumnType<Record<string, unknown>, string, never>
    created_at: Date
  }
}
