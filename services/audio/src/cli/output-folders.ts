import { basename, extname } from 'node:path'

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
