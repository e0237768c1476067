import { access, constants, mkdir, stat } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { UsageError, UserError } from '@assay/kit/cli'

/** As file systems compare names that fold case and accents. */
const folded = (name: string): string => name.normalize('NFC').toLowerCase()

/**
 * A folder name for each file: its name without the extension, with a number where another file of the run or a `reserved`
 * name has it already: `same`, `same-2`.
 */
export function folderNames(files: readonly string[], reserved: readonly string[] = []): string[] {
  const wanted = files.map((file) => basename(file, extname(file)))
  const taken = new Set(reserved.map(folded))
  // What a file is really called goes before what a number was put to.
  const own = new Set(wanted.map(folded))
  return wanted.map((name) => {
    let free = name
    for (let number = 2; taken.has(folded(free)) || (free !== name && own.has(folded(free))); number++)
      free = `${name}-${number}`
    taken.add(folded(free))
    return free
  })
}

/** What stands in the way of writing somewhere, by the code of the system's error. */
const OBSTACLES: Readonly<Record<string, string>> = {
  ENOTDIR: 'a file is in the way. Name another folder with --out, or move the file',
  EEXIST: 'a file is in the way. Name another folder with --out, or move the file',
  EACCES: 'you may not write there. Name another folder with --out',
  EPERM: 'you may not write there. Name another folder with --out',
  EROFS: 'nothing can be written there. Name another folder with --out',
  ENOENT: 'no folder can be made there. Name another one with --out',
  ENOSPC: 'the disk is full. Make room, or name a folder elsewhere with --out',
  ENAMETOOLONG: 'the name is too long. Name a shorter one with --out',
}

/** Says in words why nothing can be written to a path; any other error stays what it is. */
export function explainWriting(path: string): (error: unknown) => never {
  return (error) => {
    const { code = '', syscall, path: where = path } = error as NodeJS.ErrnoException
    // An error at another path, such as that of the input, is not about writing here.
    const isHere = syscall !== undefined && (where.startsWith(path) || path.startsWith(where))
    const obstacle = isHere ? OBSTACLES[code] : undefined
    throw obstacle === undefined ? error : new UserError(`Cannot write to ${path}: ${obstacle}.`)
  }
}

/**
 * A folder in `out` for each file, after a check that they can be written: hours of work should not end at a name. `out` is
 * made, the folders are not.
 */
export async function prepareFolders(
  out: string,
  files: readonly string[],
  reserved: readonly string[] = [],
): Promise<readonly string[]> {
  if (out === '') throw new UsageError('--out takes the name of a folder.')
  await mkdir(out, { recursive: true })
    .then(() => access(out, constants.W_OK | constants.X_OK))
    .catch(explainWriting(out))
  const folders = folderNames(files, reserved).map((name) => join(out, name))
  for (const folder of folders) await checkFolder(folder)
  return folders
}

/** Refuses a folder that exists and cannot be written, or is none. */
async function checkFolder(path: string): Promise<void> {
  const info = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    return explainWriting(path)(error)
  })
  if (info === undefined) return
  // The slash lets what is no folder fail as such.
  await access(`${path}/`, constants.W_OK | constants.X_OK).catch(explainWriting(path))
}
