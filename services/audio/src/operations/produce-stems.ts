import type { Artifact } from '../domain/job.ts'
import { STEM_NAMES, type StemName } from '../domain/stems/stem.ts'
import { titleOfFile } from '../domain/track-title.ts'
import type { AnalysisEngine, FileStore, ScratchFolders } from './ports.ts'
import type { WorkRequest } from './run-job.ts'

/** Stored stems of a file. */
export interface ProducedStems {
  readonly files: Readonly<Record<StemName, Artifact>>
  readonly format: 'wav' | 'flac'
  readonly expiresAt: Date
}

const MEDIA_TYPES = { wav: 'audio/wav', flac: 'audio/flac' } as const

/** Separates a stored file and stores its stems for a limited time. On any error, none of them stays. */
export function produceStems(deps: {
  engine: AnalysisEngine
  files: FileStore
  scratch: ScratchFolders
  keepHours: number
  /** Clock of the database, by which stems are removed. */
  now: () => Promise<Date>
}) {
  const { files, scratch } = deps
  return ({ input, options, ...request }: WorkRequest): Promise<ProducedStems> =>
    scratch.withFolder(async (folder) => {
      const format = options.format ?? 'wav'
      const { maxDurationSeconds, signal, onProgress } = request
      const separation = {
        folder,
        format,
        maxDurationSeconds,
        ...(signal ? { signal } : {}),
        ...(onProgress ? { onProgress } : {}),
      }
      const paths = await files.withLocalFile(input.key, (path) => deps.engine.separate(path, separation))
      const kept = {} as Record<StemName, Artifact>
      try {
        for (const stem of STEM_NAMES) {
          signal?.throwIfAborted()
          const filename = `${titleOfFile(input.filename)}-${stem}.${format}`
          const { key, sizeBytes } = await files.save(scratch.read(paths[stem]), {
            filename,
            maxBytes: Number.POSITIVE_INFINITY,
          })
          kept[stem] = { key, filename, mediaType: MEDIA_TYPES[format], sizeBytes }
        }
        const expiresAt = new Date((await deps.now()).getTime() + deps.keepHours * 3_600_000)
        return { files: kept, format, expiresAt }
      } catch (error) {
        for (const { key } of Object.values(kept)) await files.remove(key)
        throw error
      }
    })
}
