import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { type CommandContext, UsageError } from '@assay/kit/cli'

/** Parses the flags and words of one command. An unknown flag is a usage error. */
export function parseOptions<Options extends ParseArgsOptionsConfig>(
  { argv }: Pick<CommandContext, 'argv'>,
  options: Options,
) {
  try {
    return parseArgs({ args: [...argv], allowPositionals: true, options })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

/** Parses the arguments of a command that takes none. */
export function parseNothing(context: Pick<CommandContext, 'argv'>): void {
  const [word] = parseOptions(context, {}).positionals
  if (word !== undefined) throw new UsageError(`Unexpected argument "${word}".`)
}

/** Returns the files to work on, at least one. */
export function namedFiles(positionals: readonly string[], example: string): readonly string[] {
  if (positionals.length === 0)
    throw new UsageError(`Name at least one audio file, for example: assay-audio ${example} track.mp3`)
  return positionals
}
