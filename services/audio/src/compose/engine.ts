import { fileURLToPath } from 'node:url'
import { analysisThreads } from '../adapters/threads/analysis-threads.ts'
import type { StemWeights } from './stems.ts'

/** Returns the file that a thread starts from, in `threads/`: the source in development, its bundle when packed. */
export function threadEntry(name: string): string {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  return fileURLToPath(new URL(`./threads/${name}.${extension}`, import.meta.url))
}

/** Starts a pool of analysis threads. */
export const composeEngine = (
  threads: number,
  { weights, tags = true }: { weights?: StemWeights | undefined; tags?: boolean } = {},
) => analysisThreads({ entry: threadEntry('analysis'), threads, weights, tags })
