/** Sends a table to `/metrics/batch` and drops the answer: `node send-table.ts URL FILE`. Prints the bytes and seconds it took. */
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { pipeline } from 'node:stream/promises'

const [url, path] = process.argv.slice(2) as [string, string]
const started = performance.now()
const sending = request(`${url}/metrics/batch`, { method: 'POST', headers: { 'content-type': 'text/csv' } })
const answered = once(sending, 'response') as Promise<[IncomingMessage]>
const sent = pipeline(createReadStream(path), sending)
const [response] = await answered
if (response.statusCode !== 200) throw new Error(`status ${response.statusCode}`)
let bytes = 0
for await (const piece of response) bytes += (piece as Buffer).length
await sent
console.log(JSON.stringify({ bytes, seconds: (performance.now() - started) / 1000 }))
