import type { ParseArgsOptionsConfig } from 'node:util'
import { type Command, type CommandContext, UsageError, UserError } from '@assay/kit/cli'
import { Refusal } from '../domain/refusal.ts'
import { isProbable } from '../domain/tonality/find-key.ts'
import { inputFiles } from './input-files.ts'
import { interruptible } from './interrupt.ts'
import type { Library } from './library.ts'
import { namedFiles, parseNothing, parseOptions } from './parse-options.ts'
import { severalFiles } from './several-files.ts'

const print = (text: string) => process.stdout.write(text)

const WHERE = {
  server: { type: 'string' },
  'api-key': { type: 'string' },
  json: { type: 'boolean', default: false },
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
  summary: 'Add audio files to the library',
  help: `FILE|FOLDER… [--artist NAME] [--title NAME] [--server URL [--api-key KEY]] [--json]

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
    return interruptible((signal) =>
      withLibrary(context, values, (library) =>
        severalFiles({
          files,
          atOnce: Math.min(files.length, library.atOnce),
          signal,
          work: (path, attendance) => library.index(path, names, attendance),
          use: async ({ semantic_analysis: track }, path) => {
            if (values.json) print(`${JSON.stringify({ file: path, ...track })}\n`)
            else print(`${path}: ${track.track_id ?? 'not indexed'}\n  ${track.description}\n`)
          },
        }),
      ),
    )
  },
}

const NUMBERS = ['min-bpm', 'max-bpm', 'min-duration', 'max-duration'] as const

const search: Command = {
  summary: 'Find tracks by a description of a feeling',
  help: `"WORDS" [--top-k N] [--min-bpm N] [--max-bpm N] [--min-duration SECONDS] [--max-duration SECONDS] [--artist NAME] [--key KEY]
[--server URL [--api-key KEY]] [--json]

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
      if (values.json) {
        print(`${JSON.stringify(found)}\n`)
        return 0
      }
      for (const asked of found.not_heard ?? []) print(`The search cannot hear: ${asked}\n`)
      if (found.results.length === 0)
        print(
          `No tracks found in ${library.where}. Run "assay-audio semantic stats" to see what is indexed.\n`,
        )
      for (const [i, track] of found.results.entries()) {
        const name = track.artist === null ? track.title : `${track.artist} – ${track.title}`
        const doubt = isProbable({ confidence: track.key_confidence ?? 0 }) ? '' : '?'
        const key = track.key === null ? '' : `${track.key}${doubt}`
        const facts = [track.tempo > 0 ? `${track.tempo.toFixed(0)} BPM` : '', key]
        print(`${String(i + 1).padStart(2)}. ${name}  (${facts.filter((fact) => fact !== '').join(', ')})\n`)
        print(`    ${track.why}\n`)
      }
      return 0
    })
  },
}

const HOUR = 3600

const stats: Command = {
  summary: 'Summarise the library',
  help: `[--server URL [--api-key KEY]] [--json]\n\n${WHERE_HELP}`,
  async run(context) {
    const { values, positionals } = parseOptions(context, WHERE)
    parseNothing({ argv: positionals })
    return withLibrary(context, values, async (library) => {
      const body = await library.stats()
      if (values.json) {
        print(`${JSON.stringify(body)}\n`)
        return 0
      }
      print(
        `${body.tracks} tracks by ${body.artists} artists, ${(body.total_duration / HOUR).toFixed(1)} h\n`,
      )
      if (body.mean_tempo !== null) print(`mean tempo ${body.mean_tempo.toFixed(1)} BPM\n`)
      for (const [emotion, tracks] of Object.entries(body.dominant_emotions))
        print(`  ${emotion.padEnd(11)} ${tracks}\n`)
      if (body.without_music > 0)
        print(`${body.without_music} tracks without music; no search returns them\n`)
      if (body.stale > 0)
        print(
          `${body.stale} tracks were indexed by an older version and are not found; run "assay-audio semantic renew"\n`,
        )
      return 0
    })
  },
}

const renew: Command = {
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
      print(`${await library.renewTracks()} tracks renewed\n`)
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
