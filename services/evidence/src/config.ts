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
