import { type CommandContext, UsageError } from '@assay/kit/cli'
import { DataDirInUse } from '@assay/kit/data-dir-lock'
import type { Library } from './library.ts'
import { localLibrary } from './local-library.ts'
import { remoteLibrary } from './remote-library.ts'

/**
 * Opens the library for a command: on the named server, otherwise in the configured database. The embedded database
 * serves one process at a time; while a server holds it, the command uses that server.
 */
export async function openLibrary(
  context: CommandContext,
  remote: { server?: string | undefined; apiKey?: string | undefined },
): Promise<Library> {
  const { server, apiKey } = remote
  if (server !== undefined) return remoteLibrary(server, apiKey)
  if (apiKey !== undefined) throw new UsageError('--api-key needs --server.')
  try {
    return await localLibrary(context)
  } catch (error) {
    if (error instanceof DataDirInUse && error.owner?.url) return remoteLibrary(error.owner.url, undefined)
    throw error
  }
}
