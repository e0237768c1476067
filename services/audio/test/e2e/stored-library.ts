import type { freshDatabase } from '@assay/kit/testing'
import { EMOTIONS } from '../../src/domain/emotion/emotion-model.ts'
import { nine } from '../../src/domain/semantic/lexicon.ts'
import { EMBEDDING_DIMENSIONS, trackVector } from '../../src/domain/semantic/search-vector.ts'
import type { TrackMeasures } from '../../src/domain/semantic/track-measures.ts'
import { camelotName, keyName } from '../../src/domain/tonality/find-key.ts'

/** Tracks that a search finds; the others only make the library long. */
const SEARCHABLE = 240
const NO_TEXT = new Float32Array(EMBEDDING_DIMENSIONS)

/** A number from 0 to 1 that looks like chance and is the same in every run. */
const chance = (i: number, salt: number): number => {
  const x = Math.sin(i * 127.1 + salt * 311.7) * 43_758.5453
  return x - Math.floor(x)
}

/** Measures of a made-up track. Every seventh has an uncertain beat, every fifth an uncertain key. */
function measuresOf(i: number): TrackMeasures {
  const between = (salt: number, low: number, high: number) => low + (high - low) * chance(i, salt)
  return {
    durationSeconds: between(1, 90, 480),
    tempoBpm: between(2, 88, 176),
    beatsPerBar: 4,
    beatConfidence: i % 7 === 3 ? 0.2 : 0.9,
    key: {
      tonic: Math.floor(between(3, 0, 12)),
      mode: chance(i, 4) < 0.4 ? 'major' : 'minor',
      confidence: i % 5 === 2 ? 0.1 : 0.6,
    },
    emotions: nine((emotion) => between(10 + EMOTIONS.indexOf(emotion), 2, 9)),
    bassDb: between(5, -6, 1),
    loudnessLufs: -10,
    rangeLu: between(6, 3, 10),
    drums: {
      hitsPerSecond: { kick: between(7, 0, 3), snare: 1, hat: between(8, 0, 6), tom: 0.1, cymbal: 0.2 },
      ...{ startSeconds: 4, fourOnFloor: chance(i, 9), backbeat: 0.5, syncopation: 0.2, swing: 0.5 },
    },
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

function rowOf(i: number, searchModel: string): string {
  const measures = measuresOf(i)
  const { key, durationSeconds, tempoBpm } = measures
  const vector = `[${[...trackVector(measures, NO_TEXT), 0].join(',')}]`
  const strings = [`Track ${i}`, `Artist ${i % 37}`, keyName(key!), camelotName(key!), EMOTIONS[i % 9]!]
  return `(gen_random_uuid(), 'public', md5('own' || ${i}), ${strings.map(quoted).join(', ')}, ${durationSeconds}, ${tempoBpm},
    ${quoted(JSON.stringify(measures))}, 'Made-up music.', 'test', ${quoted(searchModel)}, ${quoted(vector)})`
}

const COLUMNS = `id, owner, content_sha256, title, artist, key_name, camelot, dominant_emotion, duration_seconds, tempo_bpm,
  measures, description, engine_version, search_model, vector`

/** Stores a library as so many uploads would have left it. */
export async function storeLibrary(
  database: Awaited<ReturnType<typeof freshDatabase>>,
  { searchModel, total }: { searchModel: string; total: number },
): Promise<void> {
  const { inTransaction } = await database.open()
  await inTransaction(async (run) => {
    const rows = Array.from({ length: SEARCHABLE }, (_, i) => rowOf(i, searchModel))
    await run(`INSERT INTO track (${COLUMNS}) VALUES ${rows.join(',\n')}`)
    // Copies with names, tempos, keys and lengths of their own. They have no measures and no search finds them.
    await run(`INSERT INTO track (${COLUMNS})
      SELECT gen_random_uuid(), 'public', md5(i::text), 'Night drive ' || i, 'Artist ' || i % 997, source.key_name,
        source.camelot, source.dominant_emotion, 60 + i % 600, 70 + (i * 7) % 1100 / 10.0, '{}', '', 'test', 'none', source.vector
      FROM generate_series(${SEARCHABLE}, ${total - 1}) AS i
        JOIN (SELECT row_number() OVER (ORDER BY title) AS n, * FROM track) AS source ON source.n = 1 + i % ${SEARCHABLE}`)
    await run(`INSERT INTO listed_track (id, owner, title, artist, filename, duration_seconds, tempo_bpm, tempo_confidence,
        key_name, camelot, key_confidence, energy, mood, mood_value, music, corrected, added_at)
      SELECT id, owner, title, artist, title || '.flac', duration_seconds, tempo_bpm,
        coalesce((measures ->> 'beatConfidence')::real, 0.8), key_name, camelot,
        coalesce((measures -> 'key' ->> 'confidence')::real, 0.5), 1 + abs(hashtext(title)) % 10, dominant_emotion, 7.1, true,
        title LIKE '%77', now() - abs(hashtext(title)) % 1000000 * interval '1 minute'
      FROM track`)
  })
  await inTransaction((run) => run('ANALYZE track, listed_track'))
}
