import type { FileStore, ResultCache } from './ports.ts'
import type { WorkRequest } from './run-job.ts'

/** Analyses the same bytes once per client. A cached result needs no download from storage. */
export function analyseOnce(deps: {
  cache: ResultCache
  files: Pick<FileStore, 'withLocalFile'>
  engineVersion: string
}) {
  return async <Body extends object>(
    analysis: string,
    { owner, input }: Pick<WorkRequest, 'owner' | 'input'>,
    analyse: (path: string) => Promise<Body>,
  ): Promise<Body> => {
    const key = { owner, sha256: input.sha256, analysis, engineVersion: deps.engineVersion }
    const known = await deps.cache.find(key)
    if (known) return known as Body
    const body = await deps.files.withLocalFile(input.key, analyse)
    await deps.cache.save(key, body)
    return body
  }
}

/** Result of `analyseOnce`. */
export type AnalyseOnce = ReturnType<typeof analyseOnce>
