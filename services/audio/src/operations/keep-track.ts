import { mediaTypeOf } from '../domain/media-type.ts'
import { measureTrack } from '../domain/semantic/track-measures.ts'
import { titleOfFile } from '../domain/track-title.ts'
import type { prepareTrack } from './index-track.ts'
import type { LibraryStore } from './ports/library.ts'
import type { AnalysisEngine, FileStore } from './ports.ts'
import { trackGone } from './remove-track.ts'
import { limitsOf, type Work, type WorkRequest } from './run-job.ts'
import type { WorkBodies } from './work-bodies.ts'

/** Dependencies of the work that keeps a track. */
export interface TracksWorkDeps<Results extends object> {
  readonly engine: Pick<AnalysisEngine, 'analyse'>
  readonly files: Pick<FileStore, 'remove' | 'save' | 'withLocalFile'>
  readonly library: Pick<LibraryStore, 'findFile' | 'keep'>
  readonly prepareTrack: ReturnType<typeof prepareTrack>
  readonly engineVersion: string
  readonly bodies: Pick<WorkBodies<Results>, 'analysis' | 'indexed' | 'kept' | 'named'>
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/**
 * Returns the work that analyses a file with one decoding pass, adds it to the library, and keeps its original, peaks
 * and analysis. The same bytes are one track. Corrections of a track stay. A new analysis of a track that was removed
 * meanwhile does not bring it back. On any error, neither a new track nor a new file stays.
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

  const prepare = (
    { owner, input, options }: WorkRequest,
    results: Results,
    measures: ReturnType<typeof measureTrack>,
  ) => {
    const indexed = bodies.indexed(results)
    return deps.prepareTrack({
      id: options.trackId,
      owner,
      sha256: input.sha256,
      ...indexed,
      title: options.title ?? indexed.title,
      artist: options.artist ?? indexed.artist,
      filename: input.filename,
      measures,
    })
  }

  return async (request) => {
    const { owner, jobId, input, options, signal } = request
    if (jobId === undefined) throw new Error('only a job keeps tracks')
    if (options.again && !(await library.findFile(options.trackId!, owner))) throw trackGone(options.trackId!)
    const { analysis, source, peaks } = await analyse(request)
    signal?.throwIfAborted()
    const results = bodies.named(bodies.analysis(analysis, source), titleOfFile(input.filename))
    const track = await prepare(request, results, measureTrack(analysis))
    signal?.throwIfAborted()
    const saved = await files.save(oneChunk(peaks.bytes), {
      filename: 'peaks',
      maxBytes: Number.POSITIVE_INFINITY,
    })
    const keeping = { jobId, onlyExisting: options.again === true }
    const kept = await library
      .keep(track, keeping, {
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
    for (const key of kept?.abandoned ?? [saved.key]) await files.remove(key)
    if (!kept) throw trackGone(track.id)
    return { body: { track_id: kept.id } }
  }
}
