import { type Command, runCli, UsageError, UserError } from '@assay/kit/cli'
import { migrationSheet } from '@assay/kit/migration-sheet'
import { packageVersion } from '@assay/kit/package-root'
import { claimSheet } from '@assay/kit/prove-options'
import { jsonLine, printResult, type Sheet } from '@assay/kit/sheet'
import { analysisCommands } from './analysis-commands.ts'
import { checkFilesCommand } from './check-files.ts'
import { clientCommands } from './clients.ts'
import { parseNothing } from './parse-options.ts'
import { semanticCommands } from './semantic-commands.ts'
import { stemsCommand } from './stems.ts'

/** Loads the service only for the commands that need it, so that the others start quickly. */
const loadService = async () => ({
  ...(await import('../compose/server.ts')),
  ...(await import('@assay/kit/lifecycle')),
})
const loadConfiguration = async () => ({
  ...(await import('@assay/kit/config')),
  ...(await import('../config.ts')),
})
const options = async () => {
  const { optionHelp, configSchema } = await loadConfiguration()
  return `[options]\n\nOptions:\n${optionHelp(configSchema)}`
}

const keySheet: Sheet<{ readonly key: string; readonly entry: string }> = {
  row: 'the new key',
  columns: {
    key: ['the key, shown only now', ({ key }) => key],
    entry: ['name and SHA-256 of the key for API_KEYS', ({ entry }) => entry],
  },
  rows: (created) => [created],
  json: jsonLine,
  text: ({ key, entry }) => `key:   ${key}\nentry: ${entry}\n`,
}

const commands: Record<string, Command> = {
  ...analysisCommands,
  ...semanticCommands,
  stems: stemsCommand,
  ...clientCommands,
  serve: {
    summary: 'Start the HTTP server; with the embedded database it also runs the jobs',
    help: options,
    async run(context) {
      const { readServerConfig } = await loadConfiguration()
      const config = readServerConfig(context)
      const { composeServer, serveUntilStopped } = await loadService()
      const { app, logger, telemetry, database, stop } = await composeServer(config)
      database.announce(await serveUntilStopped({ app, config, logger, telemetry, stop }))
      return undefined
    },
  },
  work: {
    summary: 'Start a job worker; any number of servers and workers may run',
    help: options,
    async run(context) {
      const { readConfig } = await loadConfiguration()
      const config = readConfig(context)
      if (!config.databaseUrl) {
        throw new UserError(
          'A separate worker needs DATABASE_URL, the PostgreSQL server that it shares with "assay-audio serve". With the embedded database, "assay-audio serve" runs the jobs itself.',
        )
      }
      const { composeWorker } = await import('../compose/worker.ts')
      const { workUntilStopped } = await import('@assay/kit/lifecycle')
      await workUntilStopped({ config, ...(await composeWorker(config)) })
      return undefined
    },
  },
  prove: {
    summary: 'Check a running deployment and print claims with verdicts',
    help: async () => (await import('./prove.ts')).proveHelp,
    sheets: [claimSheet],
    run: async (context) => (await import('./prove.ts')).proveCommand(context),
  },
  migrate: {
    summary: 'Apply missing database migrations and exit',
    help: options,
    sheets: [migrationSheet],
    async run(context) {
      const { readConfig } = await loadConfiguration()
      const config = readConfig(context)
      const { openStore } = await import('../compose/store.ts')
      const { loggerOf, openJobQueue } = await import('../compose/worker.ts')
      const { database, applied } = await openStore(config, 'migrate')
      // The queue creates its own tables. The template of the embedded database in a package contains them too.
      const queue = await openJobQueue(config, database, await loggerOf(config))
      await queue.stop()
      await database.close()
      printResult(migrationSheet, context.format, applied)
      return 0
    },
  },
  'check-files': checkFilesCommand,
  'api-key': {
    summary: 'Create an API key for a client',
    help: 'NAME\n\nPrints a new key, which is shown only once, and NAME with its SHA-256 for API_KEYS.',
    sheets: [keySheet],
    async run({ argv, format }) {
      const [name = ''] = argv
      if (argv.length !== 1 || !/^[\w.-]{1,64}$/.test(name))
        throw new UsageError(
          'The name of a client has letters, digits, dots and dashes, for example: assay-audio api-key studio-1',
        )
      const { createApiKey } = await import('@assay/kit/authentication')
      const { key, hash } = createApiKey()
      printResult(keySheet, format, { key, entry: `${name}:${hash}` })
      return 0
    },
  },
  openapi: {
    summary: 'Print the OpenAPI document',
    help: '',
    async run(context) {
      parseNothing(context)
      const { describe } = await loadService()
      process.stdout.write(await describe())
      return 0
    },
  },
  'env-example': {
    summary: 'Print every setting with its default, as a .env file',
    help: '',
    async run(context) {
      parseNothing(context)
      const { envExample, configSchema } = await loadConfiguration()
      process.stdout.write(envExample(configSchema, 'Assay audio'))
      return 0
    },
  },
}

const exitCode = await runCli('assay-audio', packageVersion(import.meta.url), commands, process.argv.slice(2))
if (exitCode !== undefined) process.exitCode = exitCode
