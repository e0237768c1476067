import { Refusal } from '../domain/refusal.ts'
import { titleOfFile } from '../domain/track-title.ts'

/** Why a file cannot be opened, by the code of the system's error. */
const OBSTACLES: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'that is a folder; name the files in it',
  EACCES: 'you may not read it',
}

/** A word of a shell's command line that stands for itself. */
const quoted = (text: string): string =>
  /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`

/** The command that makes a file of another kind one that is accepted, beside it and under a name of its own. */
const conversion = (path: string): string => {
  const flac = `${titleOfFile(path)}.flac`
  const out = flac === path ? `${titleOfFile(path)}-converted.flac` : flac
  return `ffmpeg -i ${quoted(path)} -vn ${quoted(out)}`
}

/** What is wrong with a file, for people, and what to do about it; undefined where the error is not about the file. */
export function complaint(error: unknown, path: string): string | undefined {
  if (!(error instanceof Refusal)) return OBSTACLES[(error as NodeJS.ErrnoException).code ?? '']
  const convertible = error.code === 'UNSUPPORTED_FORMAT' || error.details.issue === 'codec_not_accepted'
  return convertible ? `${error.message}: ${conversion(path)}` : error.message
}
