import { inBatches } from './in-batches.ts'
import type { FileReference, FileReferences } from './ports/file-references.ts'
import type { FileStore } from './ports.ts'

const BATCH_SIZE = 500
/** Files whose size is asked for at the same time. */
const AT_ONCE = 16

/** A row whose file has another size than the row says. */
interface WrongSize extends FileReference {
  readonly foundBytes: number
}

/** Comparison of stored files and rows. */
export interface FilesCheck {
  /** Number of files that were old enough to be looked at. */
  readonly files: number
  /** Number of rows that refer to a file. */
  readonly rows: number
  /** Keys of files that no row refers to. */
  readonly filesWithoutRow: readonly string[]
  readonly rowsWithoutFile: readonly FileReference[]
  readonly wrongSizes: readonly WrongSize[]
}

/**
 * Compares the stored files with the rows that refer to them, in both directions, and changes nothing. It may run while
 * the service works: a file is written before its row, so only files last written before `ageMinutes` count as files
 * without a row, and a row whose file is missing is read again before it is reported.
 */
export function checkFiles(deps: {
  files: Pick<FileStore, 'lastWrittenBefore' | 'sizeOf'>
  references: FileReferences
  now: () => Date
}) {
  const { files, references } = deps

  async function unreferenced(before: Date) {
    const filesWithoutRow: string[] = []
    let count = 0
    for await (const keys of inBatches(files.lastWrittenBefore(before), BATCH_SIZE)) {
      const needed = await references.needed(keys)
      filesWithoutRow.push(...keys.filter((key) => !needed.has(key)))
      count += keys.length
    }
    return { files: count, filesWithoutRow }
  }

  async function missing() {
    const rowsWithoutFile: FileReference[] = []
    const wrongSizes: WrongSize[] = []
    let count = 0
    for await (const page of references.all()) {
      count += page.length
      const suspects: { row: FileReference; found: number | undefined }[] = []
      for await (const group of inBatches(page, AT_ONCE)) {
        const sizes = await Promise.all(group.map(({ key }) => files.sizeOf(key)))
        for (const [i, row] of group.entries())
          if (sizes[i] === undefined || (row.sizeBytes !== null && row.sizeBytes !== sizes[i]))
            suspects.push({ row, found: sizes[i] })
      }
      // A job may have ended, or a track may have been removed, since its row was read.
      const still = await references.needed(suspects.map(({ row }) => row.key))
      for (const { row, found } of suspects) {
        if (!still.has(row.key)) continue
        if (found === undefined) rowsWithoutFile.push(row)
        else wrongSizes.push({ ...row, foundBytes: found })
      }
    }
    return { rows: count, rowsWithoutFile, wrongSizes }
  }

  return async (ageMinutes: number): Promise<FilesCheck> => {
    const before = new Date(deps.now().getTime() - ageMinutes * 60_000)
    return { ...(await unreferenced(before)), ...(await missing()) }
  }
}
