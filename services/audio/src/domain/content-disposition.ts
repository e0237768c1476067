import { cleanFileName } from './file-name.ts'

/** Longest name offered. Most file systems allow 255 bytes, and a character may need four. */
const MAX_NAME_CHARACTERS = 60

/** Returns the file name offered for a download. */
export const downloadName = (filename: string): string =>
  cleanFileName(filename, MAX_NAME_CHARACTERS, 'download')

/**
 * Returns the Content-Disposition header for a download: the name in plain ASCII for old readers, and percent-encoded
 * as UTF-8 (RFC 6266 section 4.3, RFC 8187 section 3.2). For any name the result is one header line of printable ASCII.
 */
export function contentDisposition(filename: string): string {
  const name = downloadName(filename)
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  // encodeURIComponent does not encode four characters that RFC 8187 forbids.
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
