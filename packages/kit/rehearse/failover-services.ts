import { setTimeout as sleep } from 'node:timers/promises'
import { shoot } from './balanced-load.ts'
import { type MachineName, PORTS } from './cluster.ts'
import type { Machine } from './namespaces.ts'
import { start } from './processes.ts'

const APPS = ['app1', 'app2'] as const

/** Machines of the rehearsal by their names. */
export type Machines = Readonly<Record<MachineName, Machine>>

/** Settings of a service beside PgBouncer. */
const settingsOf = (service: string, files: string, host: string): Record<string, string> => ({
  DATABASE_URL: `postgres://postgres@127.0.0.1:${PORTS.pgbouncer}/${service}`,
  DATABASE_DIRECT_URL: `postgres://postgres@127.0.0.1:${PORTS.primary}/${service}`,
  DATABASE_POOL_SIZE: '20',
  HOST: host,
  // A line for each answer costs the machine more than some of the parts do.
  LOG_LEVEL: 'warn',
  ...(service === 'evidence'
    ? { DATABASE_CONNECTIONS_PER_ORGANIZATION: '20' }
    : {
        DATABASE_CONNECTIONS_PER_CLIENT: '20',
        ALLOW_ANONYMOUS: 'true',
        STORAGE_DIR: files,
        TAGS: 'false',
        MAX_OPEN_JOBS_PER_CLIENT: '0',
      }),
})

/** Port of a service; each machine has an address of its own. */
const SERVICE_PORTS: Readonly<Record<string, number>> = { evidence: 8001, audio: 8002 }
const READY_WITHIN_MS = 120_000

/** Starts `serve` and `work` of a service on both machines. Returns the addresses of the servers once they are ready. */
export async function startServices(machines: Machines, service: string, files: string): Promise<string[]> {
  const port = SERVICE_PORTS[service] as number
  return Promise.all(
    APPS.map(async (name) => {
      const { address, inside } = machines[name]
      const settings = settingsOf(service, files, address)
      start(service, ['serve', '--port', String(port)], settings, { inside })
      start(service, ['work'], settings, { inside })
      const url = `http://${address}:${port}`
      for (const limit = performance.now() + READY_WITHIN_MS; performance.now() < limit; await sleep(200))
        if ((await shoot(url, { method: 'GET', path: '/ready' })).status === 200) return url
      throw new Error(`${service} on ${name} is not ready within ${READY_WITHIN_MS} ms.`)
    }),
  )
}
