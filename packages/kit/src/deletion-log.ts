import type { Database, RunSql } from './database.ts'

/** What is deleted whole: a tenant with its name. */
export interface DeletionSubject {
  readonly id: string
  readonly name: string
}

/** Deletion that has begun and is not complete. */
export interface OpenDeletion {
  readonly deletionId: string
  readonly startedAt: Date
  readonly requestedBy: string
}

/** What a deletion has removed so far. */
export interface DeletionState {
  readonly counts: Readonly<Record<string, number>>
  readonly exportSha256: string | null
  /** Time of the database. */
  readonly at: Date
}

/**
 * Keeps the progress and the receipts of deletions in the table `deletion` of the service. Counts are written in the transaction
 * that deletes, so that an interrupted deletion can continue with exact counts.
 */
export const deletionLog = {
  /** Opens a deletion, or returns the one of this subject that was interrupted. */
  async open(
    run: RunSql,
    subject: DeletionSubject,
    requestedBy: string,
    newId: string,
  ): Promise<OpenDeletion> {
    await run(
      `INSERT INTO deletion (deletion_id, subject_id, subject_name, requested_by)
       VALUES ($1::uuid, $2::text, $3::text, $4::text)
       ON CONFLICT (subject_id) WHERE completed_at IS NULL DO NOTHING`,
      [newId, subject.id, subject.name, requestedBy],
    )
    const [row] = await run(
      'SELECT deletion_id, started_at, requested_by FROM deletion WHERE subject_id = $1::text AND completed_at IS NULL',
      [subject.id],
    )
    const open = row as { deletion_id: string; started_at: Date; requested_by: string }
    return { deletionId: open.deletion_id, startedAt: open.started_at, requestedBy: open.requested_by }
  },
  /** Adds to the number of deleted rows (or files) of a kind. */
  async addCount(run: RunSql, deletionId: string, kind: string, count: number): Promise<void> {
    if (count === 0) return
    await run(
      `UPDATE deletion SET counts = counts || jsonb_build_object($2::text,
         coalesce((counts ->> $2::text)::bigint, 0) + $3::integer) WHERE deletion_id = $1::uuid`,
      [deletionId, kind, count],
    )
  },
  /** Stores the hash of the export that was made. The first stays: a later one lacks what was deleted since. */
  async noteExport(run: RunSql, deletionId: string, sha256: string): Promise<void> {
    await run(
      'UPDATE deletion SET export_sha256 = coalesce(export_sha256, $2::text) WHERE deletion_id = $1::uuid',
      [deletionId, sha256],
    )
  },
  async state(run: RunSql, deletionId: string): Promise<DeletionState> {
    const [row] = await run(
      'SELECT counts, export_sha256, now() AS at FROM deletion WHERE deletion_id = $1::uuid',
      [deletionId],
    )
    const { counts, export_sha256, at } = row as {
      counts: Record<string, number>
      export_sha256: string | null
      at: Date
    }
    return { counts, exportSha256: export_sha256, at }
  },
  /** Stores the receipt and completes the deletion. */
  async complete(run: RunSql, deletionId: string, receipt: string, hash: string): Promise<void> {
    await run(
      `UPDATE deletion SET completed_at = now(), receipt = $2::text::json, receipt_hash = $3::text
       WHERE deletion_id = $1::uuid`,
      [deletionId, receipt, hash],
    )
  },
  /** Returns all receipts, newest first. */
  receipts: (database: Pick<Database<unknown>, 'inTransaction'>): Promise<unknown[]> =>
    database.inTransaction(async (run) =>
      (
        await run('SELECT receipt FROM deletion WHERE completed_at IS NOT NULL ORDER BY completed_at DESC')
      ).map(({ receipt }) => receipt),
    ),
}
