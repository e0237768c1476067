import { ConfigError, type ConfigSources, loadConfig } from '@assay/kit/config'
import { serverOptions } from '@assay/kit/options'
import { PAGE_MODES } from '@assay/kit/page'
import { anonymousOption, publicAddressProblems } from '@assay/kit/public-address'
import { unreachableLimits } from '@assay/kit/transfer-speed'
import Type from 'typebox'

const AUTHENTICATION_MODES = ['none', 'api-key', 'jwt'] as const

/** Every setting of the query service. */
export const configSchema = Type.Object({
  ...serverOptions,
  port: Type.Integer({
    minimum: 0,
    maximum: 65535,
    default: 8080,
    description: 'Port to listen on; 0 takes a free one',
  }),
  bodyLimitBytes: Type.Integer({
    minimum: 1024,
    default: 256 * 1024,
    description: 'Largest JSON body; reading one keeps every other request waiting',
  }),
  maxBundleBytes: Type.Integer({
    minimum: 1024,
    default: 1024 ** 2,
    description: 'Largest FHIR bundle for /fhir/metrics',
  }),
  requestTimeoutMs: Type.Integer({
    minimum: 0,
    default: 18_000_000,
    description:
      'Longest time to receive one request; a batch is received as long as it is computed. 0 is no limit',
  }),
  maxBatchBytes: Type.Integer({
    minimum: 1024,
    default: 1024 ** 3,
    description: 'Largest table for /metrics/batch',
  }),
  batchThreads: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'Threads that compute batches; unset is one less than the machine has processors',
    }),
  ),
  maxBatchesPerClient: Type.Integer({
    minimum: 1,
    default: 2,
    description: 'Batches of one client (its credentials, else its network) that are computed at once',
  }),
  maxBatches: Type.Integer({
    minimum: 1,
    default: 32,
    description: 'Batches of all clients that are computed at once; each takes a few megabytes',
  }),
  batchWaitMs: Type.Integer({
    minimum: 0,
    default: 30_000,
    description: 'How long a batch beyond these limits waits before it is refused with 429 or 503',
  }),
  authentication: Type.Enum([...AUTHENTICATION_MODES], {
    default: 'none',
    description: 'How callers prove who they are: none, api-key (X-API-Key) or jwt (Authorization: Bearer)',
  }),
  ...anonymousOption,
  page: Type.Enum([...PAGE_MODES], {
    default: 'on',
    description: 'Whether the page for people is served at /; the interface for programs always is',
  }),
  apiKeyHashes: Type.Array(Type.String({ pattern: '^[0-9a-f]{64}$' }), {
    default: [],
    description:
      'SHA-256 of each accepted API key in hex, separated by commas; `assay-query api-key` makes one',
  }),
  jwtSecret: Type.Optional(
    Type.String({
      minLength: 32,
      secret: true,
      description: 'Shared secret of HS256 tokens, which must expire (with AUTHENTICATION=jwt)',
    }),
  ),
  jwtIssuer: Type.Optional(
    Type.String({
      pattern: '^https?://',
      description: 'OpenID Connect issuer whose tokens are accepted (with AUTHENTICATION=jwt)',
    }),
  ),
  jwtAudience: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'Audience that every token must carry (claim aud); needed with JWT_ISSUER',
    }),
  ),
  jwtScope: Type.Optional(
    Type.String({ description: 'Scope that every token must carry (claim scope or scp); 403 without it' }),
  ),
  llmProvider: Type.Enum(['none', 'openai-compatible', 'openai', 'anthropic'], {
    default: 'none',
    description:
      'Language model that may read and phrase, never calculate; every answer is complete without one',
  }),
  llmModel: Type.Optional(Type.String({ description: 'Its name at the provider (with LLM_PROVIDER)' })),
  llmBaseUrl: Type.Optional(
    Type.String({ pattern: '^https?://', description: 'Its address, for example that of Ollama or vLLM' }),
  ),
  llmApiKey: Type.Optional(Type.String({ secret: true, description: 'Key for the provider' })),
  llmStageTimeoutMs: Type.Integer({
    minimum: 100,
    default: 5000,
    description: 'Longest time that one stage waits for the model before the rules answer',
  }),
  llmTokensPerRequest: Type.Integer({
    minimum: 100,
    default: 8000,
    description: 'Tokens that one request may spend',
  }),
})

export type Config = Type.Static<typeof configSchema>

/** Combinations that a schema cannot express. */
function contradictions(config: Config): string[] {
  const problems = [
    ...publicAddressProblems(config, 'api-key or jwt'),
    ...unreachableLimits(config, {
      BODY_LIMIT_BYTES: config.bodyLimitBytes,
      MAX_BUNDLE_BYTES: config.maxBundleBytes,
      MAX_BATCH_BYTES: config.maxBatchBytes,
    }),
  ]
  if (config.authentication === 'api-key' && config.apiKeyHashes.length === 0) {
    problems.push(
      'API_KEY_HASHES: is needed with AUTHENTICATION=api-key; `assay-query api-key` makes a key and its hash',
    )
  }
  if (config.authentication === 'jwt' && !config.jwtSecret && !(config.jwtIssuer && config.jwtAudience)) {
    problems.push('AUTHENTICATION=jwt needs JWT_SECRET, or JWT_ISSUER with JWT_AUDIENCE')
  }
  if (config.jwtSecret && config.jwtIssuer) {
    problems.push('JWT_SECRET and JWT_ISSUER exclude each other; choose where tokens come from')
  }
  if (config.llmProvider !== 'none' && !config.llmModel) {
    problems.push(`LLM_MODEL: is needed with LLM_PROVIDER=${config.llmProvider}`)
  }
  return problems
}

/** Reads the configuration of a command and reports everything that is wrong with it at once. */
export function readConfig(sources: ConfigSources): Config {
  const { config } = loadConfig(configSchema, sources)
  const problems = contradictions(config)
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}
