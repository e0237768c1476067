import { sql, type Transaction } from 'kysely'
import { probabilityOf } from '../../domain/confidence/probability.ts'
import { clearlyHeard } from '../../domain/semantic/heard-axes.ts'
import type { IndexedTrack } from '../../operations/ports/search.ts'
import type { AudioDatabase } from './schema.ts'

const asText = (vector: Float32Array, last: number): string => `[${[...vector, last].join(',')}]`

/** Squared length to which stored vectors are extended. The few longer vectors only lose some rank in the index. */
const SQUARED_LENGTH = 100

/**
 * Returns a vector as text, with one more number that gives all stored vectors the same length. It does not change the
 * inner product with a query, whose last number is 0, and makes an index by direction usable (Neyshabur and Srebro, On
 * symmetric and asymmetric LSHs, 2015).
 */
export function storedText(vector: Float32Array): string {
  const squared = vector.reduce((sum, value) => sum + value * value, 0)
  return asText(vector, Math.sqrt(Math.max(0, SQUARED_LENGTH - squared)))
}
/** Returns a query vector as text; its last number is 0. */
export const queryText = (vector: Float32Array): string => asText(vector, 0)

/** Returns the measured value, or the corrected one when a person corrected that part: an analysis does not replace it. */
const unlessCorrected = <Value>(part: 'grid' | 'key', column: string) =>
  sql<Value>`CASE WHEN EXISTS (SELECT FROM track_correction WHERE track_id = track.id AND part = ${part})
    THEN ${sql.ref(`track.${column}`)} ELSE ${sql.ref(`excluded.${column}`)} END`

/** Stores a track and its row in the list, and returns its id. Corrected values stay as they are. */
export async function putTrack(trx: Transaction<AudioDatabase>, track: IndexedTrack): Promise<string> {
  const { measures } = track
  const music = measures.music !== false
  const values = {
    title: track.title,
    artist: track.artist,
    duration_seconds: measures.durationSeconds,
    dominant_emotion: track.dominantEmotion,
    measures: JSON.stringify(measures),
    music,
    heard: clearlyHeard(measures),
    description: track.description,
    engine_version: track.engineVersion,
    search_model: track.searchModel,
    vector: storedText(track.vector),
  }
  const correctable = { tempo_bpm: measures.tempoBpm, key_name: track.keyName, camelot: track.camelot }
  const { id, tempo_bpm, key_name, camelot } = await trx
    .insertInto('track')
    .values({ id: track.id, owner: track.owner, content_sha256: track.sha256, ...values, ...correctable })
    .onConflict((on) =>
      on.columns(['owner', 'content_sha256']).doUpdateSet({
        ...values,
        tempo_bpm: unlessCorrected<number>('grid', 'tempo_bpm'),
        key_name: unlessCorrected<string | null>('key', 'key_name'),
        camelot: unlessCorrected<string | null>('key', 'camelot'),
        updated_at: sql<Date>`now()`,
      }),
    )
    .returning(['id', 'tempo_bpm', 'key_name', 'camelot'])
    .executeTakeFirstOrThrow()
  const listed = {
    title: track.title,
    artist: track.artist,
    duration_seconds: measures.durationSeconds,
    tempo_bpm,
    key_name,
    camelot,
    energy: track.energy ?? 0,
    mood: track.dominantEmotion,
    mood_value: Object.entries(measures.emotions).find(([name]) => name === track.dominantEmotion)?.[1] ?? 5,
    music,
  }
  const confidence = {
    tempo_confidence: probabilityOf('beat', measures.beatConfidence),
    key_confidence: measures.key && probabilityOf('key', measures.key.confidence),
  }
  const filename = track.filename ?? null
  await trx
    .insertInto('listed_track')
    .values({ id, owner: track.owner, filename, ...listed, ...confidence })
    .onConflict((on) =>
      on.column('id').doUpdateSet({
        ...listed,
        ...(filename === null ? {} : { filename }),
        // A person who corrects is certain.
        tempo_confidence: sql<number>`CASE WHEN EXISTS (SELECT FROM track_correction WHERE track_id = ${id}::uuid
          AND part = 'grid') THEN 1 ELSE excluded.tempo_confidence END`,
        key_confidence: sql<
          number | null
        >`CASE WHEN EXISTS (SELECT FROM track_correction WHERE track_id = ${id}::uuid
          AND part = 'key') THEN 1 ELSE excluded.key_confidence END`,
      }),
    )
    .execute()
  return id
}
