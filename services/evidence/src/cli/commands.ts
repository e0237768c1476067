import { type CommandContext, runCli, UserError } from '@assay/kit/cli'
import { envExample, optionHelp } from '@assay/kit/config'
import { migrationSheet } from '@assay/kit/migration-sheet'
import { packageVersion } from '@assay/kit/package-root'
import { claimSheet } from '@assay/kit/prove-options'
import { printResult } from '@assay/kit/sheet'
import { configSchema, readConfig } from '../config.ts'
import { auditCommand, auditHelp, auditSheet } from './audit.ts'
import {
  auditExportCommand,
  auditExportHelp,
  auditVerifyCommand,
  auditVerifyHelp,
  sealedSheet,
  verdictSheet,
} from './audit-chain.ts'
import { importCommand, importHelp, importSheet } from './import.ts'
import { integrateCommand, integrateHelp } from './integrate.ts'
import { moleculeSheet, runSheet, understandingSheet } from './integrate-sheets.ts'
import { keyCommands } from './keys.ts'
import {
  exportSheet,
  organizationDeleteCommand,
  organizationDeleteHelp,
  organizationExportCommand,
  organizationExportHelp,
  organizationReceiptsCommand,
  organizationReceiptsHelp,
  receiptSheet,
  receiptsSheet,
} from './organizations.ts'
import { demoCommand, demoHelp, demoSheet, reportCommand, reportHelp, reportSheet } from './report.ts'
import { serveCommand } from './serve.ts'
import {
  createUserCommand,
  linkSheet,
  linkUserCommand,
  userSheet,
  usersHelp,
  usersLinkHelp,
} from './users.ts'

const NAME_INPUT = 'Name the format of the file with --input.'

const options = `[options]\n\nOptions:\n${optionHelp(configSchema)}`

/** Imports the service. Only the commands that need it call this, so that the others start fast. */
const loadService = async () => ({
  ...(await import('../compose/server.ts')),
  ...(await import('../compose/store.ts')),
  ...(await import('../compose/worker.ts')),
  ...(await import('@assay/kit/lifecycle')),
})

const commands = {
  serve: {
    summary: 'Start the HTTP server; on the embedded database also run the jobs',
    help: options,
    run: serveCommand,
  },
  work: {
    summary: 'Start a worker that runs jobs, beside any number of servers and workers',
    help: options,
    async run(context: CommandContext) {
      const config = readConfig(context)
      if (!config.databaseUrl) {
        throw new UserError(
          'A separate worker needs DATABASE_URL, the PostgreSQL server that it shares with "assay-evidence serve". On the embedded database, "assay-evidence serve" runs the jobs itself.',
        )
      }
      const { composeWorker, workUntilStopped } = await loadService()
      await workUntilStopped({ config, ...(await composeWorker(config)) })
      return undefined
    },
  },
  import: {
    summary: 'Import an evidence file and show the progress',
    help: importHelp,
    sheets: [importSheet],
    formatHint: NAME_INPUT,
    run: importCommand,
  },
  integrate: {
    summary: 'Assess the evidence in a file, without a server or database',
    help: integrateHelp,
    sheets: [runSheet, moleculeSheet, understandingSheet],
    formatHint: NAME_INPUT,
    run: integrateCommand,
  },
  report: {
    summary: 'Report the candidates of a run from the files of its tools, without a server',
    help: reportHelp,
    sheets: [reportSheet],
    formats: ['html', 'table', 'json', 'tsv'],
    run: reportCommand,
  },
  demo: {
    summary: 'Write a demonstration run with known truth, as tables of three tools',
    help: demoHelp,
    sheets: [demoSheet],
    run: demoCommand,
  },
  migrate: {
    summary: 'Apply the database migrations and exit',
    help: options,
    sheets: [migrationSheet],
    async run(context: CommandContext) {
      const config = readConfig(context)
      const { openStore, prepareQueue } = await loadService()
      const { database, applied } = await openStore(config, 'migrate')
      await prepareQueue(config, database)
      await database.close()
      printResult(migrationSheet, context.format, applied)
      return 0
    },
  },
  'users create': {
    summary: 'Create a user, such as the first administrator',
    help: usersHelp,
    sheets: [userSheet],
    run: createUserCommand,
  },
  prove: {
    summary: 'Check a running deployment and print claims with verdicts',
    help: async () => (await import('./prove.ts')).proveHelp,
    sheets: [claimSheet],
    run: async (context: CommandContext) => (await import('./prove.ts')).proveCommand(context),
  },
  'users link': {
    summary: 'Let somebody sign in as a user through the OpenID Connect provider',
    help: usersLinkHelp,
    sheets: [linkSheet],
    run: linkUserCommand,
  },
  audit: {
    summary: 'Print the audit trail of an organization',
    help: auditHelp,
    sheets: [auditSheet],
    run: auditCommand,
  },
  'audit export': {
    summary: 'Print the whole audit trail of an organization with its hashes',
    help: auditExportHelp,
    sheets: [sealedSheet],
    formats: ['json', 'ndjson', 'tsv'],
    run: auditExportCommand,
  },
  'audit verify': {
    summary: 'Check that no line of an audit trail was removed or changed',
    help: auditVerifyHelp,
    sheets: [verdictSheet],
    run: auditVerifyCommand,
  },
  ...keyCommands,
  'organizations export': {
    summary: 'Write all data of an organization to a file',
    help: organizationExportHelp,
    sheets: [exportSheet],
    run: organizationExportCommand,
  },
  'organizations delete': {
    summary: 'Delete an organization with all its data, with a receipt',
    help: organizationDeleteHelp,
    sheets: [receiptSheet],
    run: organizationDeleteCommand,
  },
  'organizations receipts': {
    summary: 'Print the receipts of deleted organizations',
    help: organizationReceiptsHelp,
    sheets: [receiptsSheet],
    run: organizationReceiptsCommand,
  },
  openapi: {
    summary: 'Print the OpenAPI document',
    help: '',
    async run() {
      const { describe } = await loadService()
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

const exitCode = await runCli(
  'assay-evidence',
  packageVersion(import.meta.url),
  commands,
  process.argv.slice(2),
)
if (exitCode !== undefined) process.exitCode = exitCode
