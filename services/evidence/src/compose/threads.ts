import { fileURLToPath } from 'node:url'
import { structureThreads } from '../adapters/chemistry/structure-threads.ts'
import { computeThreads } from '../adapters/threads/compute-threads.ts'
import type { Config } from '../config.ts'

/** Returns the path of a thread entry: the source in development, the bundle in a published package. */
function threadEntry(name: string): string {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  return fileURLToPath(new URL(`./threads/${name}.${extension}`, import.meta.url))
}

/** Starts the threads for work that would block other requests. */
export function composeThreads(config: Config) {
  const compute = computeThreads({
    entry: threadEntry('compute'),
    threads: config.computeThreads,
    limitMs: config.computeLimitMs,
    waitLimitMs: config.optimizeDeadlineMs,
  })
  const structures = structureThreads({
    entry: threadEntry('structure'),
    threads: config.structureThreads,
    limitMs: config.structureLimitMs,
  })
  const close = async () => {
    await Promise.all([compute.close(), structures.close()])
  }
  return { compute, structures, close }
}
