import type { CommandContext } from '@assay/kit/cli'
import { composeLibrary } from '../compose-library.ts'
import { readConfig } from '../config.ts'
import { presentHits, presentStatistics } from '../http/present-library.ts'
import type { IndexBody, Library } from './library.ts'

/** The library of the database that the settings name, opened by this process. */
export async function localLibrary({ env }: CommandContext): Promise<Library> {
  const config = readConfig({ argv: [], env })
  const { index, searchTracks, summariseLibrary, owner, close } = await composeLibrary(config)
  return {
    where: config.databaseUrl === undefined ? config.dataDir : 'DATABASE_URL',
    index: async (path, names, onProgress) => (await index(path, names, onProgress)) as IndexBody,
    async search(query, { topK, filters }) {
      const filter = {
        minBpm: filters.min_bpm as number | undefined,
        maxBpm: filters.max_bpm as number | undefined,
        minSeconds: filters.min_duration as number | undefined,
        maxSeconds: filters.max_duration as number | undefined,
        artist: filters.artist as string | undefined,
        key: filters.key as string | undefined,
      }
      return presentHits(query, await searchTracks({ owner, wanted: { query }, limit: topK, filter }))
    },
    stats: async () => presentStatistics(await summariseLibrary(owner)),
    close,
  }
}
