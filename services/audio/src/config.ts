import { join } from 'node:path'
import { ConfigError, type ConfigSources, loadConfig } from '@assay/kit/config'
import { databaseOptions, serverOptions } from '@assay/kit/options'
import { anonymousOption, publicAddressProblems } from '@assay/kit/public-address'
import { unreachableLimits } from '@assay/kit/transfer-speed'
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
    description:
      'Requests per client and minute; 0 switches the limit off. Replicas on one database server count together',
  }),
  databaseConnectionsPerClient: Type.Optional(
    Type.Integer({
      minimum: 1,
      description:
        'Connections to the database that requests of one client hold at the same time while they may wait for each other; unset is a third of DATABASE_POOL_SIZE',
    }),
  ),
  bodyLimitBytes: Type.Integer({
    minimum: 1024,
    default: 256 * 1024,
    description: 'Largest JSON body; reading one keeps every other request waiting',
  }),
  requestTimeoutMs: Type.Integer({
    minimum: 0,
    default: 72_000_000,
    description:
      'Longest time to receive one request; the largest batch must fit into it at the slowest speed. 0 is no limit',
  }),
  storageDir: Type.Optional(
    Type.String({ description: 'Folder of uploaded files; unset is DATA_DIR/files' }),
  ),
  storage: Type.Enum(['folder', 's3'], {
    default: 'folder',
    description: 'Where files are kept; several machines need s3, or a folder that they share',
  }),
  s3Bucket: Type.Optional(Type.String({ minLength: 1, description: 'With STORAGE=s3' })),
  s3Region: Type.String({ default: 'us-east-1', description: 'With STORAGE=s3' }),
  s3Endpoint: Type.Optional(
    Type.String({ pattern: '^https?://', description: 'Of a server that is not Amazon’s' }),
  ),
  s3PublicEndpoint: Type.Optional(
    Type.String({
      pattern: '^https?://',
      description: 'Where clients reach the same server, when that is elsewhere; signed addresses name it',
    }),
  ),
  s3Prefix: Type.Optional(Type.String({ description: 'Put before every key of the bucket' })),
  s3AccessKeyId: Type.Optional(
    Type.String({ description: 'Unset takes the machine’s role or AWS settings' }),
  ),
  s3SecretAccessKey: Type.Optional(Type.String({ secret: true, description: 'With S3_ACCESS_KEY_ID' })),
  s3ForcePathStyle: Type.Boolean({
    default: false,
    description: 'The bucket in the path instead of the host name, as most servers but Amazon’s want it',
  }),
  maxUploadBytes: Type.Integer({ minimum: 1, default: 2 * 1024 ** 3, description: 'Largest accepted file' }),
  maxBatchBytes: Type.Integer({
    minimum: 1,
    default: 4 * 1024 ** 3,
    description: 'Largest batch, all its files together',
  }),
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
    description: 'Files that one process works on at the same time',
  }),
  maxBatchFiles: Type.Integer({
    minimum: 1,
    maximum: 1000,
    default: 100,
    description: 'Files in one batch',
  }),
  maxOpenJobsPerClient: Type.Integer({
    minimum: 0,
    default: 1000,
    description: 'Jobs of one client that may wait or run; more are refused with 429. 0 is no limit',
  }),
  maxRunningJobsPerClient: Type.Integer({
    minimum: 0,
    default: 0,
    description:
      'Jobs of one client that run at the same time over all workers; the others wait. 0 is no limit',
  }),
  uploadQuotaBytesPerDay: Type.Integer({
    minimum: 0,
    default: 0,
    description: 'Bytes that one client may upload on a day (UTC); 0 is no limit',
  }),
  authentication: Type.Enum(['none', 'api-key'], {
    default: 'none',
    description: 'How callers prove who they are; with none they are all the same client',
  }),
  ...anonymousOption,
  apiKeys: Type.Array(Type.String({ pattern: '^[\\w.-]{1,64}:[0-9a-f]{64}$' }), {
    default: [],
    secret: true,
    description: 'Clients and the SHA-256 of their keys as name:hash (AUTHENTICATION=api-key)',
  }),
  publicUrl: Type.String({
    default: '',
    pattern: '^(https?://\\S*[^/\\s])?$',
    description: 'Where clients reach the service, for download addresses; empty gives them without a host',
  }),
  downloadLinkMinutes: Type.Integer({
    minimum: 1,
    default: 60,
    description: 'How long a signed download address works',
  }),
  signingSecret: Type.Optional(
    Type.String({
      minLength: 32,
      secret: true,
      description: 'Signs download addresses; unset is one that the processes share through the database',
    }),
  ),
  stemsKeepHours: Type.Integer({ minimum: 1, default: 24, description: 'How long stems can be downloaded' }),
  stemsWeightsPath: Type.Optional(
    Type.String({ description: 'Network in the layout of HTDemucs (.onnx); unset is the DSP engine' }),
  ),
  stemsWeightsSha256: Type.Optional(
    Type.String({ pattern: '^[0-9a-f]{64}$', description: 'Checksum that this file must have' }),
  ),
  retentionDays: Type.Integer({
    minimum: 1,
    default: 30,
    description: 'How long ended jobs and cached results are kept',
  }),
  abandonedAfterMinutes: Type.Integer({
    minimum: 0,
    default: 1440,
    description:
      'Files that nothing refers to go after this long; keep it above REQUEST_TIMEOUT_MS, or a slow upload may lose its file',
  }),
  searchIndexMemory: Type.String({
    default: '1GB',
    pattern: '^[0-9]+(MB|GB)$',
    description: 'Memory that the database may take to make the index of a large library',
  }),
  sweepEveryMinutes: Type.Number({
    minimum: 0.01,
    default: 10,
    description: 'How often a worker removes what has served its time',
  }),
})

export type Config = Type.Static<typeof configSchema> & { readonly storageDir: string }

/** Combinations that a schema cannot express. */
function contradictions(config: Type.Static<typeof configSchema>): string[] {
  const problems = unreachableLimits(config, {
    BODY_LIMIT_BYTES: config.bodyLimitBytes,
    MAX_UPLOAD_BYTES: config.maxUploadBytes,
    MAX_BATCH_BYTES: config.maxBatchBytes,
  })
  if (config.authentication === 'api-key' && config.apiKeys.length === 0)
    problems.push(
      'API_KEYS: is needed with AUTHENTICATION=api-key; `audio api-key NAME` makes a key and its hash',
    )
  if ((config.stemsWeightsPath === undefined) !== (config.stemsWeightsSha256 === undefined))
    problems.push('STEMS_WEIGHTS_PATH and STEMS_WEIGHTS_SHA256 go together')
  if (config.storage === 's3' && config.s3Bucket === undefined)
    problems.push('S3_BUCKET: is needed with STORAGE=s3')
  if ((config.s3AccessKeyId === undefined) !== (config.s3SecretAccessKey === undefined))
    problems.push('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY go together')
  return problems
}

function read(
  sources: ConfigSources,
  more: (config: Type.Static<typeof configSchema>) => string[] = () => [],
): Config {
  const { config } = loadConfig(configSchema, sources)
  const problems = [...more(config), ...contradictions(config)]
  if (problems.length > 0) throw new ConfigError(problems)
  return { ...config, storageDir: config.storageDir ?? join(config.dataDir, 'files') }
}

/** Reads the configuration of a command and reports everything that is wrong with it at once. */
export const readConfig = (sources: ConfigSources): Config => read(sources)

/** The same for a command that listens: a public address needs authentication, or ALLOW_ANONYMOUS. */
export const readServerConfig = (sources: ConfigSources): Config =>
  read(sources, (config) => publicAddressProblems(config, 'api-key'))
