import { availableParallelism } from 'node:os'
import type { CommandContext } from '@assay/kit/cli'
import { composeLibrary } from '../compose/library.ts'
import { readConfig } from '../config.ts'
import { filterOf, presentHits, presentStatistics } from '../wire/semantic.present.ts'
import type { IndexBody, Library } from './library.ts'

/** Opens the library in the configured database. */
export async function localLibrary({ env }: CommandContext): Promise<Library> {
  const config = readConfig({ argv: [], env })
  const atOnce = availableParallelism()
  const { index, searchTracks, summariseLibrary, owner, close } = await composeLibrary(config, atOnce)
  return {
    where: config.databaseUrl === undefined ? config.dataDir : 'DATABASE_URL',
    atOnce,
    index: async (path, names, attendance) => (await index(path, names, attendance)) as IndexBody,
    async search(query, { topK, filters }) {
      const filter = filterOf(filters)
      return presentHits(query, await searchTracks({ owner, wanted: { query }, limit: topK, filter }))
    },
    stats: async () => presentStatistics(await summariseLibrary(owner)),
    close,
  }
}
