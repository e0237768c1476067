import type { CommandContext } from '@assay/kit/cli'
import { type Config, readConfig } from '../config.ts'

/** Imports the service when the command needs it, so that the others start fast. */
const loadService = async () => ({
  ...(await import('../compose/server.ts')),
  ...(await import('../compose/demo.ts')),
  ...(await import('@assay/kit/lifecycle')),
})

type Service = Awaited<ReturnType<Awaited<ReturnType<typeof loadService>>['compose']>>

/** Returns an address that a browser on this machine can open: one of all interfaces is none. */
const openable = (url: string): string => url.replace(/\/\/(0\.0\.0\.0|\[::\])/, '//localhost')

/** Returns the line to print for whoever has no user yet. */
type Invite = (service: Service) => Promise<((url: string) => string) | undefined>

/** Starts the service: prepares what its first user needs, listens, then prints the address to open. */
async function start(config: Config, invite: Invite, cleanUp: () => Promise<void> = async () => {}) {
  const { compose, serveUntilStopped } = await loadService()
  const service = await compose(config)
  const { app, logger, telemetry, database } = service
  const stop = async () => {
    try {
      await service.stop()
    } finally {
      await cleanUp()
    }
  }
  const line = await invite(service).catch(async (error: unknown) => {
    await app.close()
    await stop()
    await telemetry.shutdown()
    throw error
  })
  const url = await serveUntilStopped({ app, config, logger, telemetry, stop })
  database.announce(url)
  if (line) process.stdout.write(`${line(openable(url))}\n`)
}

/** Runs `assay-evidence serve`. */
export async function serveCommand(context: CommandContext): Promise<undefined> {
  const given = readConfig(context)
  if (!given.demo) {
    await start(given, async ({ offerSetup }) => {
      const token = given.page === 'on' ? await offerSetup() : undefined
      if (token === undefined) return undefined
      return (url) => `Open ${url}/setup#${token} to create the first administrator`
    })
    return undefined
  }
  const { demoConfig } = await loadService()
  const { config, cleanUp } = await demoConfig(given)
  const invite: Invite = async ({ demo }) => {
    await demo?.prepare()
    return (url) =>
      `Open ${url}/v1/demo?token=${demo?.token} to look around. The address works once, on this machine.`
  }
  await start(config, invite, cleanUp).catch(async (error: unknown) => {
    await cleanUp()
    throw error
  })
  return undefined
}
