import { type Command, type Commands, UsageError } from './command.ts'
import { nearest } from './nearest.ts'
import { columnsCommand } from './sheet-columns.ts'
import { formatHelp, takeFormat } from './sheet-format.ts'

export { type Command, type CommandContext, UsageError, UserError } from './command.ts'

/** Returns the list of commands. `group` is the first word that all of them share, if any. */
function overview(name: string, commands: Commands, group = ''): string {
  const listed = Object.entries(commands).filter(([command]) => command.startsWith(group))
  const width = Math.max(...listed.map(([command]) => command.length))
  const lines = listed.map(([command, { summary }]) => `  ${command.padEnd(width)}  ${summary}`)
  return `Usage: ${name} ${group}<command> [options]\n\nCommands:\n${lines.join('\n')}\n\n"${name} <command> --help" shows the options of a command.\n`
}

/**
 * Finds the longest command that the arguments begin with: `semantic search "…"` matches `semantic search` before
 * `semantic`.
 */
function find(commands: Commands, argv: readonly string[]): { name: string; rest: string[] } | undefined {
  for (let words = Math.min(MAX_WORDS, argv.length); words > 0; words--) {
    const name = argv.slice(0, words).join(' ')
    if (Object.hasOwn(commands, name)) return { name, rest: argv.slice(words) }
  }
  return undefined
}

const MAX_WORDS = 3

/** Returns the command closest to a mistyped one. Compares as many words as the command has. */
function nearestCommand(commands: Commands, argv: readonly string[]): string | undefined {
  const known = ['--help', '--version', ...Object.keys(commands)]
  for (let words = MAX_WORDS; words > 0; words--) {
    const typed = argv.slice(0, words).join(' ')
    const guess = nearest(
      typed,
      known.filter((name) => name.split(' ').length === words),
    )
    if (guess !== undefined) return guess
  }
  return undefined
}

/** Handles arguments that name no command: suggests the nearest one, or lists all. */
function unknownCommand(name: string, commands: Commands, argv: readonly string[], group: string): number {
  const typed = argv.slice(0, group === '' ? 1 : 2).join(' ')
  const guess = nearestCommand(commands, argv)
  const help =
    guess === undefined
      ? `\n\n${overview(name, commands, group)}`
      : ` Did you mean "${name} ${guess}"?\n"${name} --help" lists the commands.\n`
  process.stderr.write(`${name}: "${typed}" is not a command.${help}`)
  return 2
}

const HELP = ['-h', '--help']
const VERSION = ['-v', '--version']

/** Whether one of the flags is among the words. Words after `--` are not flags. */
function asksFor(flags: readonly string[], words: readonly string[]): boolean {
  const end = words.indexOf('--')
  return words.slice(0, end < 0 ? undefined : end).some((word) => flags.includes(word))
}

/** Ends the process without an error when a reader such as `head` closes the pipe. */
function readerLeft(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
}

/** Whether an error means wrong use: a `UsageError`, or an option that Node's `parseArgs` refused. */
const isMisuse = (error: unknown): boolean =>
  error instanceof UsageError ||
  String((error as NodeJS.ErrnoException | undefined)?.code).startsWith('ERR_PARSE_ARGS')

/**
 * Runs one command. This is the only place that reads the environment. Exit codes: 0 success, 1 failure, 2 wrong use.
 */
export async function runCli(
  name: string,
  version: string,
  given: Commands,
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<number | undefined> {
  const commands = { ...given, ...columnsCommand(given) }
  process.stdout.off('error', readerLeft).on('error', readerLeft)
  // `help serve` means `serve --help`.
  const [first = '', ...others] = argv
  const words = first === 'help' ? [...others, '--help'] : argv
  const print = (text: string, exitCode = 0) => {
    process.stdout.write(text)
    return exitCode
  }

  const found = find(commands, words)
  if (found === undefined) {
    const [word = ''] = words
    const group = Object.keys(commands).some((command) => command.startsWith(`${word} `)) ? `${word} ` : ''
    const rest = group === '' ? words : words.slice(1)
    if (rest.length === 0) return print(overview(name, commands, group), 2)
    if (HELP.includes(rest[0] as string)) return print(overview(name, commands, group))
    if (VERSION.includes(rest[0] as string)) return print(`${version}\n`)
    return unknownCommand(name, commands, words, group)
  }

  const command = commands[found.name] as Command
  if (asksFor(HELP, found.rest)) {
    const help = typeof command.help === 'string' ? command.help : await command.help()
    return print(`Usage: ${name} ${found.name} ${help}\n${formatHelp(command)}`)
  }
  if (asksFor(VERSION, found.rest)) return print(`${version}\n`)
  try {
    const { argv: rest, format } = takeFormat(command, found.rest)
    return await command.run({ argv: rest, env, format })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    process.stderr.write(`${name} ${found.name}: ${message}\n`)
    if (!isMisuse(error)) return 1
    process.stderr.write(`"${name} ${found.name} --help" lists the options.\n`)
    return 2
  }
}
