import { compose } from '../src/compose.ts'
import { readConfig } from '../src/config.ts'

/** The whole service in this process, silent, without a rate limit; `argv` as on its command line. */
export async function inProcess(...argv: string[]) {
  const { app, telemetry } = await compose(
    readConfig({ argv: ['--log-level', 'silent', '--rate-limit-per-minute', '0', ...argv], env: {} }),
  )
  const post = async (url: string, payload: object) => {
    const response = await app.inject({ method: 'POST', url, payload })
    return { status: response.statusCode, headers: response.headers, body: response.json() }
  }
  return { app, telemetry, post, close: () => app.close() }
}

/** Settings that put a loopback language model behind the service. */
export const withModel = (baseUrl: string, stageTimeoutMs = 1000): string[] => [
  ...['--llm-provider', 'openai-compatible', '--llm-model', 'loopback', '--llm-base-url', baseUrl],
  ...['--llm-stage-timeout-ms', String(stageTimeoutMs)],
]
