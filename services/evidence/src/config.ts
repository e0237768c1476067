import { type ConfigSources, loadConfig } from '@assay/kit/config'
import { databaseOptions, serverOptions } from '@assay/kit/options'
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
  importLimitBytes: Type.Integer({
    minimum: 1024,
    default: 1024 ** 3,
    description: 'Largest file of an import, unpacked',
  }),
  workerConcurrency: Type.Integer({
    minimum: 1,
    default: 1,
    description: 'Imports that one process reads at once',
  }),
  computeThreads: Type.Integer({
    minimum: 1,
    default: 2,
    description: 'Threads for optimisation and learning, which would keep other requests waiting',
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

export const readConfig = (sources: ConfigSources): Config => loadConfig(configSchema, sources).config
