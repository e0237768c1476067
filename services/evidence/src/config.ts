import { ConfigError, type ConfigSources, loadConfig } from '@assay/kit/config'
import { databaseOptions, serverOptions } from '@assay/kit/options'
import { PAGE_MODES } from '@assay/kit/page'
import { isLoopback } from '@assay/kit/public-address'
import { unreachableLimits } from '@assay/kit/transfer-speed'
import Type from 'typebox'

/** Settings of all commands of the evidence service. */
export const configSchema = Type.Object({
  ...serverOptions,
  ...databaseOptions,
  port: Type.Integer({
    minimum: 0,
    maximum: 65535,
    default: 8000,
    description: 'Port to listen on; 0 selects a free port',
  }),
  rateLimitPerMinute: Type.Integer({
    minimum: 0,
    default: 6000,
    description:
      'Requests per client address and minute; 0 disables the limit. Replicas on one database server share the count',
  }),
  databaseConnectionsPerOrganization: Type.Optional(
    Type.Integer({
      minimum: 1,
      description:
        'Maximum number of database connections for requests of one organization; unset means a third of DATABASE_POOL_SIZE, and more as long as a third stays free for others',
    }),
  ),
  requestTimeoutMs: Type.Integer({
    minimum: 0,
    default: 18_000_000,
    description: 'Longest time to receive one request, including the largest import. 0 means no limit',
  }),
  importLimitBytes: Type.Integer({
    minimum: 1024,
    default: 1024 ** 3,
    description: 'Maximum size of an import file, unpacked',
  }),
  importsPerDay: Type.Integer({
    minimum: 0,
    default: 1000,
    description: 'Maximum number of files that one organization imports per day (UTC); 0 means no limit',
  }),
  importBytesPerDay: Type.Integer({
    minimum: 0,
    default: 20 * 1024 ** 3,
    description:
      'Maximum number of unpacked bytes that one organization imports per day (UTC); 0 means no limit',
  }),
  workerConcurrency: Type.Integer({
    minimum: 1,
    default: 2,
    description:
      'Number of large imports that one process reads at the same time, and of small ones (below 2 MiB) beside them. The embedded database has one connection and always reads one of each',
  }),
  importsPerOrganization: Type.Integer({
    minimum: 1,
    default: 1,
    description:
      'Number of large imports of one organization that one worker process reads at the same time, and of small ones. Keep it below WORKER_CONCURRENCY, so that one organization cannot use all places',
  }),
  computeThreads: Type.Integer({
    minimum: 1,
    default: 4,
    description:
      'Threads for optimisation, learning and large assessments; one organization uses at most half of them, and one is reserved for short tasks',
  }),
  computeLimitMs: Type.Integer({
    minimum: 100,
    default: 30_000,
    description: 'Time limit of one such computation; above it the request is refused',
  }),
  optimizeCpuMs: Type.Integer({
    minimum: 10,
    default: 10_000,
    description:
      'Processor time of one optimize-objective request, after which it answers with the best result so far',
  }),
  optimizeDeadlineMs: Type.Integer({
    minimum: 10,
    default: 20_000,
    description: 'Time limit of one optimize-objective request, including the time in a queue',
  }),
  structureThreads: Type.Integer({
    minimum: 1,
    default: 2,
    description: 'Threads that read chemical structures; one organization uses at most half of them',
  }),
  structureLimitMs: Type.Integer({
    minimum: 100,
    default: 2000,
    description: 'Time limit to read one structure; above it the structure is refused',
  }),
  migrateOnStart: Type.Boolean({
    default: true,
    description:
      'Whether to migrate the database on start. Disable it for a login that may not migrate, and run "assay-evidence migrate" first',
  }),
  tokenLifetimeSeconds: Type.Integer({
    minimum: 60,
    default: 3600,
    description: 'Lifetime of an access token',
  }),
  refreshTokenLifetimeSeconds: Type.Integer({
    minimum: 300,
    default: 30 * 24 * 3600,
    description: 'Lifetime of a refresh token; each use returns a new one',
  }),
  sessionLifetimeSeconds: Type.Integer({
    minimum: 300,
    default: 30 * 24 * 3600,
    description: 'Longest time that a browser stays signed in',
  }),
  sessionIdleSeconds: Type.Integer({
    minimum: 1,
    default: 12 * 3600,
    description: 'Time without a request after which a browser must sign in again',
  }),
  page: Type.Enum([...PAGE_MODES], {
    default: 'on',
    description: 'Whether the page for people is served at /; the interface for programs always is',
  }),
  demo: Type.Boolean({
    default: false,
    description:
      'Whether to start a demonstration on this machine: the example run, a signed-in researcher, and a temporary folder unless DATA_DIR is given',
  }),
  signingKeyRotationDays: Type.Integer({
    minimum: 1,
    default: 30,
    description: 'Time after which a new key signs tokens',
  }),
})

/** Configuration after reading all sources. */
export type Config = Type.Static<typeof configSchema>

/** Returns what a demonstration must not be combined with: whoever opens its address is signed in without a password. */
function demoProblems(config: Config): string[] {
  if (!config.demo) return []
  return [
    ...(isLoopback(config.host)
      ? []
      : [`HOST: ${config.host} can be reached by other machines; --demo listens on this machine only`]),
    ...(config.trustProxy === false
      ? []
      : ['TRUST_PROXY: a proxy would let other machines reach a service that --demo starts; leave it out']),
    ...(config.databaseUrl === undefined
      ? []
      : ['DATABASE_URL: --demo uses its own embedded database; leave it out']),
    ...(config.page === 'on' ? [] : ['PAGE: --demo shows the page; leave PAGE=off out']),
  ]
}

/** Reads the configuration of a command. Reports all problems at once. */
export function readConfig(sources: ConfigSources): Config {
  const { config } = loadConfig(configSchema, sources)
  const { bodyLimitBytes, importLimitBytes } = config
  const problems = [
    ...unreachableLimits(config, {
      BODY_LIMIT_BYTES: bodyLimitBytes,
      IMPORT_LIMIT_BYTES: importLimitBytes,
    }),
    ...demoProblems(config),
  ]
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}
