import type { CommandContext } from '@assay/kit/cli'
import { composeLibrary } from '../compose-library.ts'
import { readConfig } from '../config.ts'
import { filterOf, presentHits, presentStatistics } from '../http/present-library.ts'
import { unlessAborted } from './interrupt.ts'
import type { IndexBody, Library } from './library.ts'

/** The library of the database that the settings name, opened by this process. */
export async function localLibrary({ env }: CommandContext): Promise<Library> {
  const config = readConfig({ argv: [], env })
  const { index, searchTracks, summariseLibrary, owner, close } = await composeLibrary(config)
  return {
    where: config.databaseUrl === undefined ? config.dataDir : 'DATABASE_URL',
    index: async (path, names, { onProgress, signal }) =>
      (await unlessAborted(index(path, names, onProgress), signal)) as IndexBody,
    async search(query, { topK, filters }) {
      const filter = filterOf(filters)
      return presentHits(query, await searchTracks({ owner, wanted: { query }, limit: topK, filter }))
    },
    stats: async () => presentStatistics(await summariseLibrary(owner)),
    close,
  }
}
