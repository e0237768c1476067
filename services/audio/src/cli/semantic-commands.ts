import type { ParseArgsOptionsConfig } from 'node:util'
import { type Command, type CommandContext, UsageError, UserError } from '@assay/kit/cli'
import { printer, printResult } from '@assay/kit/sheet'
import { Refusal } from '../domain/refusal.ts'
import { inputFiles } from './input-files.ts'
import { interruptible } from './interrupt.ts'
import type { Library } from './library.ts'
import { namedFiles, parseNothing, parseOptions } from './parse-options.ts'
import { indexSheet, renewSheet, searchSheet, statsSheet, unheardText } from './semantic-sheets.ts'
import { severalFiles } from './several-files.ts'

const WHERE = {
  server: { type: 'string' },
  'api-key': { type: 'string' },
} as const satisfies ParseArgsOptionsConfig

const WHERE_HELP = `Uses the library in the database of DATABASE_URL, otherwise in the embedded database in DATA_DIR (through "assay-audio serve" if it is running).
--server URL [--api-key KEY] uses the library of another server.`

async function withLibrary<T>(
  context: CommandContext,
  values: { server?: string | undefined; 'api-key'?: string | undefined },
  use: (library: Library) => Promise<T>,
): Promise<T> {
  const { openLibrary } = await import('./open-library.ts')
  const library = await openLibrary(context, { server: values.server, apiKey: values['api-key'] })
  try {
    return await use(library)
  } catch (error) {
    if (error instanceof Refusal) throw new UserError(error.message)
    throw error
  } finally {
    await library.close()
  }
}

const index: Command = {
  sheets: [indexSheet],
  summary: 'Add audio files to the library',
  help: `FILE|FOLDER… [--artist NAME] [--title NAME] [--server URL [--api-key KEY]]

Analyses the files, several at the same time, and adds them to the library. Files with the same bytes are one track, whatever their
names. Without --artist and --title, the tags or the file name are used. The exit code is 1 when a file could not be indexed.

${WHERE_HELP}`,
  async run(context) {
    const { values, positionals } = parseOptions(context, {
      ...WHERE,
      artist: { type: 'string' },
      title: { type: 'string' },
    })
    const files = (await inputFiles(namedFiles(positionals, 'semantic index'))).map(({ path }) => path)
    if (values.title !== undefined && files.length > 1)
      throw new UsageError('--title is for one file; index the files one by one, or omit --title.')
    const names = {
      ...(values.title === undefined ? {} : { title: values.title }),
      ...(values.artist === undefined ? {} : { artist: values.artist }),
    }
    const print = printer(indexSheet, context.format)
    return interruptible((signal) =>
      withLibrary(context, values, (library) =>
        severalFiles({
          files,
          atOnce: Math.min(files.length, library.atOnce),
          signal,
          work: (path, attendance) => library.index(path, names, attendance),
          use: async ({ semantic_analysis: track }, path) => print({ path, track }),
        }),
      ),
    )
  },
}

const NUMBERS = ['min-bpm', 'max-bpm', 'min-duration', 'max-duration'] as const

const search: Command = {
  sheets: [searchSheet],
  summary: 'Find tracks by a description of a feeling',
  help: `"WORDS" [--top-k N] [--min-bpm N] [--max-bpm N] [--min-duration SECONDS] [--max-duration SECONDS] [--artist NAME] [--key KEY]
[--server URL [--api-key KEY]]

For example: assay-audio semantic search "dark and driving, but not aggressive" --top-k 5

${WHERE_HELP}`,
  async run(context) {
    const { values, positionals } = parseOptions(context, {
      ...WHERE,
      'top-k': { type: 'string', default: '10' },
      'min-bpm': { type: 'string' },
      'max-bpm': { type: 'string' },
      'min-duration': { type: 'string' },
      'max-duration': { type: 'string' },
      artist: { type: 'string' },
      key: { type: 'string' },
    })
    const query = positionals.join(' ').trim()
    if (query === '')
      throw new UsageError(
        'Describe what you are looking for, for example: assay-audio semantic search "warm and slow"',
      )
    const numberOf = (name: string, text: string) => {
      const value = Number(text)
      if (text.trim() === '' || !Number.isFinite(value))
        throw new UsageError(`--${name} must be a number, not ${text}.`)
      return value
    }
    const topK = numberOf('top-k', values['top-k'])
    if (!Number.isInteger(topK) || topK < 1 || topK > 100)
      throw new UsageError('--top-k must be a whole number from 1 to 100.')
    const filters: Record<string, string | number> = {}
    for (const name of NUMBERS) {
      const text = values[name]
      if (text !== undefined) filters[name.replace('-', '_')] = numberOf(name, text)
    }
    if (values.artist !== undefined) filters.artist = values.artist
    if (values.key !== undefined) filters.key = values.key
    return withLibrary(context, values, async (library) => {
      const found = await library.search(query, { topK, filters })
      const { stale } = found.results.length === 0 ? await library.stats() : { stale: 0 }
      printResult(searchSheet, context.format, { found, where: library.where, stale })
      // The rows are tracks: they have no place for it.
      if (context.format === 'tsv') process.stderr.write(unheardText(found))
      return 0
    })
  },
}

const stats: Command = {
  sheets: [statsSheet],
  summary: 'Summarise the library',
  help: `[--server URL [--api-key KEY]]\n\n${WHERE_HELP}`,
  async run(context) {
    const { values, positionals } = parseOptions(context, WHERE)
    parseNothing({ argv: positionals })
    return withLibrary(context, values, async (library) => {
      printResult(statsSheet, context.format, await library.stats())
      return 0
    })
  },
}

const renew: Command = {
  sheets: [renewSheet],
  summary: 'Update tracks that an older version indexed',
  help: '\n\nComputes their search vectors again from the stored measurements; no file is analysed again. With the embedded database, stop "assay-audio serve" first.',
  async run(context) {
    parseNothing(context)
    const [{ composeLibrary }, { readConfig }] = await Promise.all([
      import('../compose/library.ts'),
      import('../config.ts'),
    ])
    const library = await composeLibrary(readConfig({ argv: [], env: context.env }), 1)
    try {
      printResult(renewSheet, context.format, await library.renewTracks())
    } finally {
      await library.close()
    }
    return 0
  },
}

/** Commands for the library. */
export const semanticCommands: Record<string, Command> = {
  'semantic index': index,
  'semantic search': search,
  'semantic stats': stats,
  'semantic renew': renew,
}
