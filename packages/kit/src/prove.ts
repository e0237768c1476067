import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { findKnee, hold, overload } from './load-phases.ts'
import type { LoadRequest } from './open-loop.ts'
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

/** Sends a request with the caller's credentials. Resolves to status 0 when there is no answer within ten seconds. */
export async function send(
  { url, headers }: Deployment,
  path: string,
  init: RequestInit = {},
): Promise<{ status: number; headers: Headers; text: string }> {
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

/** Options of the load. */
export interface LoadOptions {
  readonly requestOf: (index: number) => LoadRequest
  /** Highest rate that may be sent. */
  readonly mostPerSecond: number
}

/**
 * Raises a harmless load to the knee, holds 70 % of it for ten seconds, sends 150 % and goes back. Ends at
 * `mostPerSecond`.
 */
export async function loadClaims(
  { url, headers }: Deployment,
  { requestOf, mostPerSecond }: LoadOptions,
): Promise<Claim[]> {
  const name = 'overload is refused with Retry-After and passes within 5 s'
  if (!url.startsWith('http:')) return [notRun(name, 'load is sent by plain HTTP only')]
  const target = {
    urls: [url],
    requestOf: (index: number) => {
      const request = requestOf(index)
      return { ...request, headers: { ...headers, ...request.headers } }
    },
  }
  const knee = await findKnee(target, { secondsPerStep: 2, mostPerSecond: mostPerSecond / 1.5 })
  const usual = Math.round(0.7 * knee.perSecond)
  const held = await hold(target, usual, 10)
  const pressed = await overload(target, {
    perSecond: Math.round(1.5 * knee.perSecond),
    seconds: 10,
    usualPerSecond: usual,
    usualP99Ms: held.p99Ms,
  })
  const { recoverySeconds } = pressed
  return [
    claim(
      'a load of 70 % of the knee is accepted',
      held.acceptedShare >= 0.99,
      held.acceptedShare.toFixed(4),
      '>= 0.99',
    ),
    claim(
      name,
      pressed.failed === 0 && recoverySeconds <= 5,
      `knee ${knee.perSecond}/s, ${pressed.refused} refused, ${pressed.failed} failed, ${recoverySeconds} s`,
      '0 failed, <= 5 s',
    ),
  ]
}

/** Checks that a folder holds a file that was written at most so many hours ago. */
export async function backupClaims(folder: string | undefined, hours: number): Promise<Claim[]> {
  const name = 'a backup is fresh'
  if (folder === undefined) return [notRun(name, 'tell its folder with --backup')]
  const entries = await readdir(folder, { recursive: true }).catch(() => [])
  const times = await Promise.all(entries.map(async (entry) => (await stat(join(folder, entry))).mtimeMs))
  const ageHours =
    times.length === 0 ? Number.POSITIVE_INFINITY : (Date.now() - Math.max(...times)) / 3_600_000
  return [claim(name, ageHours <= hours, `${ageHours.toFixed(1)} h`, `<= ${hours} h`)]
}

/** Prints claims in a format. Returns the exit code: 0 only when none is broken. */
export function printClaims(claims: readonly Claim[], format: string | undefined): number {
  printResult(claimSheet, format, claims)
  return claims.every(({ verdict }) => verdict !== 'broken') ? 0 : 1
}
