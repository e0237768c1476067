import { mediaTypeOf } from '../domain/media-type.ts'
import { Refusal } from '../domain/refusal.ts'
import { measureTrack } from '../domain/semantic/track-measures.ts'
import { titleOfFile } from '../domain/track-title.ts'
import type { indexTrack } from './index-track.ts'
import type { LibraryStore } from './ports/library.ts'
import type { AnalysisEngine, FileStore, TrackStore } from './ports.ts'
import { limitsOf, type Work, type WorkRequest } from './run-job.ts'
import type { WorkBodies } from './work-bodies.ts'

/** Dependencies of the work that keeps a track. */
export interface TracksWorkDeps<Results extends object> {
  readonly engine: AnalysisEngine
  readonly files: FileStore
  readonly library: LibraryStore
  readonly tracks: TrackStore
  readonly indexTrack: ReturnType<typeof indexTrack>
  readonly engineVersion: string
  readonly bodies: WorkBodies<Results>
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

const trackGone = (id: string) =>
  new Refusal('NOT_FOUND', `Track ${id} was removed while it was analysed.`, {
    field: 'id',
    issue: 'removed',
    provided: id,
  })

/**
 * Returns the work that analyses a file with one decoding pass, adds it to the library, and keeps its original, peaks
 * and analysis. The same bytes are one track. Corrections of a track stay. On any error, no new file stays.
 */
export function tracksWork<Results extends object>(deps: TracksWorkDeps<Results>): Work {
  const { files, library, bodies } = deps

  const analyse = (request: WorkRequest) =>
    files.withLocalFile(request.input.key, async (path) => {
      const asked = { depth: 'full', withPeaks: true, ...limitsOf(request) } as const
      const { analysis, source, peaks } = await deps.engine.analyse(path, asked)
      if (!analysis || !peaks) throw new Error('the engine returned no analysis or no peaks')
      return { analysis, source, peaks }
    })

  const index = async (request: WorkRequest, results: Results, measures: ReturnType<typeof measureTrack>) => {
    const { owner, input, options } = request
    const indexed = bodies.indexed(results)
    const id = await deps.indexTrack({
      id: options.trackId,
      owner,
      sha256: input.sha256,
      ...indexed,
      title: options.title ?? indexed.title,
      artist: options.artist ?? indexed.artist,
      filename: input.filename,
      measures,
    })
    if (!options.again || id === options.trackId) return id
    // The track was removed meanwhile: do not bring it back.
    await deps.tracks.remove(id, owner)
    throw trackGone(id)
  }

  return async (request) => {
    const { owner, jobId, input, options, signal } = request
    if (jobId === undefined) throw new Error('only a job keeps tracks')
    if (options.again && !(await library.findFile(options.trackId!, owner))) throw trackGone(options.trackId!)
    const { analysis, source, peaks } = await analyse(request)
    signal?.throwIfAborted()
    const results = bodies.named(bodies.analysis(analysis, source), titleOfFile(input.filename))
    const id = await index(request, results, measureTrack(analysis))
    const saved = await files.save(oneChunk(peaks.bytes), {
      filename: 'peaks',
      maxBytes: Number.POSITIVE_INFINITY,
    })
    const kept = await library
      .keep(id, owner, jobId, {
        original: input,
        mediaType: mediaTypeOf(source.container),
        peaksKey: saved.key,
        sampleRateHz: peaks.sampleRateHz,
        samples: peaks.samples,
        engineVersion: deps.engineVersion,
        analysis: bodies.kept(results, analysis),
      })
      .catch(async (error: unknown) => {
        await files.remove(saved.key)
        throw error
      })
    for (const key of kept ?? [saved.key]) await files.remove(key)
    if (!kept) throw trackGone(id)
    return { body: { track_id: id } }
  }
}
