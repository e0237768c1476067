import { readdir, stat } from 'node:fs/promises'
import { basename, join, resolve, sep } from 'node:path'
import { UserError } from '@assay/kit/cli'
import { sniffFile } from '../adapters/ffmpeg/sniff-file.ts'
import { Refusal } from '../domain/refusal.ts'

/** File to work on. */
export interface InputFile {
  readonly path: string
  /** Path below the folder that was named, its parts separated by slashes; the file name when the file was named. */
  readonly inside: string
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (info) => info.isDirectory(),
    () => false,
  )

/** Whether a file has the content of an accepted container. A file that cannot be read counts, so that it is reported. */
const isAudio = (path: string): Promise<boolean> =>
  sniffFile(path).then(
    () => true,
    (error: unknown) => !(error instanceof Refusal && error.code === 'UNSUPPORTED_FORMAT'),
  )

/** Returns the regular files below a folder, sorted by path; hidden files and folders are left out, links not followed. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter(
      (path) =>
        !path
          .slice(folder.length)
          .split(sep)
          .some((part) => part.startsWith('.')),
    )
    .sort()
}

/**
 * Returns the files to work on: named files as they are, and the audio files below named folders. Files in folders that
 * are not audio, by their content, are skipped, and their number is reported on standard error. A file of a folder that is
 * also named itself, or lies below two named folders, is returned once.
 */
export async function inputFiles(names: readonly string[]): Promise<InputFile[]> {
  const files: InputFile[] = []
  const known = new Set(names.map((name) => resolve(name)))
  let skipped = 0
  let folders = 0
  for (const name of names) {
    if (!(await isFolder(name))) {
      files.push({ path: name, inside: basename(name) })
      continue
    }
    folders += 1
    for (const path of await filesBelow(name)) {
      const place = resolve(path)
      if (known.has(place)) continue
      known.add(place)
      if (await isAudio(path))
        files.push({ path, inside: path.slice(join(name, sep).length).split(sep).join('/') })
      else skipped += 1
    }
  }
  if (skipped > 0)
    process.stderr.write(
      `Skipped ${skipped} ${skipped === 1 ? 'file that is' : 'files that are'} not audio.\n`,
    )
  if (files.length === 0)
    throw new UserError(`No audio file was found in ${folders === 1 ? 'the folder' : 'the folders'}.`)
  return files
}
