import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { miniLmEmbedder } from '../../src/adapters/embedding/minilm-embedder.ts'
import type { TextEmbedder } from '../../src/domain/semantic/text-embedder.ts'
import { corpusFolder } from '../corpus/render.ts'

/** Creates the service's embedder with a cache, because the bench embeds the same few hundred texts repeatedly. */
export function rememberingEmbedder(): TextEmbedder & { close(): Promise<void> } {
  const inner = miniLmEmbedder({
    entry: new URL('../../src/compose/threads/embedding.ts', import.meta.url).href,
  })
  const path = (text: string): string => {
    const digest = createHash('sha256').update(`${inner.model}\n${text}`).digest('hex').slice(0, 24)
    return join(corpusFolder(), 'search-embeddings', digest)
  }
  return {
    ...inner,
    async embed(texts) {
      const out: Float32Array[] = []
      for (const text of texts) {
        try {
          const bytes = await readFile(path(text))
          out.push(new Float32Array(new Uint8Array(bytes).buffer))
        } catch {
          const [vector] = await inner.embed([text])
          await mkdir(dirname(path(text)), { recursive: true })
          await writeFile(path(text), new Uint8Array(vector!.buffer, vector!.byteOffset, vector!.byteLength))
          out.push(vector!)
        }
      }
      return out
    },
  }
}
