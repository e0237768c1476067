import { Refusal } from '../domain/refusal.ts'
import { titleOfFile } from '../domain/track-title.ts'

/** Reasons why a file cannot be opened, by system error code. */
const OBSTACLES: Readonly<Record<string, string>> = {
  ENOENT: 'the file does not exist',
  EISDIR: 'this is a folder; name the files in it',
  EACCES: 'you do not have permission to read it',
}

/** Quotes a word for the shell. */
const quoted = (text: string): string =>
  /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`

/** Returns the command that converts a file to an accepted format, with a new name beside it. */
const conversion = (path: string): string => {
  const flac = `${titleOfFile(path)}.flac`
  const out = flac === path ? `${titleOfFile(path)}-converted.flac` : flac
  return `ffmpeg -i ${quoted(path)} -vn ${quoted(out)}`
}

/** Returns what is wrong with a file and what to do about it; undefined when the error is not about the file. */
export function complaint(error: unknown, path: string): string | undefined {
  if (!(error instanceof Refusal)) return OBSTACLES[(error as NodeJS.ErrnoException).code ?? '']
  const convertible = error.code === 'UNSUPPORTED_FORMAT' || error.details.issue === 'codec_not_accepted'
  return convertible ? `${error.message}: ${conversion(path)}` : error.message
}
