import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { type CommandContext, UsageError } from '@assay/kit/cli'

/** The flags of one command and the words beside them; what the command does not know is a wrong use. */
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

/** For commands that take nothing. */
export function parseNothing(context: Pick<CommandContext, 'argv'>): void {
  const [word] = parseOptions(context, {}).positionals
  if (word !== undefined) throw new UsageError(`"${word}" is not expected here.`)
}

/** Files to work on, at least one. */
export function namedFiles(positionals: readonly string[], example: string): readonly string[] {
  if (positionals.length === 0)
    throw new UsageError(`Name at least one audio file, for example: assay-audio ${example} track.mp3`)
  return positionals
}
