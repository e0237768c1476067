import { join } from 'node:path'
import { ConfigError, type ConfigSources, loadConfig } from '@assay/kit/config'
import { databaseOptions, serverOptions } from '@assay/kit/options'
import { PAGE_MODES } from '@assay/kit/page'
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
    description: 'Port to listen on; 0 chooses a free port',
  }),
  production: Type.Boolean({
    default: false,
    description: 'Log JSON lines instead of readable lines',
  }),
  rateLimitPerMinute: Type.Integer({
    minimum: 0,
    default: 600,
    description:
      'Requests per client and minute; 0 turns the limit off. Replicas on one database server share the count',
  }),
  databaseConnectionsPerClient: Type.Optional(
    Type.Integer({
      minimum: 1,
      description:
        'Database connections that requests of one client may hold while they wait for each other; without it a third of DATABASE_POOL_SIZE',
    }),
  ),
  bodyLimitBytes: Type.Integer({
    minimum: 1024,
    default: 256 * 1024,
    description: 'Maximum size of a JSON body; parsing blocks all other requests',
  }),
  requestTimeoutMs: Type.Integer({
    minimum: 0,
    default: 72_000_000,
    description:
      'Maximum time to receive one request; it must be enough for the largest batch at the slowest speed. 0 means no limit',
  }),
  storageDir: Type.Optional(
    Type.String({ description: 'Folder for uploaded files; without it DATA_DIR/files' }),
  ),
  storage: Type.Enum(['folder', 's3'], {
    default: 'folder',
    description: 'Where files are stored; several machines need s3 or a shared folder',
  }),
  s3Bucket: Type.Optional(Type.String({ minLength: 1, description: 'Name of the bucket (STORAGE=s3)' })),
  s3Region: Type.String({ default: 'us-east-1', description: 'Region of the bucket (STORAGE=s3)' }),
  s3Endpoint: Type.Optional(
    Type.String({ pattern: '^https?://', description: 'Address of an S3 server other than Amazon S3' }),
  ),
  s3PublicEndpoint: Type.Optional(
    Type.String({
      pattern: '^https?://',
      description: 'Address at which clients reach the S3 server, if it differs; used in signed addresses',
    }),
  ),
  s3Prefix: Type.Optional(Type.String({ description: 'Prefix of every key in the bucket' })),
  s3AccessKeyId: Type.Optional(
    Type.String({
      description: 'Access key; without it the role of the machine or the AWS settings of the user',
    }),
  ),
  s3SecretAccessKey: Type.Optional(Type.String({ secret: true, description: 'Secret of S3_ACCESS_KEY_ID' })),
  s3ForcePathStyle: Type.Boolean({
    default: false,
    description:
      'Put the bucket into the path instead of the host name, as most servers other than Amazon S3 require',
  }),
  maxUploadBytes: Type.Integer({ minimum: 1, default: 2 * 1024 ** 3, description: 'Maximum size of a file' }),
  maxBatchBytes: Type.Integer({
    minimum: 1,
    default: 4 * 1024 ** 3,
    description: 'Maximum size of all files of a batch together',
  }),
  maxSyncDurationSeconds: Type.Integer({
    minimum: 1,
    default: 900,
    description: 'Longest audio that is analysed within the request; longer audio needs async=true',
  }),
  maxDurationSeconds: Type.Integer({
    minimum: 1,
    default: 6 * 3600,
    description: 'Longest audio that is accepted',
  }),
  workerConcurrency: Type.Integer({
    minimum: 1,
    default: 2,
    description: 'Number of files that one process analyses at the same time',
  }),
  maxBatchFiles: Type.Integer({
    minimum: 1,
    maximum: 1000,
    default: 100,
    description: 'Maximum number of files in one batch',
  }),
  maxOpenJobsPerClient: Type.Integer({
    minimum: 0,
    default: 1000,
    description:
      'Maximum number of pending and running jobs of one client; more are refused with 429. 0 means no limit',
  }),
  maxRunningJobsPerClient: Type.Integer({
    minimum: 0,
    default: 0,
    description:
      'Maximum number of running jobs of one client over all workers; the others wait. 0 means no limit',
  }),
  uploadQuotaBytesPerDay: Type.Integer({
    minimum: 0,
    default: 0,
    description: 'Bytes that one client may upload per day (UTC); 0 means no limit',
  }),
  authentication: Type.Enum(['none', 'api-key'], {
    default: 'none',
    description: 'How clients authenticate; with none, all callers are the same client',
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
    description:
      'Address at which clients reach the service, for download addresses; if empty, they have no host',
  }),
  downloadLinkMinutes: Type.Integer({
    minimum: 1,
    default: 60,
    description: 'Lifetime of a signed download address',
  }),
  signingSecret: Type.Optional(
    Type.String({
      minLength: 32,
      secret: true,
      description:
        'Secret that signs download addresses; without it the processes share one through the database',
    }),
  ),
  stemsKeepHours: Type.Integer({
    minimum: 1,
    default: 24,
    description: 'Time for which stems can be downloaded',
  }),
  stemsWeightsPath: Type.Optional(
    Type.String({
      description:
        'Stem network in the layout of HTDemucs (.onnx); without it the built-in DSP engine is used',
    }),
  ),
  stemsWeightsSha256: Type.Optional(
    Type.String({
      pattern: '^[0-9a-f]{64}$',
      description: 'SHA-256 of STEMS_WEIGHTS_PATH; a file with another checksum is refused',
    }),
  ),
  tags: Type.Boolean({
    default: true,
    description:
      'Tag instruments, genres and moods with the musicnn networks and decide whether a file is music; false saves more than half of the time of an analysis',
  }),
  page: Type.Enum([...PAGE_MODES], {
    default: 'on',
    description: 'Whether the page for people is served at /; the interface for programs always is',
  }),
  maxLibraryBytesPerClient: Type.Integer({
    minimum: 0,
    default: 0,
    description:
      'Bytes of original files that one client may keep with its tracks; more are refused with 413. 0 means no limit',
  }),
  retentionDays: Type.Integer({
    minimum: 1,
    default: 30,
    description: 'Time for which ended jobs and cached results are kept',
  }),
  abandonedAfterMinutes: Type.Integer({
    minimum: 0,
    default: 1440,
    description:
      'Time after which unreferenced files are removed; keep it above REQUEST_TIMEOUT_MS, or a slow upload may lose its file',
  }),
  searchIndexMemory: Type.String({
    default: '1GB',
    pattern: '^[0-9]+(MB|GB)$',
    description: 'Memory that the database may use to build the index of a large library',
  }),
  sweepEveryMinutes: Type.Number({
    minimum: 0.01,
    default: 10,
    description: 'Interval at which a worker removes expired data',
  }),
})

/** Configuration of the audio service. */
export type Config = Type.Static<typeof configSchema> & { readonly storageDir: string }

/** Returns problems of combinations that a schema cannot express. */
function contradictions(config: Type.Static<typeof configSchema>): string[] {
  const problems = unreachableLimits(config, {
    BODY_LIMIT_BYTES: config.bodyLimitBytes,
    MAX_UPLOAD_BYTES: config.maxUploadBytes,
    MAX_BATCH_BYTES: config.maxBatchBytes,
  })
  if (config.authentication === 'api-key' && config.apiKeys.length === 0)
    problems.push(
      'API_KEYS: is needed with AUTHENTICATION=api-key; `assay-audio api-key NAME` creates a key and its hash',
    )
  if ((config.stemsWeightsPath === undefined) !== (config.stemsWeightsSha256 === undefined))
    problems.push('STEMS_WEIGHTS_PATH and STEMS_WEIGHTS_SHA256: must be set together')
  if (config.storage === 's3' && config.s3Bucket === undefined)
    problems.push('S3_BUCKET: is needed with STORAGE=s3')
  if ((config.s3AccessKeyId === undefined) !== (config.s3SecretAccessKey === undefined))
    problems.push('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: must be set together')
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

/** Reads the configuration of a command and reports all problems at once. */
export const readConfig = (sources: ConfigSources): Config => read(sources)

/** Reads the configuration of a command that listens. A public address needs authentication or ALLOW_ANONYMOUS. */
export const readServerConfig = (sources: ConfigSources): Config =>
  read(sources, (config) => publicAddressProblems(config, 'api-key'))
