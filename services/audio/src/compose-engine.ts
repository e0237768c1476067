import { fileURLToPath } from 'node:url'
import { analysisThreads } from './adapters/threads/analysis-threads.ts'
import type { StemWeights } from './compose-stems.ts'

/** The file that a thread starts from, beside this one: the source in development, its bundle in a published package. */
export function threadEntry(name: string): string {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  return fileURLToPath(new URL(`./${name}.${extension}`, import.meta.url))
}

/** Analysis in threads of its own. */
export const composeEngine = (threads: number, weights?: StemWeights) =>
  analysisThreads({ entry: threadEntry('compose-analysis-thread'), threads, weights })
