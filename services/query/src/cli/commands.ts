import { createApiKey } from '@assay/kit/authentication'
import { type CommandContext, runCli } from '@assay/kit/cli'
import { envExample, optionHelp } from '@assay/kit/config'
import { packageVersion } from '@assay/kit/package-root'
import { endFrugalStart } from '@assay/kit/start-memory'
import { configSchema, readConfig } from '../config.ts'
import { askCommand, askHelp } from './ask.ts'
import { batchCommand, batchHelp } from './batch.ts'
import { metricsCommand, metricsHelp } from './metrics.ts'

const version = packageVersion(import.meta.url)

/**
 * Commands of the command line. The server is imported only by the commands that need it, so that the others start
 * fast.
 */
const commands = {
  serve: {
    summary: 'Start the HTTP server',
    help: `[options]\n\nOptions:\n${optionHelp(configSchema)}`,
    async run(context: CommandContext) {
      const config = readConfig(context)
      const [{ compose }, { serveUntilStopped }] = await Promise.all([
        import('../compose.ts'),
        import('@assay/kit/lifecycle'),
      ])
      const { app, logger, telemetry } = await compose(config)
      await serveUntilStopped({ app, config, logger, telemetry, stop: async () => {} })
      endFrugalStart()
      return undefined
    },
  },
  ask: { summary: 'Answer a question in plain words', help: askHelp, run: askCommand },
  metrics: {
    summary: 'Compute metrics of one person from measurements',
    help: metricsHelp,
    run: metricsCommand,
  },
  batch: {
    summary: 'Compute metrics and a survey summary of a CSV or NDJSON file',
    help: batchHelp,
    run: batchCommand,
  },
  prove: {
    summary: 'Check a running deployment and print claims with verdicts',
    help: async () => (await import('./prove.ts')).proveHelp,
    run: async (context: CommandContext) => (await import('./prove.ts')).proveCommand(context),
  },
  'api-key': {
    summary: 'Create an API key and the hash to configure',
    help: '\n\nPrints a new key once, and its SHA-256 for API_KEY_HASHES.',
    async run() {
      const { key, hash } = createApiKey()
      process.stdout.write(`key:  ${key}\nhash: ${hash}\n`)
      return 0
    },
  },
  openapi: {
    summary: 'Print the OpenAPI document',
    help: '',
    async run() {
      const { describe } = await import('../compose.ts')
      process.stdout.write(await describe())
      return 0
    },
  },
  'env-example': {
    summary: 'Print every setting at its default, as a .env file',
    help: '',
    async run() {
      process.stdout.write(envExample(configSchema, 'Assay query'))
      return 0
    },
  },
}

const exitCode = await runCli('assay-query', version, commands, process.argv.slice(2))
if (exitCode !== undefined) process.exitCode = exitCode
