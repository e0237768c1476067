import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LoadRequest } from './open-loop.ts'

/** Answers to a load, counted. */
export interface LoadReport {
  readonly answered: number
  /** Answers after the process began to drain. */
  readonly answeredDraining: number
  /** Number of answers by status. */
  readonly statuses: Readonly<Record<string, number>>
  /** Requests that were sent but not answered. */
  readonly dropped: readonly string[]
}

const READY_EVERY_MS = 100

function send(agent: Agent, url: string, { method, path, headers, body }: LoadRequest) {
  return new Promise<{ status: number; lastOfConnection: boolean }>((resolve, reject) => {
    const sent = request(`${url}${path}`, { agent, method, headers: { ...headers } }, (response) => {
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode as number,
          lastOfConnection: response.headers.connection === 'close',
        }),
      )
      response.resume()
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/**
 * Keeps a server busy over several connections like a load balancer: it requests `/ready` ten times per second and
 * opens no new connection once that is not 200. Resolves when every connection has ended.
 */
export async function loadUntilDrained(
  url: string,
  connections: number,
  load: LoadRequest,
): Promise<LoadReport> {
  const statuses: Record<string, number> = {}
  const dropped: string[] = []
  let answered = 0
  let answeredDraining = 0
  let ready = true
  const watch = async () => {
    while (ready) {
      await sleep(READY_EVERY_MS)
      ready = await fetch(`${url}/ready`, { headers: { connection: 'close' } }).then(
        ({ ok }) => ok,
        () => false,
      )
    }
  }
  const client = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let connected = false; ready || connected; ) {
      try {
        const { status, lastOfConnection } = await send(agent, url, load)
        statuses[status] = (statuses[status] ?? 0) + 1
        answered++
        if (!ready) answeredDraining++
        connected = !lastOfConnection
      } catch (error) {
        dropped.push(String(error))
        connected = false
      }
    }
    agent.destroy()
  }
  await Promise.all([watch(), ...Array.from({ length: connections }, client)])
  return { answered, answeredDraining, statuses, dropped }
}
