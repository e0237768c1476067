import { createApiKey } from '@assay/kit/authentication'
import { type CommandContext, runCli } from '@assay/kit/cli'
import { envExample, optionHelp } from '@assay/kit/config'
import { packageVersion } from '@assay/kit/package-root'
import { claimSheet } from '@assay/kit/prove-options'
import { jsonLine, printResult, type Sheet } from '@assay/kit/sheet'
import { endFrugalStart } from '@assay/kit/start-memory'
import { configSchema, readConfig } from '../config.ts'
import { answerSheet, askCommand, askHelp } from './ask.ts'
import { batchCommand, batchHelp, surveySheet } from './batch.ts'
import { metricSheet, metricsCommand, metricsHelp } from './metrics.ts'

const version = packageVersion(import.meta.url)

const keySheet: Sheet<ReturnType<typeof createApiKey>> = {
  row: 'one new key',
  columns: {
    key: ['the key, shown only now', ({ key }) => key],
    hash: ['its SHA-256 for API_KEY_HASHES', ({ hash }) => hash],
  },
  rows: (created) => [created],
  json: jsonLine,
  text: ({ key, hash }) => `key:  ${key}\nhash: ${hash}\n`,
}

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
  ask: { summary: 'Answer a question in plain words', help: askHelp, sheets: [answerSheet], run: askCommand },
  metrics: {
    summary: 'Compute metrics of one person from measurements',
    help: metricsHelp,
    sheets: [metricSheet],
    run: metricsCommand,
  },
  batch: {
    summary: 'Compute metrics and a survey summary of a CSV or NDJSON file',
    help: batchHelp,
    sheets: [surveySheet],
    run: batchCommand,
  },
  prove: {
    summary: 'Check a running deployment and print claims with verdicts',
    help: async () => (await import('./prove.ts')).proveHelp,
    sheets: [claimSheet],
    run: async (context: CommandContext) => (await import('./prove.ts')).proveCommand(context),
  },
  'api-key': {
    summary: 'Create an API key and the hash to configure',
    help: '\n\nPrints a new key once, and its SHA-256 for API_KEY_HASHES.',
    sheets: [keySheet],
    async run({ format }: CommandContext) {
      printResult(keySheet, format, createApiKey())
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
