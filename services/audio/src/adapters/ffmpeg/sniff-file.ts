import { open } from 'node:fs/promises'
import { Refusal } from '../../domain/refusal.ts'
import {
  CONTAINERS,
  type Container,
  id3Length,
  SNIFF_BYTES,
  sniffContainer,
} from '../../domain/sniff-container.ts'

/**
 * Returns the container of a file, detected from its content, and its size in bytes. Refuses empty files and formats
 * that are not accepted.
 */
export async function sniffFile(path: string): Promise<{ container: Container; sizeBytes: number }> {
  const file = await open(path, 'r').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT')
      throw new Refusal('NOT_FOUND', 'the audio file does not exist', {
        field: 'file',
        issue: 'missing',
        provided: null,
      })
    throw cause
  })
  try {
    const info = await file.stat()
    if (!info.isFile())
      throw new Refusal('VALIDATION_ERROR', 'the audio input is not a file', {
        field: 'file',
        issue: 'not_a_file',
        provided: null,
      })
    if (info.size === 0) {
      throw new Refusal('VALIDATION_ERROR', 'the audio file is empty', {
        field: 'file',
        issue: 'empty',
        provided: 0,
      })
    }
    const head = Buffer.alloc(SNIFF_BYTES)
    const first = await file.read(head, 0, SNIFF_BYTES, 0)
    const tagLength = id3Length(head.subarray(0, first.bytesRead))
    let container: Container | undefined
    if (tagLength > 0) {
      const second = await file.read(head, 0, SNIFF_BYTES, tagLength)
      container = sniffContainer(head.subarray(0, second.bytesRead), true)
      // A tag followed by unknown bytes is still most likely an MPEG stream that synchronises later.
      if (container === undefined && second.bytesRead > 0) container = 'mp3'
    } else {
      container = sniffContainer(head.subarray(0, first.bytesRead))
    }
    if (container === undefined) {
      throw new Refusal(
        'UNSUPPORTED_FORMAT',
        `the file is not in an accepted audio format (${CONTAINERS.join(', ')}); convert it to flac, which is lossless`,
        { field: 'file', issue: 'unknown_content', provided: null },
      )
    }
    return { container, sizeBytes: info.size }
  } finally {
    await file.close()
  }
}
