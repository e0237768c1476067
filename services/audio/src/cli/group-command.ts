import { type Command, UsageError } from '@assay/kit/cli'

/** The command of a word that others begin with: lists them, as the program does when it is called alone. */
export function groupCommand(word: string, summary: string, commands: Record<string, Command>): Command {
  const members = Object.entries(commands).filter(([name]) => name.startsWith(`${word} `))
  const width = Math.max(...members.map(([name]) => name.length))
  const lines = members.map(([name, command]) => `  ${name.padEnd(width)}  ${command.summary}\n`)
  const help = `<command> [options]\n\nCommands:\n${lines.join('')}`
  return {
    summary,
    help,
    async run({ argv: [unknown] }) {
      if (unknown !== undefined) throw new UsageError(`"${word} ${unknown}" is not a command.`)
      process.stdout.write(`Usage: audio ${word} ${help}`)
      return 2
    },
  }
}
