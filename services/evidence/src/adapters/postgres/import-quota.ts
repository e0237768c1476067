import { sql } from 'kysely'
import { Refusal } from '../../domain/refusal.ts'
import type { TenantTransaction } from './with-organization.ts'

/** What one organization may import on one day (UTC); 0 is no limit. */
export interface ImportQuota {
  readonly imports: number
  readonly bytes: number
}

/** Days for which the counts are kept. */
const KEPT_DAYS = 30

/**
 * Counts towards the organization's quota of the day, in the caller's transaction: a refusal takes the count back with it.
 * Uploads at once, on any replica, take turns on the day's row.
 */
export async function countImport(
  trx: TenantTransaction,
  organizationId: string,
  used: ImportQuota,
  quota: ImportQuota,
): Promise<void> {
  const { rows } = await sql<{ imports: number; bytes: number; wait_seconds: number }>`
    INSERT INTO import_quota AS today (organization_id, day, imports, bytes)
    VALUES (${organizationId}::uuid, (now() AT TIME ZONE 'UTC')::date, ${used.imports}::integer, ${used.bytes}::bigint)
    ON CONFLICT (organization_id, day) DO UPDATE
      SET imports = today.imports + EXCLUDED.imports, bytes = today.bytes + EXCLUDED.bytes
    RETURNING imports, bytes,
      86400 - floor(extract(epoch FROM (now() AT TIME ZONE 'UTC')::time))::integer AS wait_seconds`.execute(
    trx,
  )
  const { imports, bytes, wait_seconds } = rows[0]!
  const refuse = (limit: number, what: string, provided: number) =>
    new Refusal(
      'RATE_LIMITED',
      `Your organization may import ${limit} ${what} a day. Try again in ${wait_seconds} s.`,
      {
        field: 'organization',
        issue: `may import ${limit} ${what} a day`,
        provided,
        retryAfterSeconds: wait_seconds,
      },
    )
  if (quota.imports > 0 && imports > quota.imports) throw refuse(quota.imports, 'files', imports)
  if (quota.bytes > 0 && bytes > quota.bytes) throw refuse(quota.bytes, 'bytes', bytes)
}

/** Drops the counts of days that nobody asks about any more. */
export async function forgetOldQuota(trx: TenantTransaction, organizationId: string): Promise<void> {
  await sql`DELETE FROM import_quota
    WHERE organization_id = ${organizationId}::uuid AND day < (now() AT TIME ZONE 'UTC')::date - ${KEPT_DAYS}::integer`.execute(
    trx,
  )
}
