#!/usr/bin/env node
import { type CommandContext, runCli, UserError } from '@assay/kit/cli'
import { envExample, optionHelp } from '@assay/kit/config'
import { serveUntilStopped, stopInOrder } from '@assay/kit/lifecycle'
import { compose, composeWorker, describe, openStore, prepareQueue, version } from '../compose.ts'
import { configSchema, environment, readConfig } from '../config.ts'
import { importCommand, importHelp } from './import.ts'
import { integrateCommand, integrateHelp } from './integrate.ts'
import { createUserCommand, usersHelp } from './users.ts'

const options = `[options]\n\nOptions:\n${optionHelp(configSchema)}`

const commands = {
  serve: {
    summary: 'Answer HTTP requests; on the embedded database also do the jobs',
    help: options,
    async run(context: CommandContext) {
      const config = readConfig(context)
      const { app, logger, telemetry, database, stop } = await compose(config)
      const url = await serveUntilStopped({ app, config, logger, telemetry, stop })
      database.announce(url)
      return undefined
    },
  },
  work: {
    summary: 'Do jobs, beside any number of servers and workers',
    help: options,
    async run(context: CommandContext) {
      const config = readConfig(context)
      if (!config.databaseUrl) {
        throw new UserError(
          'A separate worker needs DATABASE_URL, the PostgreSQL server that it shares with "evidence serve". On the embedded database "evidence serve" does the jobs itself.',
        )
      }
      const { logger, stop } = await composeWorker(config)
      stopInOrder({ logger, stop })
      logger.info('working')
      return undefined
    },
  },
  import: { summary: 'Import a file of evidence, with progress', help: importHelp, run: importCommand },
  integrate: {
    summary: 'Assess a file without server or database',
    help: integrateHelp,
    run: integrateCommand,
  },
  migrate: {
    summary: 'Bring the database to the newest state and stop',
    help: options,
    async run(context: CommandContext) {
      const config = readConfig(context)
      const { database, applied } = await openStore(config, 'migrate')
      await prepareQueue(config, database)
      await database.close()
      process.stdout.write(applied.length > 0 ? `applied ${applied.join(', ')}\n` : 'nothing to apply\n')
      return 0
    },
  },
  'users create': {
    summary: 'Create a user, such as the first administrator',
    help: usersHelp,
    run: createUserCommand,
  },
  openapi: {
    summary: 'Print the OpenAPI document',
    help: '',
    async run() {
      process.stdout.write(await describe())
      return 0
    },
  },
  'env-example': {
    summary: 'Print every setting at its default, as a .env file',
    help: '',
    async run() {
      process.stdout.write(envExample(configSchema, 'Assay evidence'))
      return 0
    },
  },
}

const exitCode = await runCli('evidence', version, commands, process.argv.slice(2), environment)
if (exitCode !== undefined) process.exitCode = exitCode
