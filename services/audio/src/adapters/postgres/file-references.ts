import { type Kysely, sql } from 'kysely'
import type { FileReference, FileReferences } from '../../operations/ports/file-references.ts'
import type { Retention } from '../../operations/ports.ts'
import type { AudioDatabase } from './schema.ts'

const PAGE = 500

/** Every row that the sweep would keep a file for, in one order. Files refused on arrival were never stored. */
const REFERENCES = sql<FileReference>`
  SELECT input ->> 'key' AS key, 'open job' AS holder, id::text, (input ->> 'sizeBytes')::bigint AS "sizeBytes"
    FROM job WHERE status IN ('pending', 'processing') AND input ->> 'key' IS NOT NULL AND input -> 'refusal' IS NULL
  UNION ALL SELECT key::text, 'artifact', key::text, size_bytes FROM artifact
  UNION ALL SELECT original_key::text, 'original of track', id::text, size_bytes FROM kept_track
  UNION ALL SELECT peaks_key::text, 'peaks of track', id::text, NULL FROM kept_track`

/** Reads from all tables which rows need a stored file. */
export const postgresFileReferences = (
  db: Kysely<AudioDatabase>,
  retention: Pick<Retention, 'needed'>,
): FileReferences => ({
  needed: (keys) => retention.needed(keys),
  async *all() {
    let after: { key: string; holder: string; id: string } | undefined = { key: '', holder: '', id: '' }
    while (after) {
      const { rows }: { rows: FileReference[] } = await sql<FileReference>`
        SELECT key, holder, id, "sizeBytes" FROM (${REFERENCES}) AS reference
        WHERE (key, holder, id) > (${after.key}, ${after.holder}, ${after.id})
        ORDER BY key, holder, id LIMIT ${PAGE}`.execute(db)
      if (rows.length > 0) yield rows
      after = rows.length === PAGE ? rows.at(-1) : undefined
    }
  },
})
