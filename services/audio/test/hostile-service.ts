import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { formOf, type Part, type Service, startService, until } from './service.ts'

/** Longest audio answered at once, and at all. */
const SYNC_SECONDS = 60
const MAX_SECONDS = 120

/**
 * A service for the tests of one file to attack, a folder for their weapons, and a bait that tells who asked it. After every
 * test the service must be well, with no decoder and no file left, and must have asked nobody.
 */
export function serviceUnderAttack() {
  let folder: string
  let service: Service
  let bait: Server
  let baitUrl: string
  /** Requests that the bait saw: none is the service's to make. */
  const bites: string[] = []

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'audio-hostile-'))
    bait = createServer((request, response) => {
      bites.push(`${request.method} ${request.url}`)
      response.end()
    })
    await new Promise<void>((resolve) => bait.listen(0, '127.0.0.1', resolve))
    baitUrl = `http://127.0.0.1:${(bait.address() as AddressInfo).port}`
    service = await startService('embedded', {
      MAX_SYNC_DURATION_SECONDS: String(SYNC_SECONDS),
      MAX_DURATION_SECONDS: String(MAX_SECONDS),
    })
  })
  afterAll(async () => {
    bait?.close()
    const codes = await service.stop()
    // An end that is not in order is rare: what led to it must not be lost.
    if (codes.some((code) => code !== 0)) process.stderr.write(`${service.server.output().slice(-20_000)}\n`)
    expect(service.errors()).toEqual([])
    expect(codes).toEqual([0])
    rmSync(folder, { recursive: true, force: true })
  })
  afterEach(async () => {
    expect((await fetch(`${service.baseUrl}/health`)).status).toBe(200)
    await until(() => service.decoders().length === 0, 'no decoder is left')
    await until(() => service.stored().length === 0, 'nothing is left in storage')
    expect(bites).toEqual([])
  })

  return {
    bites,
    service: () => service,
    baitUrl: () => baitUrl,
    path: (name: string) => join(folder, name),
    post: (address: string, ...parts: Part[]) =>
      fetch(`${service.baseUrl}/api/v1/${address}`, { method: 'POST', body: formOf(...parts) }),
    ended: (id: string) =>
      until(async () => {
        const response = await fetch(`${service.baseUrl}/api/v1/jobs/${id}`)
        const job = (await response.json()) as {
          status: string
          filename: string
          error: { code: string } | null
        }
        return ['completed', 'failed'].includes(job.status) && job
      }, `job ${id} has ended`),
  }
}
