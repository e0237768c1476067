import { pino } from 'pino'
import Type from 'typebox'
import { loadConfig } from './config.ts'
import { type ServerConfig, serverOptions } from './options.ts'
import { INTERNAL_DETAILS, Problem, problemStatus } from './problem.ts'
import type { Ready } from './readiness.ts'
import { type App, createServer } from './server.ts'
import { startTelemetry } from './telemetry.ts'

const defaults = loadConfig(Type.Object(serverOptions), { argv: [], env: {} }).config

/** Error envelope of the sample server. */
export const SampleError = Type.Object(
  {
    code: Type.String(),
    message: Type.String(),
    details: Type.Object({ field: Type.String(), issue: Type.String(), provided: Type.Unknown() }),
    request_id: Type.String(),
    at: Type.String(),
  },
  { description: 'Every refusal has this shape.' },
)

/** Creates a kit server without routes of its own, for tests, and collects its log lines. */
export async function sampleServer(
  overrides: Partial<ServerConfig> = {},
  ready: Ready = async () => [],
): Promise<{ app: App; lines: Record<string, unknown>[] }> {
  const lines: Record<string, unknown>[] = []
  const app = await createServer({
    name: 'sample',
    version: '1.2.3',
    config: { ...defaults, ...overrides },
    logger: pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) }),
    telemetry: startTelemetry({ service: 'sample', version: '1.2.3', traceSampleRatio: 0 }),
    presentError: (error, { requestId, now }) => {
      const known = error instanceof Problem ? error : undefined
      return {
        status: known ? problemStatus[known.kind] : 500,
        body: {
          code: known?.kind ?? 'internal',
          message: known?.message ?? 'Something went wrong on our side.',
          details: known?.details ?? INTERNAL_DETAILS,
          request_id: requestId,
          at: now.toISOString(),
        },
        retryAfterSeconds: known?.retryAfterSeconds,
      }
    },
    errorBody: SampleError,
    ready,
    openapi: { title: 'Sample', description: 'A sample', tags: [{ name: 'operations', description: 'o' }] },
  })
  return { app, lines }
}
