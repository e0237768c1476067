import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Database } from '@assay/kit/database'
import { migrate, readMigrations } from '@assay/kit/migrate'
import { engines, freshDatabase, type TestDatabase } from '@assay/kit/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postgresFileReferences } from '../src/adapters/postgres/file-references.ts'
import { postgresJobStore } from '../src/adapters/postgres/job-store.ts'
import { postgresRetention } from '../src/adapters/postgres/retention.ts'
import type { AudioDatabase } from '../src/adapters/postgres/schema.ts'
import type { StoredInput } from '../src/domain/job.ts'
import { checkFiles } from '../src/operations/check-files.ts'
import { folderStorage, type Storage } from './storage.ts'

const OWNER = 'studio'

describe.each(engines)('checking files on the %s database', (engine) => {
  let fresh: TestDatabase
  let database: Database<AudioDatabase>
  let storage: Storage
  beforeAll(async () => {
    fresh = await freshDatabase(engine)
    database = await fresh.open<AudioDatabase>()
    await migrate(database, readMigrations(join(import.meta.dirname, '../migrations')))
    storage = await folderStorage()
  })
  afterAll(async () => {
    await storage?.close()
    await fresh?.remove()
  })

  const save = () =>
    storage.store.save(Readable.from([Buffer.from('audio')]), { filename: 'a.wav', maxBytes: 10 })
  const accept = async (input: StoredInput) => {
    const id = randomUUID()
    await postgresJobStore(database, { send: async () => {} }).accept({
      owner: OWNER,
      works: [{ id, type: 'features', input, options: {} }],
      batchId: null,
      idempotency: null,
      maxOpenJobs: 0,
    })
    return id
  }
  const keepArtifact = (key: string, sizeBytes: number) =>
    database.db
      .insertInto('artifact')
      .values({
        key,
        owner: OWNER,
        filename: 'a.wav',
        media_type: 'audio/wav',
        size_bytes: sizeBytes,
        expires_at: new Date(Date.now() + 86_400_000),
      })
      .execute()
  const check = (ageMinutes: number) =>
    checkFiles({
      files: storage.store,
      references: postgresFileReferences(database.db, postgresRetention(database.db)),
      now: () => new Date(Date.now() + 1000),
    })(ageMinutes)

  test('reports both directions, other sizes, and nothing that is as it should be', async () => {
    const [orphan, artifact, cut, pending, lost] = [
      await save(),
      await save(),
      await save(),
      await save(),
      await save(),
    ]
    await keepArtifact(artifact.key, 5)
    await keepArtifact(cut.key, 6)
    await accept(pending)
    const without = await accept(lost)
    await storage.store.remove(lost.key)
    // More rows than one page, all in order.
    for (let i = 0; i < 2; i++)
      await database.db
        .insertInto('artifact')
        .values(
          Array.from({ length: 300 }, () => ({
            key: artifact.key.slice(0, -12) + randomUUID().slice(-12),
            owner: 'many',
            filename: 'a.wav',
            media_type: 'audio/wav',
            size_bytes: 5,
            expires_at: new Date(),
          })),
        )
        .execute()
    const many = await check(0)
    expect(many.rows).toBe(604)
    expect(many.rowsWithoutFile).toHaveLength(601)
    await database.db.deleteFrom('artifact').where('owner', '=', 'many').execute()

    expect(await check(0)).toEqual({
      files: 4,
      rows: 4,
      filesWithoutRow: [orphan.key],
      rowsWithoutFile: [{ key: lost.key, holder: 'open job', id: without, sizeBytes: 5 }],
      wrongSizes: [{ key: cut.key, holder: 'artifact', id: cut.key, sizeBytes: 6, foundBytes: 5 }],
    })
    // An upload under way has no row yet.
    expect(await check(60)).toMatchObject({ files: 0, filesWithoutRow: [] })
  })
})
