import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type Authenticator,
  apiKey,
  bearerToken,
  openIdVerifier,
  sharedSecretVerifier,
} from '@assay/kit/authentication'
import { createLogger } from '@assay/kit/logger'
import { openapiText } from '@assay/kit/openapi'
import { packageRoot, packageVersion } from '@assay/kit/package-root'
import { Problem } from '@assay/kit/problem'
import { startTelemetry } from '@assay/kit/telemetry'
import { TABLE_FORMATS } from './adapters/tabular/formats.ts'
import { pipelineObserver } from './adapters/telemetry/pipeline-observer.ts'
import { batchThreads } from './adapters/threads/batch-threads.ts'
import { type Config, readConfig } from './config.ts'
import { buildApp } from './http/app.ts'
import { answerQuestion } from './operations/answer-question.ts'
import { calculateFhirMetrics } from './operations/calculate-fhir-metrics.ts'
import { calculateMetrics } from './operations/calculate-metrics.ts'
import { computeBatch } from './operations/compute-batch.ts'
import { runModel } from './operations/run-model.ts'

const now = () => new Date()

const version = packageVersion(import.meta.url)

/** Scopes of a token: `scope` with spaces between (RFC 8693) or `scp`, as text or a list. */
function scopesOf({ scope, scp }: Readonly<Record<string, unknown>>): readonly unknown[] {
  const claim = scope ?? scp
  return typeof claim === 'string' ? claim.split(' ') : Array.isArray(claim) ? claim : []
}

const withScope =
  (scope: string, authenticate: Authenticator): Authenticator =>
  async (request) => {
    const principal = await authenticate(request)
    if (principal && !scopesOf(principal.claims).includes(scope))
      throw new Problem('forbidden', `The token lacks the scope ${scope}.`, {
        field: 'authorization',
        issue: `lacks the scope ${scope}`,
        provided: '[hidden]',
      })
    return principal
  }

function tokenAuthenticators(config: Config): Authenticator[] {
  const verifiers = [
    ...(config.jwtSecret
      ? [
          sharedSecretVerifier({
            secret: config.jwtSecret,
            ...(config.jwtAudience ? { audience: config.jwtAudience } : {}),
          }),
        ]
      : []),
    ...(config.jwtIssuer && config.jwtAudience
      ? [openIdVerifier({ issuer: config.jwtIssuer, audience: config.jwtAudience })]
      : []),
  ]
  const { jwtScope } = config
  return verifiers
    .map(bearerToken)
    .map((authenticate) => (jwtScope === undefined ? authenticate : withScope(jwtScope, authenticate)))
}

function authenticatorsOf(config: Config): Authenticator[] {
  switch (config.authentication) {
    case 'none':
      return []
    case 'api-key': {
      const hashes = new Set(config.apiKeyHashes)
      return [apiKey((hash) => (hashes.has(hash) ? hash.slice(0, 12) : undefined))]
    }
    case 'jwt':
      return tokenAuthenticators(config)
  }
}

/** Imports the provider code only when a provider is configured. */
async function modelOf({ llmProvider, llmModel, llmBaseUrl, llmApiKey }: Config) {
  if (llmProvider === 'none' || llmModel === undefined) return undefined
  const { languageModel } = await import('./adapters/llm/language-model.ts')
  return languageModel({ provider: llmProvider, model: llmModel, baseUrl: llmBaseUrl, apiKey: llmApiKey })
}

/** Tables are computed in threads; the entry is the source in development and its bundle in a published package. */
function composeTables({ batchThreads: threads }: Config, onError: (error: Error) => void) {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  const entry = fileURLToPath(new URL(`./compose-batch-thread.${extension}`, import.meta.url))
  return batchThreads({ entry, threads: threads ?? Math.max(1, availableParallelism() - 1), onError })
}

/** Creates the service with all its dependencies. */
export async function compose(config: Config) {
  const logger = await createLogger('query', config.logLevel)
  const telemetry = startTelemetry({ service: 'query', version, ...config })
  const tables = composeTables(config, (error) => logger.error({ err: error }, 'batch thread'))
  const app = await buildApp({
    config,
    version,
    logger,
    telemetry,
    authenticators: authenticatorsOf(config),
    calculate: calculateMetrics({ now }),
    calculateFhir: calculateFhirMetrics({ now }),
    computeBatch: computeBatch({ now }),
    runModel: runModel({ now }),
    answer: answerQuestion({
      now,
      clock: () => performance.now(),
      model: await modelOf(config),
      budget: { stageTimeoutMs: config.llmStageTimeoutMs, tokensPerRequest: config.llmTokensPerRequest },
      observer: pipelineObserver(telemetry),
    }),
    formats: TABLE_FORMATS.map(({ mediaType, outputType = mediaType }) => ({ mediaType, outputType })),
    tables,
    today: () => now().toISOString().slice(0, 10),
    pageFolder: join(packageRoot(import.meta.url), 'web/dist'),
    seconds: () => performance.now() / 1000,
  })
  app.addHook('onClose', tables.close)
  return { app, logger, telemetry }
}

/** Returns the OpenAPI document of the service. */
export async function describe(): Promise<string> {
  const { app } = await compose(readConfig({ argv: ['--log-level', 'silent'], env: {} }))
  return openapiText(app)
}
