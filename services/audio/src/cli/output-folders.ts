import { access, constants, mkdir, stat } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { UsageError, UserError } from '@assay/kit/cli'

/** Folds case and accents, as some file systems do when they compare names. */
const folded = (name: string): string => name.normalize('NFC').toLowerCase()

/**
 * Returns a folder name for each file: its name without the extension, with a number when another file of the run or a
 * `reserved` name already has it: `same`, `same-2`.
 */
export function folderNames(files: readonly string[], reserved: readonly string[] = []): string[] {
  const wanted = files.map((file) => basename(file, extname(file)))
  const taken = new Set(reserved.map(folded))
  // Real names are assigned before names with a number.
  const own = new Set(wanted.map(folded))
  return wanted.map((name) => {
    let free = name
    for (let number = 2; taken.has(folded(free)) || (free !== name && own.has(folded(free))); number++)
      free = `${name}-${number}`
    taken.add(folded(free))
    return free
  })
}

/** Reasons why a path cannot be written, by system error code. */
const OBSTACLES: Readonly<Record<string, string>> = {
  ENOTDIR: 'a file with this name exists. Choose another folder with --out, or move the file',
  EEXIST: 'a file with this name exists. Choose another folder with --out, or move the file',
  EACCES: 'you do not have permission to write there. Choose another folder with --out',
  EPERM: 'you do not have permission to write there. Choose another folder with --out',
  EROFS: 'the file system is read-only. Choose another folder with --out',
  ENOENT: 'the folder cannot be created. Choose another one with --out',
  ENOSPC: 'the disk is full. Free some space, or choose another folder with --out',
  ENAMETOOLONG: 'the name is too long. Choose a shorter one with --out',
}

/** Returns a function that turns a write error at a path into a message; any other error stays as it is. */
export function explainWriting(path: string): (error: unknown) => never {
  return (error) => {
    const { code = '', syscall, path: where = path } = error as NodeJS.ErrnoException
    // An error at another path, such as the input, is not about writing here.
    const isHere = syscall !== undefined && (where.startsWith(path) || path.startsWith(where))
    const obstacle = isHere ? OBSTACLES[code] : undefined
    throw obstacle === undefined ? error : new UserError(`Cannot write to ${path}: ${obstacle}.`)
  }
}

/**
 * Returns a folder in `out` for each file, after checking that they can be written, so that hours of work do not fail
 * at the end. Creates `out`, but not the folders.
 */
export async function prepareFolders(
  out: string,
  files: readonly string[],
  reserved: readonly string[] = [],
): Promise<readonly string[]> {
  if (out === '') throw new UsageError('--out needs the name of a folder.')
  await mkdir(out, { recursive: true })
    .then(() => access(out, constants.W_OK | constants.X_OK))
    .catch(explainWriting(out))
  const folders = folderNames(files, reserved).map((name) => join(out, name))
  for (const folder of folders) await checkFolder(folder)
  return folders
}

/** Refuses a path that exists but is not a writable folder. */
async function checkFolder(path: string): Promise<void> {
  const info = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    return explainWriting(path)(error)
  })
  if (info === undefined) return
  // The trailing slash makes a non-directory fail with ENOTDIR.
  await access(`${path}/`, constants.W_OK | constants.X_OK).catch(explainWriting(path))
}
