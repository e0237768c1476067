#!/usr/bin/env node
import { type CommandContext, runCli } from '@assay/kit/cli'
import { envExample, optionHelp } from '@assay/kit/config'
import { serveUntilStopped } from '@assay/kit/lifecycle'
import { compose, describe, openStore, version } from '../compose.ts'
import { configSchema, environment, readConfig } from '../config.ts'
import { createUserCommand, usersHelp } from './users.ts'

const options = `[options]\n\nOptions:\n${optionHelp(configSchema)}`

const commands = {
  serve: {
    summary: 'Answer HTTP requests',
    help: options,
    async run(context: CommandContext) {
      const config = readConfig(context)
      const { app, logger, telemetry, database, stop } = await compose(config)
      const url = await serveUntilStopped({ app, config, logger, telemetry, stop })
      database.announce(url)
      return undefined
    },
  },
  migrate: {
    summary: 'Bring the database to the newest state and stop',
    help: options,
    async run(context: CommandContext) {
      const { database, applied } = await openStore(readConfig(context), 'migrate')
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
