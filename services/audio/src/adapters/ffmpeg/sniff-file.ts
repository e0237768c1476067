import { open } from 'node:fs/promises'
import { Refusal } from '../../domain/refusal.ts'
import {
  CONTAINERS,
  type Container,
  id3Length,
  SNIFF_BYTES,
  sniffContainer,
} from '../../domain/sniff-container.ts'

/** A file's container by its content and its size in bytes; refuses what is empty or none of the accepted formats. */
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
      // A tag followed by nothing readable is still most likely an MPEG stream that resynchronises later.
      if (container === undefined && second.bytesRead > 0) container = 'mp3'
    } else {
      container = sniffContainer(head.subarray(0, first.bytesRead))
    }
    if (container === undefined) {
      throw new Refusal(
        'UNSUPPORTED_FORMAT',
        `the file's content is none of the accepted audio formats (${CONTAINERS.join(', ')}); convert it to one of them first, flac loses nothing`,
        { field: 'file', issue: 'unknown_content', provided: null },
      )
    }
    return { container, sizeBytes: info.size }
  } finally {
    await file.close()
  }
}
