/** Longest name offered; most file systems take 255 bytes, and a letter may be four. */
const MAX_NAME_CHARACTERS = 60

/** Control characters, and the marks that turn the reading direction: `fdp.exe` must not pass for `exe.pdf`. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** What remains of a client's file name once folders, invisible characters and excess length are gone; never empty. */
export function downloadName(filename: string): string {
  const last = filename.toWellFormed().split(/[/\\]/).at(-1) ?? ''
  const name = last.replaceAll(UNSEEN, '').trim()
  const characters = [...name]
  if (characters.length <= MAX_NAME_CHARACTERS) return name || 'download'
  const extension = /\.[a-z0-9]{1,8}$/i.exec(name)?.[0] ?? ''
  return characters.slice(0, MAX_NAME_CHARACTERS - extension.length).join('') + extension
}

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
