import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { engines } from '@assay/kit/testing'
import { describe, expect, test } from 'vitest'
import { postgresRetention } from '../src/adapters/postgres/retention.ts'
import { NO_CHANGE } from '../src/domain/corrections/grid.ts'
import { addTrack } from '../src/operations/add-track.ts'
import { cancelJob } from '../src/operations/cancel-job.ts'
import { listTracks } from '../src/operations/find-tracks.ts'
import type { ListFilter } from '../src/operations/ports/library.ts'
import { releaseInput } from '../src/operations/release-input.ts'
import { removeTrack } from '../src/operations/remove-track.ts'
import { sweep } from '../src/operations/sweep.ts'
import { OWNER, trackOf, useLibrary } from './own-library.ts'

const GRID = { tempoBpm: 120, beats: [0, 0.5], downbeats: [0], beatsPerBar: 4, regions: [] }

describe.each(engines)('the library on the %s database', (engine) => {
  const own = useLibrary(engine)
  const { put, save, keep } = own

  test('lists by every filter, in every order, in both directions, from any place', async () => {
    const a = await put({
      title: 'Äther',
      artist: 'Ann 100%',
      keyName: 'A minor',
      camelot: '8A',
      energy: 3,
      tempo: 90,
      seconds: 100,
    })
    const b = await put({
      title: 'beat',
      keyName: 'C major',
      camelot: '8B',
      energy: 9,
      tempo: 174,
      seconds: 400,
      dominantEmotion: 'energy',
    })
    const c = await put({ title: 'Calm', artist: 'bo', tempo: 120, seconds: 200, dominantEmotion: 'warmth' })
    await put({ owner: 'rival', title: 'beat' })
    const list = async (filter: ListFilter, order = 'title', descending = false, offset = 0) => {
      const request = { owner: OWNER, filter, descending, limit: 2, offset }
      const found = await own.library.list({ ...request, order: order as 'title' })
      return [found.total, ...found.tracks.map(({ id }) => id)]
    }
    expect(await list({})).toEqual([3, b, c])
    expect(await list({}, 'title', false, 2)).toEqual([3, a])
    expect(await list({}, 'title', true)).toEqual([3, a, c])
    expect(await list({}, 'artist')).toEqual([3, a, c])
    expect(await list({}, 'key')).toEqual([3, a, b])
    expect(await list({}, 'tempo', true)).toEqual([3, b, c])
    expect(await list({}, 'energy', true)).toEqual([3, b, a])
    expect(await list({}, 'mood')).toEqual([3, b, a])
    expect(await list({}, 'duration')).toEqual([3, a, c])
    expect(await list({}, 'added', true)).toEqual([3, c, b])
    expect(await list({ text: 'ÄTH' })).toEqual([1, a])
    expect(await list({ text: '%' })).toEqual([1, a])
    expect(await list({ text: 'BO' })).toEqual([1, c])
    expect(await list({ text: '_' })).toEqual([0])
    expect(await list({ tempo: { min: 120, max: 174 } })).toEqual([2, b, c])
    expect(await list({ energy: { max: 5 } })).toEqual([1, a])
    expect(await list({ duration: { min: 150 }, mood: 'warmth' })).toEqual([1, c])
    expect(await list({ camelot: '8B' })).toEqual([1, b])
    const byKey = (key: string) =>
      listTracks({ library: own.library })({
        owner: OWNER,
        filter: {},
        key,
        order: 'title',
        descending: false,
        limit: 9,
        offset: 0,
      })
    expect((await byKey('1m')).tracks.map(({ id }) => id)).toEqual([a])
    await expect(byKey('nothing')).rejects.toMatchObject({ details: { field: 'key' } })
    const [first] = (
      await own.library.list({
        owner: OWNER,
        filter: {},
        order: 'energy',
        descending: false,
        limit: 1,
        offset: 0,
      })
    ).tracks
    expect(first).toMatchObject({ id: c, energy: null, keyName: null, corrected: false })
  })

  test('corrected tempo and key survive a new analysis; the measured ones come back with null', async () => {
    const sha256 = randomUUID()
    const id = await put({ sha256, tempo: 120, keyName: 'C major', camelot: '8B' })
    await keep(id)
    const signed = { author: OWNER, madeAt: new Date(0) }
    const grid = { value: { ...NO_CHANGE, factor: 0.5 }, base: GRID, ...signed }
    const key = { value: { tonic: 9, mode: 'minor' as const }, ...signed }
    const values = { tempoBpm: 60, tempoConfidence: 1, keyName: 'A minor', camelot: '8A', keyConfidence: 1 }
    expect(await own.library.correct(id, 'rival', () => ({ corrections: {}, values }))).toBe(false)
    expect(await own.library.correct(id, OWNER, () => ({ corrections: { grid, key }, values }))).toBe(true)
    await put({ sha256, tempo: 124, keyName: 'D major', camelot: '10B' })
    const corrected = await own.library.find(id, OWNER)
    expect(corrected!.row).toMatchObject({
      tempoBpm: 60,
      tempoConfidence: 1,
      keyName: 'A minor',
      corrected: true,
    })
    expect(corrected!.corrections).toEqual({ grid, key })
    expect(await own.tracks.find(id, OWNER)).toMatchObject({
      tempoBpm: 60,
      camelot: '8A',
      measures: { tempoBpm: 124 },
    })
    const measured = { ...values, tempoBpm: 124, keyName: 'D major', camelot: '10B' }
    const seen = await Promise.all(
      [0, 1].map(() =>
        own.library.correct(id, OWNER, (_, current) => ({
          corrections: current.grid ? {} : { key },
          values: measured,
        })),
      ),
    )
    expect(seen).toEqual([true, true])
    expect((await own.library.find(id, OWNER))!.corrections).toEqual({ key })
  })

  test('an original is kept with its track: by cancelling, by sweeping, and until the track is removed', async () => {
    const id = await put()
    const { original, peaks, abandoned } = await keep(id)
    expect(abandoned).toEqual([])
    const release = releaseInput({ files: own.storage.store, library: own.library })
    const again = randomUUID()
    const file = (await own.library.findFile(id, OWNER))!
    expect(await own.library.findFile(id, 'rival')).toBeUndefined()
    const works = [
      { id: again, type: 'tracks' as const, input: file.original, options: { trackId: id, again: true } },
    ]
    await own.jobs.accept({ owner: OWNER, works, batchId: null, idempotency: null, maxOpenJobs: 0 })
    await cancelJob({ jobs: own.jobs, files: own.storage.store, release })(again, OWNER)
    const ended = { jobId: again, onlyExisting: true }
    expect(await own.library.keep(own.indexed.get(id)!, ended, { ...file, analysis: {} })).toBeUndefined()
    const unlisted = trackOf()
    expect(
      await own.library.keep(unlisted, { ...ended, onlyExisting: false }, { ...file, analysis: {} }),
    ).toBe(undefined)
    expect(await own.library.find(unlisted.id, OWNER)).toBeUndefined()
    const orphan = await save()
    const swept = await sweep({
      files: own.storage.store,
      retention: {
        ...postgresRetention(own.database.db),
        now: async () => new Date(Date.now() + 3_600_000),
      },
      scratch: {
        withFolder: () => Promise.reject(new Error('unused')),
        removeWrittenBefore: async () => 0,
        read: () => Readable.from([]),
      },
      now: () => new Date(Date.now() + 3_600_000),
      retentionDays: 30,
      abandonedAfterMinutes: 1,
    })()
    expect(swept.orphans).toBe(1)
    expect(await own.storage.store.open(orphan.key)).toBeUndefined()
    expect(await own.storage.store.open(peaks, { start: 1, end: 3 })).toMatchObject({ sizeBytes: 3 })
    const second = await keep(id)
    expect(second.abandoned).toEqual([peaks])
    expect((await own.library.findFile(id, OWNER))!.original.key).toBe(original)
    await release({ input: { ...file.original, key: second.original }, options: { trackId: id } })
    expect(await own.storage.store.open(second.original)).toBeUndefined()
    expect([await own.library.keptBytes(OWNER), await own.library.keptBytes('rival')]).toEqual([5, 0])
    const add = addTrack({
      library: own.library,
      accept: () => Promise.reject(new Error('accepted')),
      findAccepted: async () => undefined,
      newId: randomUUID,
      maxBytesPerClient: 9,
    })
    const more = { input: file.original, idempotencyKey: undefined }
    await expect(add({ owner: OWNER, ...more })).rejects.toMatchObject({ details: { issue: 'library_full' } })
    await expect(add({ owner: 'rival', ...more })).rejects.toThrow('accepted')
    const remove = removeTrack({ tracks: own.tracks, files: own.storage.store })
    await expect(remove(id, 'rival')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await remove(id, OWNER)
    for (const key of [original, second.peaks]) expect(await own.storage.store.open(key)).toBeUndefined()
    expect(await own.library.find(id, OWNER)).toBeUndefined()
  })
})
