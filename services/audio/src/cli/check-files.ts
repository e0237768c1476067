import { type Command, UsageError } from '@assay/kit/cli'
import { jsonLine, printResult, type Sheet } from '@assay/kit/sheet'
import type { FilesCheck } from '../operations/check-files.ts'
import { parseNothing, parseOptions } from './parse-options.ts'

/** Returns one line per finding, then the counts. */
function linesOf({ files, rows, filesWithoutRow, rowsWithoutFile, wrongSizes }: FilesCheck): string[] {
  return [
    ...filesWithoutRow.map((key) => `file without a row: ${key}`),
    ...rowsWithoutFile.map(({ key, holder, id }) => `row without a file: ${holder} ${id} needs ${key}`),
    ...wrongSizes.map(
      ({ key, holder, id, sizeBytes, foundBytes }) =>
        `file of another size: ${holder} ${id} needs ${key} with ${sizeBytes} bytes, and it has ${foundBytes}`,
    ),
    `${files} files, ${rows} rows that need one: ${filesWithoutRow.length} files without a row, ${rowsWithoutFile.length} rows without a file, ${wrongSizes.length} files of another size`,
  ]
}

interface Difference {
  readonly difference: string
  readonly key: string
  readonly holder?: string
  readonly id?: string
  readonly sizeBytes?: number | null
  readonly foundBytes?: number
}

const differences = ({ filesWithoutRow, rowsWithoutFile, wrongSizes }: FilesCheck): Difference[] => [
  ...filesWithoutRow.map((key) => ({ difference: 'file without a row', key })),
  ...rowsWithoutFile.map((row) => ({ difference: 'row without a file', ...row })),
  ...wrongSizes.map((row) => ({ difference: 'file of another size', ...row })),
]

const sheet: Sheet<FilesCheck, Difference> = {
  row: 'one difference',
  columns: {
    difference: [
      'file without a row, row without a file, or file of another size',
      ({ difference }) => difference,
    ],
    key: ['key of the file in the storage', ({ key }) => key],
    holder: ['kind of row that needs the file', ({ holder }) => holder],
    id: ['id of that row', ({ id }) => id],
    size_bytes: ['size by the row', ({ sizeBytes }) => sizeBytes],
    found_bytes: ['size of the file', ({ foundBytes }) => foundBytes],
  },
  rows: differences,
  json: jsonLine,
  text: (found) => `${linesOf(found).join('\n')}\n`,
}

/** `assay-audio check-files`: compares the storage with the database. */
export const checkFilesCommand: Command = {
  summary: 'Compare the stored files with the database and report differences',
  sheets: [sheet],
  help: `[--age MINUTES]

Reports files that no row refers to, rows whose file is missing, and files whose size is not that of their row. Changes nothing.
Uses DATABASE_URL or DATA_DIR, and STORAGE with its settings, as "assay-audio serve" does. Run it after a restore.

--age MINUTES  ignore files without a row that were written later than this; by default ABANDONED_AFTER_MINUTES, because an
               upload is stored before its row. Use 0 when no server runs.

The exit code is 1 when there is a difference. Workers remove files without a row by themselves after ABANDONED_AFTER_MINUTES;
a row without a file needs the file from a backup, or its track or job must be removed.`,
  async run(context) {
    const { values, positionals } = parseOptions(context, { age: { type: 'string' } })
    parseNothing({ argv: positionals })
    const age = values.age === undefined ? undefined : Number(values.age)
    if (age !== undefined && (!(age >= 0) || values.age?.trim() === ''))
      throw new UsageError(`--age must be a number of minutes, 0 or more, not ${values.age}.`)
    const [{ composeFilesCheck }, { readConfig }] = await Promise.all([
      import('../compose/check-files.ts'),
      import('../config.ts'),
    ])
    const config = readConfig({ argv: [], env: context.env })
    const { checkFiles, close } = await composeFilesCheck(config)
    try {
      const found = await checkFiles(age ?? config.abandonedAfterMinutes)
      printResult(sheet, context.format, found)
      return differences(found).length > 0 ? 1 : 0
    } finally {
      await close()
    }
  },
}
