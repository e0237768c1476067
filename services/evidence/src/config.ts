import { ConfigError, type ConfigSources, loadConfig } from '@assay/kit/config'
import { databaseOptions, serverOptions } from '@assay/kit/options'
import { unreachableLimits } from '@assay/kit/transfer-speed'
import Type from 'typebox'

/** Settings of every command of the evidence service. */
export const configSchema = Type.Object({
  ...serverOptions,
  ...databaseOptions,
  port: Type.Integer({
    minimum: 0,
    maximum: 65535,
    default: 8000,
    description: 'Port to listen on; 0 takes a free one',
  }),
  rateLimitPerMinute: Type.Integer({
    minimum: 0,
    default: 6000,
    description:
      'Requests per client address and minute; 0 switches the limit off. Replicas on one database server count together',
  }),
  databaseConnectionsPerOrganization: Type.Optional(
    Type.Integer({
      minimum: 1,
      description:
        'Connections to the database that requests of one organization hold at the same time; unset is a third of DATABASE_POOL_SIZE',
    }),
  ),
  requestTimeoutMs: Type.Integer({
    minimum: 0,
    default: 18_000_000,
    description: 'Longest time to receive one request; the largest import must fit into it. 0 is no limit',
  }),
  importLimitBytes: Type.Integer({
    minimum: 1024,
    default: 1024 ** 3,
    description: 'Largest file of an import, unpacked',
  }),
  importsPerDay: Type.Integer({
    minimum: 0,
    default: 1000,
    description: 'Files that one organization may import on one day (UTC); 0 is no limit',
  }),
  importBytesPerDay: Type.Integer({
    minimum: 0,
    default: 20 * 1024 ** 3,
    description: 'Bytes, unpacked, that one organization may import on one day (UTC); 0 is no limit',
  }),
  workerConcurrency: Type.Integer({
    minimum: 1,
    default: 2,
    description:
      'Imports that one process reads at once: so many large ones, and beside them so many small ones (below 2 MiB); on the embedded database, which has one connection, one of each',
  }),
  importsPerOrganization: Type.Integer({
    minimum: 1,
    default: 1,
    description:
      'Imports of one organization that one worker process reads at once, of large and of small ones each; fair to others while it is below WORKER_CONCURRENCY',
  }),
  computeThreads: Type.Integer({
    minimum: 1,
    default: 4,
    description:
      'Threads for optimisation, learning and large assessments; one organization uses at most half of them, and one is kept for short tasks',
  }),
  computeLimitMs: Type.Integer({
    minimum: 100,
    default: 30_000,
    description: 'Longest time of one such computation; then it is ended and refused',
  }),
  optimizeCpuMs: Type.Integer({
    minimum: 10,
    default: 10_000,
    description: 'Processor time of one optimize-objective request; then it answers with the best found',
  }),
  optimizeDeadlineMs: Type.Integer({
    minimum: 10,
    default: 20_000,
    description: 'Longest time of one optimize-objective request, also in a queue',
  }),
  structureThreads: Type.Integer({
    minimum: 1,
    default: 2,
    description: 'Threads that read chemical structures; one organization uses at most half of them',
  }),
  structureLimitMs: Type.Integer({
    minimum: 100,
    default: 2000,
    description: 'Longest time to read one structure; then its thread is ended and the structure refused',
  }),
  migrateOnStart: Type.Boolean({
    default: true,
    description:
      'Bring the database up to date when starting; off where the login may not, after "evidence migrate"',
  }),
  tokenLifetimeSeconds: Type.Integer({
    minimum: 60,
    default: 3600,
    description: 'How long an access token is valid',
  }),
  refreshTokenLifetimeSeconds: Type.Integer({
    minimum: 300,
    default: 30 * 24 * 3600,
    description: 'How long a login lasts without being used; each use of a refresh token gives a new one',
  }),
  signingKeyRotationDays: Type.Integer({
    minimum: 1,
    default: 30,
    description: 'How long one key signs tokens',
  }),
})

export type Config = Type.Static<typeof configSchema>

/** Reads the configuration of a command and reports everything that is wrong with it at once. */
export function readConfig(sources: ConfigSources): Config {
  const { config } = loadConfig(configSchema, sources)
  const { bodyLimitBytes, importLimitBytes } = config
  const problems = unreachableLimits(config, {
    BODY_LIMIT_BYTES: bodyLimitBytes,
    IMPORT_LIMIT_BYTES: importLimitBytes,
  })
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}
