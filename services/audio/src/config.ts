import { join } from 'node:path'
import { type ConfigSources, loadConfig } from '@assay/kit/config'
import { databaseOptions, serverOptions } from '@assay/kit/options'
import Type from 'typebox'

/** Settings of every command of the audio service. */
export const configSchema = Type.Object({
  ...serverOptions,
  ...databaseOptions,
  port: Type.Integer({
    minimum: 0,
    maximum: 65535,
    default: 5000,
    description: 'Port to listen on; 0 takes a free one',
  }),
  production: Type.Boolean({
    default: false,
    description: 'Log JSON lines for machines instead of lines for people',
  }),
  rateLimitPerMinute: Type.Integer({
    minimum: 0,
    default: 600,
    description: 'Requests per client address and minute on one replica; 0 switches the limit off',
  }),
  requestTimeoutMs: Type.Integer({
    minimum: 0,
    default: 3_600_000,
    description: 'Longest time to receive one request; a large file over a slow line takes long',
  }),
  storageDir: Type.Optional(
    Type.String({ description: 'Folder of uploaded files; unset is DATA_DIR/files' }),
  ),
  maxUploadBytes: Type.Integer({ minimum: 1, default: 2 * 1024 ** 3, description: 'Largest accepted file' }),
  maxSyncDurationSeconds: Type.Integer({
    minimum: 1,
    default: 900,
    description: 'Longest audio answered at once; longer needs async=true',
  }),
  maxDurationSeconds: Type.Integer({
    minimum: 1,
    default: 6 * 3600,
    description: 'Longest audio accepted at all',
  }),
  workerConcurrency: Type.Integer({
    minimum: 1,
    default: 2,
    description: 'Files that one process analyses at the same time',
  }),
})

export type Config = Type.Static<typeof configSchema> & { readonly storageDir: string }

export function readConfig(sources: ConfigSources): Config {
  const { config } = loadConfig(configSchema, sources)
  return { ...config, storageDir: config.storageDir ?? join(config.dataDir, 'files') }
}

/** The only place of this service that reads the environment. */
export const environment = process.env
