import { randomUUID } from 'node:crypto'
import { engines } from '@assay/kit/testing'
import { describe, expect, test } from 'vitest'
import type { TrackAnalysis } from '../src/domain/analyse-track.ts'
import { STEM_NAMES } from '../src/domain/stems/stem.ts'
import { acceptWork, findAccepted } from '../src/operations/accept-work.ts'
import { addTrack } from '../src/operations/add-track.ts'
import { cancelJob } from '../src/operations/cancel-job.ts'
import { tracksWork } from '../src/operations/keep-track.ts'
import type { StoredTrackStems } from '../src/operations/ports/library.ts'
import type { ProducedStems } from '../src/operations/produce-stems.ts'
import { releaseInput } from '../src/operations/release-input.ts'
import { removeTrack } from '../src/operations/remove-track.ts'
import { runJob, type Works } from '../src/operations/run-job.ts'
import { stemsWork } from '../src/operations/works.ts'
import { OWNER, useLibrary } from './own-library.ts'

/** What keeping a track reads of the analysis of a file in which nothing was heard. */
const SILENCE = {
  ...{ durationSeconds: 1, key: null, loudness: null, tags: null, music: null, sections: [] },
  rhythm: { tempoBpm: 0, beatsPerBar: 0, confidence: 0, beats: [], downbeats: [] },
  features: { bassDb: 0 },
  drums: { hits: [], timing: { swing: null } },
  feeling: { emotions: {} },
} as unknown as TrackAnalysis

const SOURCE = {
  container: 'wav' as const,
  ...{ codec: 'pcm_s16le', sampleRateHz: 44_100, channels: 1, durationSeconds: 1 },
  ...{ bitRateBps: null, sizeBytes: 5, title: null, artist: null },
}

const NAMED = {
  ...{ title: 'Untitled', artist: null, keyName: null, camelot: null, dominantEmotion: 'groove' },
  energy: null,
}

describe.each(engines)('work on tracks on the %s database', (engine) => {
  const own = useLibrary(engine)
  const { put, save, runningJob, keep } = own

  /** Analyses a track again while `meanwhile` happens. */
  const again = async (id: string, meanwhile: () => Promise<unknown>) => {
    const track = own.indexed.get(id)!
    const { original } = (await own.library.findFile(id, OWNER))!
    const job = await runningJob(id)
    const work = tracksWork({
      engine: {
        analyse: async () => {
          await meanwhile()
          const peaks = { bytes: new Uint8Array(2), samples: 2, sampleRateHz: 44_100 }
          return { rhythm: SILENCE.rhythm, music: null, analysis: SILENCE, source: SOURCE, peaks }
        },
      },
      files: { ...own.storage.store, withLocalFile: (_, use) => use('unread') },
      library: own.library,
      prepareTrack: async () => ({ ...track, sha256: original.sha256 }),
      engineVersion: 'test',
      bodies: {
        analysis: () => ({}),
        named: () => ({}),
        indexed: () => NAMED,
        kept: () => ({ results: {} }),
      },
    })
    const options = { trackId: id, again: true }
    return work({ owner: OWNER, jobId: job.id, input: original, options, maxDurationSeconds: 1 })
  }

  test('a new analysis neither brings a removed track back nor touches one that was added again', async () => {
    const sha256 = (await save()).sha256
    const first = await put({ sha256 })
    const { original } = await keep(first)
    expect(await again(first, async () => {})).toEqual({ body: { track_id: first } })
    expect((await own.library.findFile(first, OWNER))!.original.key).toBe(original)
    const before = await own.storage.kept()
    const gone = again(first, () => own.tracks.remove(first, OWNER))
    await expect(gone).rejects.toMatchObject({ code: 'NOT_FOUND', details: { provided: first } })
    expect(await own.library.idOf(OWNER, sha256)).toBeUndefined()
    expect((await own.storage.kept()).length).toBe(before.length + 1)

    const second = await put({ sha256 })
    await keep(second)
    const third = randomUUID()
    const readded = again(second, async () => {
      await own.tracks.remove(second, OWNER)
      await put({ id: third, sha256 })
    })
    await expect(readded).rejects.toMatchObject({ code: 'NOT_FOUND', details: { provided: second } })
    expect(await own.library.idOf(OWNER, sha256)).toBe(third)
  })

  test('a full library still answers a repeated request, and takes bytes that it keeps', async () => {
    const digest = (text: string) => text
    const accept = acceptWork({ jobs: own.jobs, newId: randomUUID, digest, maxOpenJobsPerClient: 0 })
    const addUpTo = (maxBytesPerClient: number) =>
      addTrack({
        library: own.library,
        accept,
        findAccepted: findAccepted({ jobs: own.jobs, digest }),
        newId: randomUUID,
        maxBytesPerClient,
      })
    const request = { owner: OWNER, input: await save(), idempotencyKey: 'one' }
    const first = await addUpTo(5)(request)
    expect(first.kept).toBe(true)
    expect(await addUpTo(4)(request)).toEqual({ job: first.job, kept: false })
    const full = { details: { issue: 'library_full' } }
    await expect(addUpTo(4)({ ...request, idempotencyKey: 'two' })).rejects.toMatchObject(full)
    await expect(addUpTo(4)({ ...request, title: 'Other' })).rejects.toMatchObject(full)
    await keep(await put({ sha256: request.input.sha256 }))
    expect(await addUpTo(4)({ ...request, idempotencyKey: 'two' })).toMatchObject({ kept: true })
  })

  const produced: string[] = []
  const produce = async (): Promise<ProducedStems> => {
    const files = {} as Record<(typeof STEM_NAMES)[number], ProducedStems['files']['drums']>
    for (const name of STEM_NAMES) {
      const { key, sizeBytes } = await save()
      files[name] = { key, filename: `${name}.wav`, mediaType: 'audio/wav', sizeBytes }
      produced.push(key)
    }
    return { files, format: 'wav', expiresAt: new Date(Date.now() + 60_000) }
  }

  /** Runs a job that separates a track while `meanwhile` happens, at the last moment before its end is stored. */
  const separate = async (id: string, meanwhile: (jobId: string) => Promise<unknown> = async () => {}) => {
    const job = await runningJob(id, 'stems')
    produced.length = 0
    const work = stemsWork({
      produceStems: produce,
      stemEngine: {
        name: 'dsp',
        quality: { drums: 'useful', bass: 'rough', other: 'rough', vocals: 'rough' },
        note: 'A test.',
      },
      bodies: {
        stems: ({ files, expiresAt }, { name, quality, note }) => {
          const keys = Object.fromEntries(STEM_NAMES.map((stem) => [stem, files[stem].key]))
          const stems = { engine: name, quality, note, format: 'wav', expires_at: expiresAt.toISOString() }
          return { stems: { ...stems, files: keys } as StoredTrackStems }
        },
      },
    })
    const works: Pick<Works, 'stems'> = {
      stems: async (request) => {
        const result = await work(request)
        await meanwhile(job.id)
        return result
      },
    }
    const release = releaseInput({ files: own.storage.store, library: own.library })
    const run = { jobs: own.jobs, files: own.storage.store, release, works: works as Works }
    await runJob({ ...run, maxDurationSeconds: 1 })(job.id, new AbortController().signal)
    return { jobId: job.id, made: [...produced] }
  }
  const existing = async (keys: readonly string[]) => {
    const kept = await own.storage.kept()
    return keys.filter((key) => kept.some((path) => path.includes(key))).length
  }
  const linked = async (id: string) =>
    Object.values((await own.library.findFile(id, OWNER))?.stems?.files ?? {}).toSorted()

  test('new stems of a track replace the ones before; of a removed track none stays', async () => {
    const id = await put()
    await keep(id)
    const { made: first } = await separate(id)
    expect(await existing(first)).toBe(first.length)
    const { made: second } = await separate(id)
    expect([await existing(first), await existing(second)]).toEqual([0, second.length])
    const rows = await own.database.db.selectFrom('artifact').select('key').execute()
    expect(rows.map(({ key }) => key).toSorted()).toEqual(second.toSorted())
    const remove = removeTrack({ tracks: own.tracks, files: own.storage.store })
    const { jobId, made } = await separate(id, () => remove(id, OWNER))
    expect(await existing([...second, ...made])).toBe(0)
    expect(await own.jobs.load(jobId)).toMatchObject({ status: 'failed', error: { code: 'NOT_FOUND' } })
  })

  test('a separation that is cancelled at the last moment changes nothing of its track', async () => {
    const id = await put()
    await keep(id)
    const release = releaseInput({ files: own.storage.store, library: own.library })
    const cancel = cancelJob({ jobs: own.jobs, files: own.storage.store, release })
    const none = await separate(id, (jobId) => cancel(jobId, OWNER))
    expect([await linked(id), await existing(none.made)]).toEqual([[], 0])
    const { made } = await separate(id)
    const { jobId, made: late } = await separate(id, (running) => cancel(running, OWNER))
    expect(await own.jobs.load(jobId)).toMatchObject({ status: 'cancelled', trackId: id })
    expect([await linked(id), await existing(made), await existing(late)]).toEqual([
      made.toSorted(),
      made.length,
      0,
    ])
  })
})
