/** csv-parse and csv-stringify alone: FILE in, the same table out. What the batch is measured against. */
import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { parse } from 'csv-parse'
import { stringify } from 'csv-stringify'

const [, , from, to] = process.argv as [string, string, string, string]
await pipeline(createReadStream(from), parse(), stringify(), createWriteStream(to))
