/** Sends a table to `/metrics/batch` and drops the answer: `node send-table.ts URL FILE`. Prints the bytes and seconds it took. */
import { createReadStream } from 'node:fs'
import { request } from 'node:http'
import { pipeline } from 'node:stream/promises'

const [url, path] = process.argv.slice(2) as [string, string]
const started = performance.now()
const sending = request(`${url}/metrics/batch`, { method: 'POST', headers: { 'content-type': 'text/csv' } })
const answered = new Promise<number>((resolve, reject) => {
  sending.on('error', reject)
  sending.on('response', async (response) => {
    if (response.statusCode !== 200) reject(new Error(`status ${response.statusCode}`))
    let bytes = 0
    for await (const piece of response) bytes += (piece as Buffer).length
    resolve(bytes)
  })
})
await pipeline(createReadStream(path), sending)
const bytes = await answered
console.log(JSON.stringify({ bytes, seconds: (performance.now() - started) / 1000 }))
