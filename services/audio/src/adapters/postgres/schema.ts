import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** JSON is written as text and read as a value, the same on both engines. */
type Json<T> = ColumnType<T, string, string>

/** Tables as Kysely sees them; `migrations/` defines them. */
export interface AudioDatabase {
  job: {
    id: string
    owner: string
    type: string
    status: string
    progress: Generated<number>
    stage: string | null
    input: Json<unknown> | null
    options: Json<unknown>
    attempts: Generated<number>
    batch_id: string | null
    results: Json<unknown> | null
    error: Json<unknown> | null
    created_at: Generated<Date>
    started_at: Date | null
    completed_at: Date | null
  }
  artifact: {
    key: string
    owner: string
    filename: string
    media_type: string
    size_bytes: number
    created_at: Generated<Date>
    expires_at: Date
  }
  cached_result: {
    owner: string
    content_sha256: string
    analysis: string
    engine_version: string
    body: Json<unknown>
    created_at: Generated<Date>
  }
  idempotency_key: {
    owner: string
    key: string
    fingerprint: string
    job_id: string | null
    created_at: Generated<Date>
  }
  upload_usage: {
    owner: string
    day: string
    bytes: number
  }
  track: {
    id: string
    owner: string
    content_sha256: string
    title: string
    artist: string | null
    duration_seconds: number
    tempo_bpm: number
    key_name: string | null
    camelot: string | null
    dominant_emotion: string
    measures: Json<unknown>
    music: Generated<boolean>
    heard: Generated<string[]>
    description: string
    engine_version: string
    search_model: string
    /** Vector as text, `[0.1,…]`. */
    vector: string
    created_at: Generated<Date>
    updated_at: Generated<Date>
  }
  listed_track: {
    id: string
    owner: string
    title: string
    artist: string | null
    filename: string | null
    duration_seconds: number
    tempo_bpm: number
    tempo_confidence: number
    key_name: string | null
    camelot: string | null
    key_confidence: number | null
    energy: number
    mood: string
    mood_value: number
    music: boolean
    corrected: Generated<boolean>
    added_at: Generated<Date>
    words: GeneratedAlways<string>
    title_order: GeneratedAlways<string>
    artist_order: GeneratedAlways<string>
    key_order: GeneratedAlways<number>
  }
  kept_track: {
    id: string
    owner: string
    original_key: string
    filename: string
    size_bytes: number
    content_sha256: string
    media_type: string
    peaks_key: string
    sample_rate_hz: number
    samples: number
    engine_version: string
    analysis: Json<unknown>
    stems: Json<unknown> | null
    updated_at: Generated<Date>
  }
  track_correction: {
    track_id: string
    part: string
    value: Json<unknown>
    base: Json<unknown> | null
    author: string
    made_at: Date
  }
  shared_secret: {
    name: string
    value: string
  }
}
