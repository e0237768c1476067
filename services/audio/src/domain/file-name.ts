/**
 * Control characters, line separators and invisible formatting characters, including the marks that change the reading
 * direction: `fdp.exe` must not look like `exe.pdf`. The joiners U+200C and U+200D are kept, because Persian and emoji
 * need them.
 */
const UNSEEN = /[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]--[\u200c\u200d]]/gv

/**
 * Cleans the file name that a client sent: removes folders, invisible characters and outer spaces, and cuts the name to
 * `maxCharacters` (Unicode code points) with its extension kept. Returns `fallback` when nothing is left.
 */
export function cleanFileName(filename: string, maxCharacters: number, fallback: string): string {
  const last = filename.toWellFormed().split(/[/\\]/).at(-1) ?? ''
  const name = last.replaceAll(UNSEEN, '').trim()
  const characters = [...name]
  if (characters.length <= maxCharacters) return name || fallback
  const extension = /\.[a-z0-9]{1,8}$/i.exec(name)?.[0] ?? ''
  return characters.slice(0, maxCharacters - extension.length).join('') + extension
}
