import { cleanFileName } from './file-name.ts'

/** Longest name offered; most file systems take 255 bytes, and a letter may be four. */
const MAX_NAME_CHARACTERS = 60

/** Returns the name that a download is offered under. */
export const downloadName = (filename: string): string =>
  cleanFileName(filename, MAX_NAME_CHARACTERS, 'download')

/**
 * The Content-Disposition header that makes a browser save a download under a name: plain ASCII for old readers, and the
 * name itself percent-encoded as UTF-8 (RFC 6266 section 4.3, RFC 8187 section 3.2). Whatever the name holds, the result
 * is one header line of printable ASCII.
 */
export function contentDisposition(filename: string): string {
  const name = downloadName(filename)
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  // encodeURIComponent leaves four characters that RFC 8187 does not allow.
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
