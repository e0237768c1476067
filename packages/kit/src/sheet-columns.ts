import { type Command, type Commands, UsageError } from './command.ts'
import { jsonLines, printResult, type Sheet, type SheetDescription } from './sheet.ts'

/** One column that a command prints. */
interface DocumentedColumn {
  readonly command: string
  readonly when: string
  readonly row: string
  readonly usual: string
  readonly column: string
  readonly about: string
}

const ofSheet = (command: string, { row, when, usual, columns }: SheetDescription): DocumentedColumn[] =>
  Object.entries(columns).map(([column, [about]]) => ({
    command,
    when: when ?? '',
    row,
    usual: usual ?? 'table',
    column,
    about,
  }))

const columnsOf = (commands: Commands): DocumentedColumn[] =>
  Object.entries(commands).flatMap(([command, { sheets = [] }]) =>
    sheets.flatMap((sheet) => ofSheet(command, sheet)),
  )

const sheet: Sheet<readonly DocumentedColumn[], DocumentedColumn> = {
  row: 'one column of a command',
  columns: {
    command: ['command that prints the column', ({ command }) => command],
    when: ['when the command prints it, if it prints several tables', ({ when }) => when],
    row: ['what one row of the table stands for', ({ row }) => row],
    usual: ['format that the command prints without --format', ({ usual }) => usual],
    column: ['name of the column', ({ column }) => column],
    about: ['what the column holds', ({ about }) => about],
  },
  rows: (columns) => columns,
  json: jsonLines,
}

/** Returns the command `columns`, which lists the columns of all commands, itself included. */
export function columnsCommand(commands: Commands): Commands {
  const command: Command = {
    summary: 'List the columns that the commands print with --format tsv',
    help: '[COMMAND]\n\nLists the columns of every list and result, or those of one command, in the order in which they are printed.',
    sheets: [sheet],
    async run({ argv, format }) {
      const asked = argv.join(' ')
      const all = columnsOf({ ...commands, columns: command })
      const listed = asked === '' ? all : all.filter((column) => column.command === asked)
      if (listed.length === 0) throw new UsageError(`"${asked}" is not a command that prints columns.`)
      printResult(sheet, format, listed)
      return 0
    },
  }
  return { columns: command }
}
