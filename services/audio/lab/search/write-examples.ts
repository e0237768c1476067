/**
 * Embeds the examples of `examples.json` again: `node lab/search/write-examples.ts`, after a change of examples or
 * model.
 */
import { writeFile } from 'node:fs/promises'
import { EXAMPLES, packBank } from '../../src/domain/semantic/example-bank.ts'
import { rememberingEmbedder } from './embedder.ts'

const embedder = rememberingEmbedder()
const vectors = await embedder.embed(EXAMPLES.map((example) => example.text))
const file = new URL('../../src/domain/semantic/example-vectors.json', import.meta.url)
await writeFile(file, `${JSON.stringify(packBank({ model: embedder.model, vectors }), null, 2)}\n`)
await embedder.close()
console.log(`${vectors.length} examples`)
