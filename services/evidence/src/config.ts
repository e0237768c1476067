import { ConfigError, type ConfigSources, loadConfig } from '@assay/kit/config'
import { databaseOptions, serverOptions } from '@assay/kit/options'
import { PAGE_MODES } from '@assay/kit/page'
import { isLoopback } from '@assay/kit/public-address'
import { unreachableLimits } from '@assay/kit/transfer-speed'
import Type from 'typebox'
import { readAdmissionRule } from './domain/accounts/single-sign-on.ts'

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
  auditRetentionDays: Type.Integer({
    minimum: 0,
    default: 0,
    description:
      'Days for which entries of the audit trail are kept, at least 30; 0 keeps them for ever. Workers remove older ones',
  }),
  importRetentionDays: Type.Integer({
    minimum: 0,
    default: 0,
    description:
      'Days for which records of ended imports and their errors are kept; 0 keeps them for ever. The evidence stays',
  }),
  publicUrl: Type.String({
    default: '',
    pattern: '^(https?://\\S*[^/\\s])?$',
    description:
      'Address at which browsers reach the service, without a slash at its end; needed with OIDC_ISSUER. The provider must know PUBLIC_URL/v1/sso-callback',
  }),
  oidcIssuer: Type.Optional(
    Type.String({
      pattern: '^https?://\\S+$',
      description:
        'OpenID Connect issuer by which people sign in with a browser, beside username and password. Unset switches single sign-on off',
    }),
  ),
  oidcClientId: Type.Optional(
    Type.String({ minLength: 1, description: 'Id of this service at the provider (with OIDC_ISSUER)' }),
  ),
  oidcClientSecret: Type.Optional(
    Type.String({ secret: true, description: 'Secret of OIDC_CLIENT_ID; unset for a public client' }),
  ),
  oidcScopes: Type.String({ default: 'openid email profile', description: 'Scopes to ask for' }),
  oidcName: Type.String({
    default: 'single sign-on',
    maxLength: 60,
    description: 'Name of the provider on the button of the page',
  }),
  oidcAdmit: Type.Array(Type.String(), {
    default: [],
    description:
      'Who may sign in through the provider without a user here, as claim:value=organization:role, such as email_domain:example.org=Example Lab:researcher. Empty admits only identities that "assay-evidence users link" linked',
  }),
  keyEncryptionKey: Type.Optional(
    Type.String({
      secret: true,
      description:
        'Key that encrypts the private signing keys in the database: 32 bytes as base64 or hexadecimal digits (openssl rand -base64 32). Unset stores them as they are',
    }),
  ),
  keyEncryptionPreviousKey: Type.Optional(
    Type.String({
      secret: true,
      description: 'Key that KEY_ENCRYPTION_KEY replaces, until "assay-evidence keys encrypt" has run',
    }),
  ),
  signingKeyRotationDays: Type.Integer({
    minimum: 1,
    default: 30,
    description: 'Time after which a new key signs tokens',
  }),
})

/** Configuration after reading all sources. */
export type Config = Type.Static<typeof configSchema>

/** Shortest time for which audit entries are kept; the database refuses to remove younger ones. */
const MIN_AUDIT_DAYS = 30

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

/** Returns what is wrong with the settings of single sign-on. */
function signOnProblems(config: Config): string[] {
  if (config.oidcIssuer === undefined) return []
  const problems: string[] = []
  const isSafe = (address: string) =>
    URL.canParse(address) && (new URL(address).protocol === 'https:' || isLoopback(new URL(address).hostname))
  if (!config.oidcClientId) problems.push('OIDC_CLIENT_ID: is needed with OIDC_ISSUER')
  if (!config.publicUrl) problems.push('PUBLIC_URL: is needed with OIDC_ISSUER')
  else if (!isSafe(config.publicUrl)) problems.push('PUBLIC_URL: must be https with OIDC_ISSUER')
  if (!isSafe(config.oidcIssuer)) problems.push(`OIDC_ISSUER: must be https, is ${config.oidcIssuer}`)
  for (const rule of config.oidcAdmit)
    if (!readAdmissionRule(rule))
      problems.push(
        `OIDC_ADMIT: "${rule}" must be claim:value=organization:role, such as email_domain:example.org=Example Lab:researcher`,
      )
  return problems
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
    ...signOnProblems(config),
    ...(config.auditRetentionDays > 0 && config.auditRetentionDays < MIN_AUDIT_DAYS
      ? [`AUDIT_RETENTION_DAYS: must be 0 or at least ${MIN_AUDIT_DAYS}, is ${config.auditRetentionDays}`]
      : []),
  ]
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}
