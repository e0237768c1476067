import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../domain/refusal.ts'
import type { FileStore } from '../operations/ports.ts'
import { readRange } from './byte-range.ts'

/** Bytes of a stored file to send. */
export interface StoredBytes {
  readonly key: string
  /** Where the content begins in the file, and how long it is. */
  readonly offset: number
  readonly length: number
  readonly mediaType: string
  /** Version of the content, in quotes. */
  readonly etag: string
  readonly cacheControl: string
}

const fileGone = () =>
  new Refusal('NOT_FOUND', 'The file is no longer stored.', { field: 'file', issue: 'gone', provided: null })

/** Sends a stored file, or the part of it that the Range header asks for. A content that the client has is not sent. */
export async function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  files: Pick<FileStore, 'open'>,
  content: StoredBytes,
) {
  const { key, offset, length, etag } = content
  reply
    .header('accept-ranges', 'bytes')
    .header('etag', etag)
    .header('cache-control', content.cacheControl)
    .header('vary', 'x-api-key, range')
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  const condition = request.headers['if-range']
  const asked = condition === undefined || condition === etag ? request.headers.range : undefined
  const range = readRange(asked, length)
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${length}`)
    throw new Refusal('RANGE_NOT_SATISFIABLE', `The content has ${length} bytes.`, {
      field: 'range',
      issue: 'outside',
      provided: asked ?? null,
    })
  }
  const { start, end } = range ?? { start: 0, end: length - 1 }
  // The framework drops what is sent to HEAD. An empty stream keeps the content-length, and the file is not read.
  const isRead = request.method !== 'HEAD' && length > 0
  const opened = isRead ? await files.open(key, { start: offset + start, end: offset + end }) : undefined
  if (isRead && !opened) throw fileGone()
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${length}`)
  reply.type(content.mediaType).header('content-length', end - start + 1)
  return reply.send(opened?.stream ?? Readable.from([]))
}
