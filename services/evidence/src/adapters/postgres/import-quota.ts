import { sql } from 'kysely'
import { Refusal } from '../../domain/refusal.ts'
import type { TenantTransaction } from './with-organization.ts'

/** Limits of one organization per day (UTC); 0 means no limit. */
export interface ImportQuota {
  readonly imports: number
  readonly bytes: number
}

/** Number of days for which counts are stored. */
const KEPT_DAYS = 30

/**
 * Adds to the organization's usage of the day in the caller's transaction, and refuses the import above the quota.
 * A refusal rolls the count back. The row of the day serializes uploads on all replicas.
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
      `Your organization can import ${limit} ${what} per day (UTC). Try again in ${wait_seconds} s.`,
      {
        field: 'organization',
        issue: `exceeds the quota of ${limit} ${what} per day`,
        provided,
        retryAfterSeconds: wait_seconds,
      },
    )
  if (quota.imports > 0 && imports > quota.imports) throw refuse(quota.imports, 'files', imports)
  if (quota.bytes > 0 && bytes > quota.bytes) throw refuse(quota.bytes, 'bytes', bytes)
}

/** Deletes the counts of days that are no longer needed. */
export async function forgetOldQuota(trx: TenantTransaction, organizationId: string): Promise<void> {
  await sql`DELETE FROM import_quota
    WHERE organization_id = ${organizationId}::uuid AND day < (now() AT TIME ZONE 'UTC')::date - ${KEPT_DAYS}::integer`.execute(
    trx,
  )
}
