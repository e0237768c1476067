import { type Kysely, sql } from 'kysely'
import type { ArtifactStore, WorkResult } from '../../operations/ports.ts'
import type { AudioDatabase } from './schema.ts'

/** Returns the rows of the files of a result. */
export const artifactRows = (owner: string, { files, expiresAt }: NonNullable<WorkResult['artifacts']>) =>
  files.map(({ key, filename, mediaType, sizeBytes }) => ({
    key,
    owner,
    filename,
    media_type: mediaType,
    size_bytes: sizeBytes,
    expires_at: expiresAt,
  }))

/** Stores rows of files that results refer to. */
export const postgresArtifactStore = (db: Kysely<AudioDatabase>): ArtifactStore => ({
  async keep(owner, artifacts) {
    await db.insertInto('artifact').values(artifactRows(owner, artifacts)).execute()
  },
  async find(key) {
    // Expired files are hidden from clients at once and removed from the disk at the next sweep.
    const row = await db
      .selectFrom('artifact')
      .selectAll()
      .where('key', '=', key)
      .where('expires_at', '>', sql<Date>`now()`)
      .executeTakeFirst()
    return (
      row && {
        key,
        owner: row.owner,
        filename: row.filename,
        mediaType: row.media_type,
        sizeBytes: row.size_bytes,
        expiresAt: row.expires_at,
      }
    )
  },
})
