import type { SheetDescription } from './sheet.ts'

/** Input of a command: its arguments and the environment. */
export interface CommandContext {
  /** Arguments after the command, without `--format` and `--json` if the command prints sheets. */
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** Format of the result that was asked for, one of those that the command knows. */
  readonly format?: string | undefined
}

/** One command of a command line. */
export interface Command {
  readonly summary: string
  /**
   * Text for `<name> <command> --help`. A function when building the text loads modules that the command may not need.
   */
  readonly help: string | (() => Promise<string>)
  /** Tables that the command prints. It then takes `--format` and `--json`. */
  readonly sheets?: readonly SheetDescription[]
  /** Formats that the command knows, if they are others than table, json and tsv. */
  readonly formats?: readonly string[]
  /** Sentence for somebody who gave an unknown format, if the command has a similar option. */
  readonly formatHint?: string
  /** Resolves to the exit code. The command of a server resolves when it listens, and the process stays alive. */
  run(context: CommandContext): Promise<number | undefined>
}

/** Commands by name. */
export type Commands = Readonly<Record<string, Command>>

/** Failure with a message for the user: what happened and what to do next. Exit code 1. */
export class UserError extends Error {
  override readonly name: string = 'UserError'
}

/** Wrong use of a command. Exit code 2; the message points to the help. */
export class UsageError extends UserError {
  override readonly name: string = 'UsageError'
}
