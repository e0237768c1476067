import { once } from 'node:events'
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { type Held, type Knee, type Overload, overload } from './load-phases.ts'
import { backupClaims, send } from './prove.ts'
import { loadClaims } from './prove-load.ts'
import { proveOptions } from './prove-options.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function deploymentOf(answer: (response: ServerResponse) => void) {
  const server = createServer((request, response) => {
    request.resume()
    answer(response)
  })
  closing.push(() => {
    server.close()
    server.closeAllConnections()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, headers: {} }
}

/** Counts requests as the rate limit of a service does, in one window. */
function limited(perMinute: number) {
  const seen = { requests: 0, refused: 0 }
  const answer = (response: ServerResponse) => {
    seen.requests += 1
    const left = perMinute - seen.requests
    response.setHeader('x-ratelimit-limit', perMinute)
    response.setHeader('x-ratelimit-remaining', Math.max(0, left))
    response.setHeader('x-ratelimit-reset', 60)
    if (left >= 0) return response.end('{}')
    seen.refused += 1
    return response.writeHead(429, { 'retry-after': '60' }).end('{}')
  }
  return { seen, answer }
}

const LOAD = { request: { method: 'GET', path: '/' }, mostPerSecond: 2000, seconds: 2 }

test('load stays within a rate limit: a steady load is judged, overload is not', async () => {
  const { seen, answer } = limited(6000)
  const claims = await loadClaims(await deploymentOf(answer), LOAD)
  expect(claims).toEqual([
    expect.objectContaining({ claim: 'a steady load is accepted', verdict: 'holds' }),
    expect.objectContaining({
      verdict: 'not run',
      figure: expect.stringContaining('limit of 6000 requests'),
    }),
  ])
  expect(seen.refused).toBe(0)
})

test('load is not run where the rate limit is below any useful load, as that of audio is', async () => {
  const { seen, answer } = limited(600)
  const claims = await loadClaims(await deploymentOf(answer), LOAD)
  expect(claims.map(({ verdict }) => verdict)).toEqual(['not run', 'not run'])
  expect(claims[0]!.figure).toContain('below any useful load')
  expect(seen.requests).toBe(1)
})

const KNEE: Knee = { perSecond: 100, p50Ms: 1, p99Ms: 2, tried: [] }
const HELD: Held = { acceptedShare: 1, limited: 0, p99Ms: Number.POSITIVE_INFINITY, drift: 1, shots: [] }
const PRESSED: Overload = {
  ...{ perSecond: 150, refused: 7, limited: 0, failed: 0, acceptedPerSecond: 100 },
  ...{ noticedSeconds: 1, p99FromStartMs: 2, p99Ms: 2, recoverySeconds: 5 },
}

test('load beyond what a server does is overload: refusals with Retry-After hold, others are broken', async () => {
  const overloadOf = async (refusal: Record<string, string>) => {
    let requests = 0
    const deployment = await deploymentOf((response) => {
      requests += 1
      // One request reads the rate limit, 300 are the overload; what comes after it is accepted.
      if (requests > 201 && requests <= 301) response.writeHead(503, refusal).end('{}')
      else response.end('{}')
    })
    const phases = { findKnee: async () => KNEE, hold: async () => HELD, overload }
    return (await loadClaims(deployment, LOAD, phases))[1]
  }
  const [named, nameless] = await Promise.all([overloadOf({ 'retry-after': '1' }), overloadOf({})])
  expect(named).toMatchObject({ verdict: 'holds', figure: 'knee 100/s, 100 refused, 0 failed, 0 s' })
  expect(nameless).toMatchObject({ verdict: 'broken', figure: 'knee 100/s, 0 refused, 100 failed, 0 s' })
})

test('verdicts of a load', async () => {
  const deployment = await deploymentOf((response) => response.end('{}'))
  const verdictsOf = async (held: Partial<Held>, pressed: Partial<Overload>) => {
    const claims = await loadClaims(deployment, LOAD, {
      findKnee: async () => KNEE,
      hold: async () => ({ ...HELD, ...held }),
      overload: async () => ({ ...PRESSED, ...pressed }),
    })
    return claims.map(({ verdict }) => verdict)
  }
  expect(await verdictsOf({}, {})).toEqual(['holds', 'holds'])
  expect(await verdictsOf({ acceptedShare: 0.989 }, {})).toEqual(['broken', 'holds'])
  expect(await verdictsOf({ limited: 1 }, {})).toEqual(['not run', 'not run'])
  expect(await verdictsOf({}, { failed: 1 })).toEqual(['holds', 'broken'])
  expect(await verdictsOf({}, { recoverySeconds: 6 })).toEqual(['holds', 'broken'])
  expect(await verdictsOf({}, { limited: 1 })).toEqual(['holds', 'not run'])
  expect(await verdictsOf({}, { refused: 0 })).toEqual(['holds', 'not run'])
})

test('a deployment that refuses even a light load is broken', async () => {
  const deployment = await deploymentOf((response) => response.writeHead(500).end('{}'))
  const [steady] = await loadClaims(deployment, LOAD)
  expect(steady).toMatchObject({ verdict: 'broken', figure: expect.stringContaining('only 0 were accepted') })
})

test('whoever is refused by the rate limit waits for its next window; a quota of a day is not waited for', async () => {
  const answers = [429, 200]
  const deployment = await deploymentOf((response) =>
    response.writeHead(answers.shift()!, { 'retry-after': '1' }).end(),
  )
  expect((await send(deployment, '/')).status).toBe(200)
  const full = await deploymentOf((response) => response.writeHead(429, { 'retry-after': '3600' }).end())
  expect((await send(full, '/')).status).toBe(429)
})

test('an empty file is no backup, however fresh', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-backup-'))
  closing.push(() => rm(folder, { recursive: true }))
  const verdict = async () => (await backupClaims(folder, 26))[0]
  expect(await verdict()).toMatchObject({ verdict: 'broken', figure: 'no file that is not empty' })
  await writeFile(join(folder, 'tuesday.dump'), '')
  expect(await verdict()).toMatchObject({ verdict: 'broken' })
  await writeFile(join(folder, 'monday.dump'), 'PGDMP')
  const yesterday = new Date(Date.now() - 30 * 3_600_000)
  await utimes(join(folder, 'monday.dump'), yesterday, yesterday)
  expect(await verdict()).toMatchObject({ verdict: 'broken', figure: '30.0 h' })
  await writeFile(join(folder, 'tuesday.dump'), 'PGDMP')
  expect(await verdict()).toMatchObject({ verdict: 'holds' })
})

test('keys come from the environment, where the arguments name none', () => {
  const argv = ['--url', 'https://assay.example/']
  const env = { ASSAY_KEY: 'a', ASSAY_OTHER_KEY: 'b' }
  expect(proveOptions({ argv, env })).toMatchObject({ url: 'https://assay.example', key: 'a', otherKey: 'b' })
  expect(proveOptions({ argv: [...argv, '--key', 'c'], env })).toMatchObject({ key: 'c', otherKey: 'b' })
  expect(proveOptions({ argv, env: { ASSAY_KEY: '' } }).key).toBeUndefined()
})
