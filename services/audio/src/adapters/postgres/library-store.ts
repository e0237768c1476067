import { type ExpressionBuilder, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { TrackOrder } from '../../domain/track-order.ts'
import type {
  Bounds,
  CorrectionChange,
  KeptTrack,
  LibraryStore,
  ListedTrack,
  ListFilter,
  StoredTrackStems,
} from '../../operations/ports/library.ts'
import { correctionRows, toCorrections } from './correction-rows.ts'
import { putTrack } from './put-track.ts'
import { lockTrack } from './remove-kept.ts'
import type { AudioDatabase } from './schema.ts'

const ORDERS = {
  added: ['added_at'],
  title: ['title_order'],
  artist: ['artist_order'],
  tempo: ['tempo_bpm'],
  key: ['key_order'],
  energy: ['energy'],
  mood: ['mood', 'mood_value'],
  duration: ['duration_seconds'],
} as const satisfies Record<TrackOrder, readonly (keyof AudioDatabase['listed_track'])[]>

const ROW = [
  'id',
  'title',
  'artist',
  'filename',
  'duration_seconds',
  'tempo_bpm',
  'tempo_confidence',
  'key_name',
  'key_confidence',
  'energy',
  'mood',
  'mood_value',
  'music',
  'corrected',
  'added_at',
] as const

const FILE = [
  'original_key',
  'filename',
  'size_bytes',
  'content_sha256',
  'media_type',
  'peaks_key',
  'sample_rate_hz',
  'samples',
  'engine_version',
  'stems',
] as const

type ListedRow = Pick<Selectable<AudioDatabase['listed_track']>, (typeof ROW)[number]>

const toListed = (row: ListedRow): ListedTrack => ({
  id: row.id,
  title: row.title,
  artist: row.artist,
  filename: row.filename,
  durationSeconds: row.duration_seconds,
  tempoBpm: row.tempo_bpm,
  tempoConfidence: row.tempo_confidence,
  keyName: row.key_name,
  keyConfidence: row.key_confidence,
  energy: row.energy === 0 ? null : row.energy,
  mood: row.mood,
  moodValue: row.mood_value,
  music: row.music,
  corrected: row.corrected,
  addedAt: row.added_at,
})

const toFile = (
  row: Pick<Selectable<AudioDatabase['kept_track']>, (typeof FILE)[number]>,
): Omit<KeptTrack, 'analysis'> => ({
  original: {
    key: row.original_key,
    filename: row.filename,
    sizeBytes: row.size_bytes,
    sha256: row.content_sha256,
  },
  mediaType: row.media_type,
  peaksKey: row.peaks_key,
  sampleRateHz: row.sample_rate_hz,
  samples: row.samples,
  engineVersion: row.engine_version,
  stems: row.stems as StoredTrackStems | null,
})

/** Escapes `%` and `_`, so that they have no special meaning. */
const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&')

function matching({ text, tempo, energy, duration, camelot, mood }: ListFilter) {
  return (where: ExpressionBuilder<AudioDatabase, 'listed_track'>) => {
    const within = (column: 'tempo_bpm' | 'energy' | 'duration_seconds', bounds: Bounds | undefined) => [
      bounds?.min === undefined ? null : where(column, '>=', bounds.min),
      bounds?.max === undefined ? null : where(column, '<=', bounds.max),
      // An unknown energy is stored as 0 and lies in no range.
      column === 'energy' && bounds?.max !== undefined ? where(column, '>', 0) : null,
    ]
    const conditions = [
      text === undefined ? null : where('words', 'like', `%${literal(text.toLowerCase())}%`),
      ...within('tempo_bpm', tempo),
      ...within('energy', energy),
      ...within('duration_seconds', duration),
      camelot === undefined ? null : where('camelot', '=', camelot),
      mood === undefined ? null : where('mood', '=', mood),
    ]
    return where.and(conditions.filter((condition) => condition !== null))
  }
}

/** Whether a filter has no condition. */
const isOpen = (filter: ListFilter): boolean =>
  Object.values(filter).every((value) =>
    typeof value === 'object'
      ? Object.values(value).every((bound) => bound === undefined)
      : value === undefined,
  )

/** Writes the corrections of a track and the values that follow from them. */
async function writeCorrections(
  trx: Kysely<AudioDatabase>,
  id: string,
  { corrections, values }: CorrectionChange,
): Promise<void> {
  await trx.deleteFrom('track_correction').where('track_id', '=', id).execute()
  const rows = correctionRows(id, corrections)
  if (rows.length > 0) await trx.insertInto('track_correction').values(rows).execute()
  const shared = { tempo_bpm: values.tempoBpm, key_name: values.keyName, camelot: values.camelot }
  await trx.updateTable('track').set(shared).where('id', '=', id).execute()
  await trx
    .updateTable('listed_track')
    .set({
      ...shared,
      tempo_confidence: values.tempoConfidence,
      key_confidence: values.keyConfidence,
      corrected: rows.length > 0,
    })
    .where('id', '=', id)
    .execute()
}

/**
 * Locks a running job until the transaction ends: whoever cancels it waits until its files are kept, and then leaves
 * them. Returns false when the job has ended.
 */
async function lockRunning(trx: Transaction<AudioDatabase>, jobId: string): Promise<boolean> {
  const job = await trx
    .selectFrom('job')
    .select('id')
    .where('id', '=', jobId)
    .where('status', '=', 'processing')
    .forShare()
    .executeTakeFirst()
  return job !== undefined
}

/** Creates the store of the list of tracks, their kept files and their corrections. */
export function postgresLibraryStore(db: Kysely<AudioDatabase>): LibraryStore {
  const correctionsOf = async (on: Kysely<AudioDatabase>, id: string) =>
    toCorrections(await on.selectFrom('track_correction').selectAll().where('track_id', '=', id).execute())
  return {
    async list({ owner, filter, order, descending, limit, offset }) {
      const found = db.selectFrom('listed_track').where('owner', '=', owner).where(matching(filter))
      const orderOf = (table: string) =>
        sql.join(
          [...ORDERS[order], 'id'].map(
            (column) => sql`${sql.ref(`${table}.${column}`)} ${sql.raw(descending ? 'DESC' : 'ASC')}`,
          ),
        )
      // With conditions, one scan finds and counts. Without them, an index gives the order and skips to any place.
      const { rows } = await sql<ListedRow & { total: number }>`
        WITH matched AS ${sql.raw(isOpen(filter) ? 'NOT MATERIALIZED' : 'MATERIALIZED')}
          ${found.select(['id', ...ORDERS[order]])},
        page AS (SELECT id FROM matched ORDER BY ${orderOf('matched')} LIMIT ${limit} OFFSET ${offset})
        SELECT ${sql.join(ROW.map((column) => sql.ref(`listed_track.${column}`)))},
          (SELECT count(*) FROM matched) AS total
        FROM page JOIN listed_track USING (id) ORDER BY ${orderOf('listed_track')}`.execute(db)
      if (rows.length > 0) return { tracks: rows.map(toListed), total: rows[0]!.total }
      const { total } = await found
        .select((to) => to.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      return { tracks: [], total }
    },
    async find(id, owner) {
      const own = <Query extends { where(...condition: unknown[]): Query }>(query: Query) =>
        query.where('id', '=', id).where('owner', '=', owner)
      const row = await own(db.selectFrom('listed_track').select(ROW)).executeTakeFirst()
      if (!row) return undefined
      const [kept, corrections] = await Promise.all([
        own(db.selectFrom('kept_track').select([...FILE, 'analysis'])).executeTakeFirst(),
        correctionsOf(db, id),
      ])
      return {
        row: toListed(row),
        kept: kept ? { ...toFile(kept), analysis: kept.analysis as object } : null,
        corrections,
      }
    },
    async findFile(id, owner) {
      const row = await db
        .selectFrom('kept_track')
        .select(FILE)
        .where('id', '=', id)
        .where('owner', '=', owner)
        .executeTakeFirst()
      return row && toFile(row)
    },
    async idOf(owner, sha256) {
      const row = await db
        .selectFrom('track')
        .select('id')
        .where('owner', '=', owner)
        .where('content_sha256', '=', sha256)
        .executeTakeFirst()
      return row?.id
    },
    keep: (track, { jobId, onlyExisting }, kept) =>
      db.transaction().execute(async (trx) => {
        const { owner } = track
        if (!(await lockRunning(trx, jobId))) return undefined
        if (onlyExisting && !(await lockTrack(trx, track.id, owner))) return undefined
        const id = await putTrack(trx, track)
        const before = await trx
          .selectFrom('kept_track')
          .select('peaks_key')
          .where('id', '=', id)
          .executeTakeFirst()
        const renewed = {
          media_type: kept.mediaType,
          peaks_key: kept.peaksKey,
          sample_rate_hz: kept.sampleRateHz,
          samples: kept.samples,
          engine_version: kept.engineVersion,
          analysis: JSON.stringify(kept.analysis),
        }
        const { key, filename, sizeBytes, sha256 } = kept.original
        await trx
          .insertInto('kept_track')
          .values({
            id,
            owner,
            original_key: key,
            filename,
            size_bytes: sizeBytes,
            content_sha256: sha256,
            ...renewed,
          })
          .onConflict((on) => on.column('id').doUpdateSet({ ...renewed, updated_at: sql<Date>`now()` }))
          .execute()
        return { id, abandoned: before ? [before.peaks_key] : [] }
      }),
    correct: (id, owner, change) =>
      db.transaction().execute(async (trx) => {
        if (!(await lockTrack(trx, id, owner))) return false
        const row = await trx
          .selectFrom('kept_track')
          .select([...FILE, 'analysis'])
          .where('id', '=', id)
          .executeTakeFirst()
        if (!row) return false
        const kept = { ...toFile(row), analysis: row.analysis as object }
        await writeCorrections(trx, id, change(kept, await correctionsOf(trx, id)))
        return true
      }),
    async isKept(key) {
      const rows = await db
        .selectFrom('kept_track')
        .select('id')
        .where((where) => where.or([where('original_key', '=', key), where('peaks_key', '=', key)]))
        .execute()
      return rows.length > 0
    },
    async keptBytes(owner) {
      const { bytes } = await db
        .selectFrom('kept_track')
        .select(sql<number>`coalesce(sum(size_bytes), 0)::bigint`.as('bytes'))
        .where('owner', '=', owner)
        .executeTakeFirstOrThrow()
      return bytes
    },
  }
}
