import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunSql } from '@assay/kit/database'
import { migrate, readMigrations } from '@assay/kit/migrate'
import { engines, freshDatabase, type TestDatabase } from '@assay/kit/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { folderStore } from '../src/adapters/files/folder-store.ts'
import type { AudioDatabase } from '../src/adapters/postgres/schema.ts'
import { audioToEnd } from './cli.ts'

const CLIENTS = ['leaves', 'stays'] as const

/** Inserts a row into every table of a client: a job, a batch, a track with original and peaks, stems and the rest. */
async function fill(run: RunSql, client: string, keys: readonly string[]): Promise<void> {
  const [track, job, batch] = [randomUUID(), randomUUID(), randomUUID()]
  const vector = `(SELECT array_agg(0::real)::halfvec(153) FROM generate_series(1, 153))`
  await run(`INSERT INTO job (id, owner, type, status, input) VALUES ('${batch}', '${client}', 'batch_analyze', 'pending', NULL);
    INSERT INTO job (id, owner, type, status, batch_id, input)
      VALUES ('${job}', '${client}', 'beats', 'pending', '${batch}', '{"key": "${keys[0]}", "filename": "a.wav"}');
    INSERT INTO idempotency_key (owner, key, fingerprint, job_id) VALUES ('${client}', 'k', 'f', '${job}');
    INSERT INTO cached_result (owner, content_sha256, analysis, engine_version, body)
      SELECT '${client}', 'sha' || i, 'beats', '1', '{}' FROM generate_series(1, 3000) i;
    INSERT INTO upload_usage VALUES ('${client}', '2026-11-15', 5);
    INSERT INTO artifact (key, owner, filename, media_type, size_bytes, expires_at)
      VALUES ('${keys[1]}', '${client}', 'drums.wav', 'audio/wav', 5, now() + interval '1 day');
    INSERT INTO track (id, owner, content_sha256, title, duration_seconds, tempo_bpm, dominant_emotion, measures, description,
        engine_version, search_model, vector)
      VALUES ('${track}', '${client}', 'sha', 'Title of ${client}', 1, 120, 'energy', '{}', 'd', '1', 'm', ${vector});
    INSERT INTO listed_track (id, owner, title, duration_seconds, tempo_bpm, tempo_confidence, energy, mood, mood_value, music)
      VALUES ('${track}', '${client}', 't', 1, 120, 1, 5, 'energy', 5, true);
    INSERT INTO kept_track (id, owner, original_key, filename, size_bytes, content_sha256, media_type, peaks_key, sample_rate_hz,
        samples, engine_version, analysis)
      VALUES ('${track}', '${client}', '${keys[2]}', 'a.wav', 5, 'sha', 'audio/wav', '${keys[3]}', 44100, 1, '1', '{}');
    INSERT INTO track_correction (track_id, part, value, author, made_at) VALUES ('${track}', 'key', '{}', '${client}', now());
    INSERT INTO later (owner, id) VALUES ('${client}', 1);`)
}

describe.each(engines)('all data of a client on the %s database', (engine) => {
  let fresh: TestDatabase
  let folder: string
  const keys: Record<string, string[]> = {}

  const run = async <T>(work: (run: RunSql) => Promise<T>): Promise<T> => {
    const database = await fresh.open<AudioDatabase>()
    try {
      return await database.inTransaction(work)
    } finally {
      await database.close()
    }
  }
  /** Rows of a client in every table that has its column, asked of the catalog by the test itself. */
  const rowsOf = (client: string) =>
    run(async (query) => {
      const tables = await query(`SELECT table_name AS name FROM information_schema.columns
        WHERE column_name = 'owner' AND table_schema = current_schema()`)
      const counts: Record<string, number> = {}
      for (const { name } of tables) {
        const [row] = await query(`SELECT count(*)::integer AS rows FROM ${name} WHERE owner = '${client}'`)
        counts[name as string] = (row as { rows: number }).rows
      }
      const [row] = await query(
        `SELECT count(*)::integer AS rows FROM track_correction WHERE author = '${client}'`,
      )
      return { ...counts, track_correction: (row as { rows: number }).rows }
    })
  const command = (...args: string[]) =>
    audioToEnd(['clients', ...args], {
      ...(fresh.config.databaseUrl
        ? { DATABASE_URL: fresh.config.databaseUrl }
        : { DATA_DIR: fresh.config.dataDir }),
      STORAGE_DIR: join(folder, 'storage'),
    })

  beforeAll(async () => {
    fresh = await freshDatabase(engine)
    folder = mkdtempSync(join(tmpdir(), 'clients-'))
    const store = folderStore(join(folder, 'storage'))
    const database = await fresh.open<AudioDatabase>()
    await migrate(database, readMigrations(join(import.meta.dirname, '../migrations')))
    // A table that a later release may add, which nothing here names.
    await database.inTransaction((query) =>
      query('CREATE TABLE later (owner text NOT NULL, id integer NOT NULL, PRIMARY KEY (owner, id))'),
    )
    for (const client of CLIENTS) {
      keys[client] = []
      for (const part of ['input', 'stem', 'original', 'peaks']) {
        const bytes = (async function* () {
          yield Buffer.from(`${part} of ${client}`)
        })()
        keys[client].push((await store.save(bytes, { filename: 'a.wav', maxBytes: 1000 })).key)
      }
      await database.inTransaction((query) => fill(query, client, keys[client]!))
    }
    await database.close()
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true })
    await fresh.remove()
  })

  test('is exported and deleted whole with a receipt, and nothing of others', async () => {
    const [before, others] = [await rowsOf('leaves'), await rowsOf('stays')]
    expect(Object.values(before).every((rows) => rows > 0)).toBe(true)
    const unsure = await command('delete', '--client', 'leaves')
    expect(unsure.code).toBe(1)
    const out = join(folder, 'export')
    const file = join(folder, 'receipt.json')
    const ended = await command(
      ...['delete', '--client', 'leaves', '--confirm', 'leaves'],
      ...['--export', out, '--receipt', file, '--by', 'ada'],
    )
    expect(ended.code, ended.output.slice(-500)).toBe(0)
    const { hash, ...facts } = JSON.parse(readFileSync(file, 'utf8'))
    expect(hash).toBe(createHash('sha256').update(JSON.stringify(facts)).digest('hex'))
    expect(facts).toMatchObject({ client: 'leaves', requested_by: 'ada', rows_left: 0 })
    expect(facts.deleted).toEqual({ ...before, file_keys: 4 })

    const data = readFileSync(join(out, 'data.ndjson'))
    expect(facts.export_sha256).toBe(createHash('sha256').update(data).digest('hex'))
    const lines = data
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.at(-1)).toMatchObject({ end: true, counts: before, files: 4 })
    expect(lines.filter(({ table }) => table === 'cached_result')).toHaveLength(3000)
    for (const key of keys.leaves!) {
      const bytes = readFileSync(join(out, 'files', key))
      expect(bytes.toString()).toContain('of leaves')
      const { sha256 } = lines.find((line) => line.file === key)
      expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
      expect(existsSync(join(folder, 'storage', key))).toBe(false)
    }
    expect(data.toString()).not.toContain('stays')

    expect(Object.values(await rowsOf('leaves')).every((rows) => rows === 0)).toBe(true)
    expect(await rowsOf('stays')).toEqual(others)
    for (const key of keys.stays!) expect(existsSync(join(folder, 'storage', key))).toBe(true)
    const receipts = await command('receipts')
    expect(JSON.parse(receipts.output.trim())).toEqual({ ...facts, hash })
  })
})
