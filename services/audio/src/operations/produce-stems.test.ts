import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import type { AnalysisEngine, FileStore } from './ports.ts'
import { produceStems } from './produce-stems.ts'

test('stems expire by the clock of the database, and none stays when it cannot be asked', async () => {
  const stored = new Set<string>()
  const files = {
    withLocalFile: (_: string, use: (path: string) => Promise<unknown>) => use('/song.wav'),
    async save() {
      const key = String(stored.size)
      stored.add(key)
      return { key, sizeBytes: 4 }
    },
    remove: async (key: string) => void stored.delete(key),
  } as unknown as FileStore
  const scratch = {
    withFolder: <T>(use: (folder: string) => Promise<T>) => use('/scratch'),
    removeWrittenBefore: async () => 0,
    read: () => Readable.from([]),
  }
  const engine = { separate: async () => ({}) } as unknown as AnalysisEngine
  const produce = (now: () => Promise<Date>) =>
    produceStems({ engine, files, scratch, keepHours: 2, now })({
      owner: 'studio',
      input: { key: 'a', filename: 'a.wav', sizeBytes: 44, sha256: '' },
      options: {},
      maxDurationSeconds: 60,
    })
  await expect(produce(() => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(stored.size).toBe(0)
  const { expiresAt } = await produce(async () => new Date('2020-01-01T00:00:00Z'))
  expect(expiresAt).toEqual(new Date('2020-01-01T02:00:00Z'))
  expect(stored.size).toBe(4)
})
