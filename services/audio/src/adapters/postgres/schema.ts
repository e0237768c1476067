import type { ColumnType, Generated } from 'kysely'

/** JSON is written as text and read as a value, the same on both engines. */
type Json<T> = ColumnType<T, string, string>

/** The tables as Kysely sees them; `migrations/` is the truth. */
export interface AudioDatabase {
  job: {
    id: string
    type: string
    status: string
    progress: Generated<number>
    stage: string | null
    input: Json<unknown>
    results: Json<unknown> | null
    error: Json<unknown> | null
    created_at: Generated<Date>
    started_at: Date | null
    completed_at: Date | null
  }
}
