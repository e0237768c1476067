import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Claim, claimSheet } from './prove-options.ts'
import { printResult } from './sheet.ts'

export type { Claim } from './prove-options.ts'

/** Deployment that is being proved. */
export interface Deployment {
  /** Address without a trailing slash. */
  readonly url: string
  /** Headers with the caller's credentials. */
  readonly headers: Readonly<Record<string, string>>
}

/** Returns a claim that holds or is broken. */
export const claim = (name: string, holds: boolean, figure: string | number, bound: string): Claim => ({
  claim: name,
  figure: String(figure),
  bound,
  verdict: holds ? 'holds' : 'broken',
})

/** Returns a claim that was not tried, with the reason. */
export const notRun = (name: string, reason: string): Claim => ({
  claim: name,
  figure: reason,
  bound: '',
  verdict: 'not run',
})

/** Longest time for one answer. */
const ANSWER_MS = 10_000

/** Longest waiting for a rate limit, seconds: they count by the minute. Quotas of a day are not waited for. */
const LONGEST_WAIT_SECONDS = 60

/** Waits for the next window of a rate limit, and says so. */
export async function waitForWindow(seconds: number): Promise<void> {
  process.stderr.write(`The rate limit is used up: waiting for ${seconds} s.\n`)
  await sleep(1000 * seconds)
}

/** Answer of a deployment; status 0 when there was none. */
interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

async function sendOnce({ url, headers }: Deployment, path: string, init: RequestInit): Promise<Answer> {
  try {
    const response = await fetch(`${url}${path}`, {
      ...init,
      headers: { ...headers, ...(init.headers as Record<string, string> | undefined) },
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    return { status: response.status, headers: response.headers, text: await response.text() }
  } catch (error) {
    return { status: 0, headers: new Headers(), text: (error as Error).message }
  }
}

/**
 * Sends a request with the caller's credentials. Resolves to status 0 when there is no answer within ten seconds. Whom the
 * rate limit refuses learns nothing about the deployment: it waits for the next window and asks once more.
 */
export async function send(deployment: Deployment, path: string, init: RequestInit = {}): Promise<Answer> {
  const answer = await sendOnce(deployment, path, init)
  const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN)
  if (answer.status !== 429 || !(seconds <= LONGEST_WAIT_SECONDS)) return answer
  await waitForWindow(seconds)
  return sendOnce(deployment, path, init)
}

/** Returns the value as JSON, or undefined. */
function parsed(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return undefined
  }
}

/** Checks what every service promises: health, readiness, version, document, and named errors with a request id. */
export async function contractClaims(deployment: Deployment, version: string): Promise<Claim[]> {
  const health = await send(deployment, '/health')
  const ready = await send(deployment, '/ready')
  const document = await send(deployment, '/docs/json')
  const missing = await send(deployment, '/no-such-address')
  const running = parsed(health.text)?.version
  const openapi = parsed(document.text) as { openapi?: string; paths?: object } | undefined
  const operations = Object.keys(openapi?.paths ?? {}).length
  const named = missing.headers.get('x-request-id') !== null && parsed(missing.text) !== undefined
  return [
    claim('the process is alive', health.status === 200, health.status, '200'),
    claim('the service is ready', ready.status === 200, ready.status, '200'),
    claim('it runs the version of this command', running === version, String(running), version),
    claim('its OpenAPI document is served', operations > 2, `${operations} paths`, '> 2'),
    claim(
      'an unknown address is a named error',
      missing.status === 404 && named,
      missing.status,
      '404 with an id',
    ),
  ]
}

/** Bodies that no service may stumble over. */
const HOSTILE_BODIES: readonly (string | Uint8Array)[] = [
  '',
  '{',
  'null',
  '[]',
  '"\\u0000"',
  '{"__proto__": {"admin": true}}',
  '{"constructor": {"prototype": {}}}',
  `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
  `{"a": ${'9'.repeat(10_000)}}`,
  `{"${'k'.repeat(60_000)}": 1}`,
  Uint8Array.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
]
const HOSTILE_PATHS = ['/%00', '/..%2f..%2fetc%2fpasswd', '/%ff', `/${'a'.repeat(4000)}`, '/health?x=%zz']

/** Sends hostile bodies to the given operations, and hostile addresses. None may end in 5xx or without an answer. */
export async function hostileClaims(deployment: Deployment, posts: readonly string[]): Promise<Claim[]> {
  const answers: number[] = []
  for (const path of posts)
    for (const body of HOSTILE_BODIES)
      answers.push(
        (
          await send(deployment, path, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: body as Uint8Array<ArrayBuffer> | string,
          })
        ).status,
      )
  for (const path of HOSTILE_PATHS) answers.push((await send(deployment, path)).status)
  const broken = answers.filter((status) => status === 0 || status >= 500).length
  const after = await send(deployment, '/health')
  return [
    claim(
      'hostile requests are refused by name, none breaks the service',
      broken === 0 && after.status === 200,
      `${broken} of ${answers.length} broken`,
      '0',
    ),
  ]
}

/** Checks that a folder holds a file that is not empty and was written at most so many hours ago. */
export async function backupClaims(folder: string | undefined, hours: number): Promise<Claim[]> {
  const name = 'a backup is fresh'
  if (folder === undefined) return [notRun(name, 'tell its folder with --backup')]
  const entries = await readdir(folder, { recursive: true }).catch(() => [])
  const found = await Promise.all(entries.map((entry) => stat(join(folder, entry)).catch(() => undefined)))
  const times = found.flatMap((file) => (file?.isFile() && file.size > 0 ? [file.mtimeMs] : []))
  const bound = `<= ${hours} h, not empty`
  if (times.length === 0) return [claim(name, false, 'no file that is not empty', bound)]
  const ageHours = (Date.now() - Math.max(...times)) / 3_600_000
  return [claim(name, ageHours <= hours, `${ageHours.toFixed(1)} h`, bound)]
}

/** Prints claims in a format. Returns the exit code: 0 only when none is broken. */
export function printClaims(claims: readonly Claim[], format: string | undefined): number {
  printResult(claimSheet, format, claims)
  return claims.every(({ verdict }) => verdict !== 'broken') ? 0 : 1
}
