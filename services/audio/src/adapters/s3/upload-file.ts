import type { FileHandle } from 'node:fs/promises'
import {
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { PART_BYTES, type PartBuffers } from './part-buffers.ts'

/** Maximum number of parts of an S3 upload. */
export const MAX_PARTS = 10_000

async function readFully(file: FileHandle, part: Buffer, position: number): Promise<Buffer> {
  let filled = 0
  while (filled < part.length) {
    const { bytesRead } = await file.read(part, filled, part.length - filled, position + filled)
    if (bytesRead === 0) throw new Error('the file became shorter while it was being sent')
    filled += bytesRead
  }
  return part
}

/**
 * Uploads an open local file: small files in one request, larger ones in parallel parts. Each request carries a whole
 * buffer and its hash, so it can be retried and damaged data is refused. When it throws, no request is running any
 * more, but an unfinished upload may have to be aborted.
 */
export async function uploadFile(
  client: S3Client,
  object: { readonly Bucket: string; readonly Key: string },
  source: { readonly file: FileHandle; readonly sizeBytes: number },
  buffers: PartBuffers,
): Promise<void> {
  const { file, sizeBytes } = source
  const sendPart = <T>(index: number, send: (body: Buffer) => Promise<T>): Promise<T> =>
    buffers.lend(async (buffer) => {
      const start = index * PART_BYTES
      const part = buffer.subarray(0, Math.min(PART_BYTES, sizeBytes - start))
      return send(await readFully(file, part, start))
    })

  if (sizeBytes <= PART_BYTES) {
    await sendPart(0, (body) => client.send(new PutObjectCommand({ ...object, Body: body })))
    return
  }

  const { UploadId } = await client.send(new CreateMultipartUploadCommand(object))
  const parts: CompletedPart[] = []
  const count = Math.ceil(sizeBytes / PART_BYTES)
  let next = 0
  let failed = false
  const sendInTurn = async (): Promise<void> => {
    while (next < count && !failed) {
      const index = next++
      const PartNumber = index + 1
      try {
        const { ETag } = await sendPart(index, (body) =>
          client.send(new UploadPartCommand({ ...object, UploadId, PartNumber, Body: body })),
        )
        parts[index] = { PartNumber, ETag }
      } catch (error) {
        failed = true
        throw error
      }
    }
  }
  // All parts settle before anything is thrown: a part that arrives after an abort would never be removed.
  const senders = await Promise.allSettled(Array.from({ length: buffers.count }, sendInTurn))
  for (const sender of senders) if (sender.status === 'rejected') throw sender.reason
  await client.send(
    new CompleteMultipartUploadCommand({ ...object, UploadId, MultipartUpload: { Parts: parts } }),
  )
}
