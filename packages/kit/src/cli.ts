export interface CommandContext {
  /** The words after the command. */
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
}

export interface Command {
  readonly summary: string
  /** Shown by `<name> <command> --help`; a function where making it loads what the command itself may not need. */
  readonly help: string | (() => Promise<string>)
  /** Resolves to the exit code; a server's command resolves when it listens and lives on. */
  run(context: CommandContext): Promise<number | undefined>
}

/** A failure with a sentence for the person at the keyboard: what happened and what to do next. Exit code 1. */
export class UserError extends Error {
  override readonly name: string = 'UserError'
}

/** A command that was asked for in a wrong way. Exit code 2, with a hint at its help. */
export class UsageError extends UserError {
  override readonly name: string = 'UsageError'
}

function overview(name: string, commands: Record<string, Command>): string {
  const width = Math.max(...Object.keys(commands).map((command) => command.length))
  const lines = Object.entries(commands).map(
    ([command, { summary }]) => `  ${command.padEnd(width)}  ${summary}`,
  )
  return `Usage: ${name} <command> [options]\n\nCommands:\n${lines.join('\n')}\n\n${name} <command> --help tells more.\n`
}

/** The longest command whose words begin the arguments: `semantic search "…"` finds `semantic search` before `semantic`. */
function find(
  commands: Record<string, Command>,
  argv: readonly string[],
): { name: string; rest: string[] } | undefined {
  for (let words = Math.min(3, argv.length); words > 0; words--) {
    const name = argv.slice(0, words).join(' ')
    if (Object.hasOwn(commands, name)) return { name, rest: argv.slice(words) }
  }
  return undefined
}

/** `… | head` has read enough and closed the pipe: that is an end, not a failure. */
function readerLeft(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
}

/** Runs one command; the one place that reads the environment. Exit codes: 0 done, 1 it could not be done, 2 it was asked for in a wrong way. */
export async function runCli(
  name: string,
  version: string,
  commands: Record<string, Command>,
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<number | undefined> {
  process.stdout.off('error', readerLeft).on('error', readerLeft)
  if (argv.length === 0 || argv[0] === '--help' || argv[0] === 'help') {
    process.stdout.write(overview(name, commands))
    return argv.length === 0 ? 2 : 0
  }
  if (argv[0] === '--version') {
    process.stdout.write(`${version}\n`)
    return 0
  }
  const found = find(commands, argv)
  if (!found) {
    process.stderr.write(`${name}: "${argv[0]}" is not a command.\n\n${overview(name, commands)}`)
    return 2
  }
  const command = commands[found.name] as Command
  if (found.rest.includes('--help')) {
    const help = typeof command.help === 'string' ? command.help : await command.help()
    process.stdout.write(`Usage: ${name} ${found.name} ${help}\n`)
    return 0
  }
  try {
    return await command.run({ argv: found.rest, env })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    process.stderr.write(`${name} ${found.name}: ${message}\n`)
    if (!(error instanceof UsageError)) return 1
    process.stderr.write(`"${name} ${found.name} --help" lists the options.\n`)
    return 2
  }
}
