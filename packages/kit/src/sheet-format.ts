import { type Command, UsageError } from './command.ts'
import { nearest } from './nearest.ts'
import { OUTPUT_FORMATS, type SheetDescription } from './sheet.ts'

type Formats = Pick<Command, 'sheets' | 'formats' | 'formatHint'>

const formatsOf = ({ formats }: Formats): readonly string[] => formats ?? OUTPUT_FORMATS

const inWords = (words: readonly string[]): string => `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`

function known(command: Formats, format: string | undefined): string {
  const formats = formatsOf(command)
  if (format !== undefined && formats.includes(format)) return format
  const wanted = `--format must be ${inWords(formats)}`
  if (format === undefined) throw new UsageError(`${wanted}.`)
  const guess = nearest(format, formats)
  // Where another option takes such a value, that option was meant and not the format with the nearest name.
  const hint = command.formatHint ?? (guess && `Did you mean "${guess}"?`)
  throw new UsageError(`${wanted}, not "${format}".${hint === undefined ? '' : ` ${hint}`}`)
}

/**
 * Takes `--format NAME` and its short form `--json` out of the arguments of a command that prints sheets. Refuses an
 * unknown format with the nearest one or the hint of the command, and two different formats.
 */
export function takeFormat(
  command: Formats,
  argv: readonly string[],
): { argv: readonly string[]; format: string | undefined } {
  if (command.sheets === undefined) return { argv, format: undefined }
  const rest: string[] = []
  const asked = new Set<string>()
  for (let i = 0; i < argv.length; i++) {
    const word = argv[i]!
    if (word === '--') {
      rest.push(...argv.slice(i))
      break
    }
    if (word === '--json') asked.add('json')
    else if (word === '--format') asked.add(known(command, argv[++i]))
    else if (word.startsWith('--format=')) asked.add(known(command, word.slice('--format='.length)))
    else rest.push(word)
  }
  if (asked.size > 1) throw new UsageError(`Ask for one format, not for ${[...asked].join(' and ')}.`)
  const [format] = asked
  return { argv: rest, format }
}

const WIDTH = 118

/** Breaks words into lines that begin with a margin. */
function wrapped(words: readonly string[], margin: string): string {
  const lines: string[] = []
  for (const word of words) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + 1 + word.length <= WIDTH)
      lines[lines.length - 1] = `${line} ${word}`
    else lines.push(`${margin}${word}`)
  }
  return lines.join('\n')
}

const columnsHelp = ({ row, when, usual = 'table', columns }: SheetDescription): string => {
  const names = Object.keys(columns)
  const listed = names.map((name, i) => (i < names.length - 1 ? `${name},` : name))
  const title = when === undefined ? 'Columns' : `Columns for ${when}`
  return `${title}, ${row} in each row (default ${usual}):\n${wrapped(listed, '  ')}\n`
}

/** Help text on the formats and columns of a command; empty for a command without sheets. */
export function formatHelp(command: Formats): string {
  if (command.sheets === undefined) return ''
  const formats = formatsOf(command).join('|')
  return `\nOutput: --format ${formats} (--json means --format json)\n${command.sheets.map(columnsHelp).join('')}`
}
