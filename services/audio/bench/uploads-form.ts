import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** The header of a 16-bit stereo wav at 44.1 kHz with this many bytes of samples. */
export function wavHeader(dataBytes: number): Buffer {
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + dataBytes, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(2, 22)
  header.writeUInt32LE(44_100, 24)
  header.writeUInt32LE(44_100 * 4, 28)
  header.writeUInt16LE(4, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(dataBytes, 40)
  return header
}

const CHUNK = 1 << 20

/** A wav of silence with exactly `totalBytes`, made while it is read. */
export function* silentWav(totalBytes: number): Generator<Buffer> {
  const header = wavHeader(totalBytes - 44)
  yield header
  const silence = Buffer.alloc(CHUNK)
  for (let left = totalBytes - header.length; left > 0; left -= CHUNK) {
    yield left < CHUNK ? silence.subarray(0, left) : silence
  }
}

export const sha256Of = (chunks: Iterable<Buffer>): string => {
  const hash = createHash('sha256')
  for (const chunk of chunks) hash.update(chunk)
  return hash.digest('hex')
}

const BOUNDARY = 'a-boundary-that-no-sample-spells'
const head = Buffer.from(
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="async"\r\n\r\ntrue\r\n--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="long.wav"\r\nContent-Type: audio/wav\r\n\r\n`,
)
const tail = Buffer.from(`\r\n--${BOUNDARY}--\r\n`)

async function* form(file: Iterable<Buffer> | AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield head
  yield* file
  yield tail
}

/** Sends a file as a form, as fast as the server takes it, and returns the id of its job. */
export async function uploadJob(
  url: string,
  path: string,
  file: Iterable<Buffer> | AsyncIterable<Buffer>,
): Promise<string> {
  const sent = request(`${url}/api/v1${path}`, {
    method: 'POST',
    agent: false,
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  })
  const answered = new Promise<string>((resolve, reject) => {
    sent.on('error', reject)
    sent.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece
      })
      response.on('error', reject).on('end', () => {
        if (response.statusCode === 202) resolve((JSON.parse(text) as { job_id: string }).job_id)
        else reject(new Error(`${path} answered ${response.statusCode}: ${text}`))
      })
    })
  })
  const [, jobId] = await Promise.all([pipeline(Readable.from(form(file)), sent), answered])
  return jobId
}
