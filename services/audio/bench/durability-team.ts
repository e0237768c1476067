import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningProcess } from '@assay/kit/testing-process'
import { addressOf, stopProcess } from '@assay/kit/testing-process'
import { audio } from '../test/cli.ts'

export type Role = 'serve' | 'work'

/** One place in the team: a process that is started again whenever it has ended, as a supervisor would. */
interface Place {
  readonly role: Role
  running: RunningProcess | undefined
  /** Where its server answers, or answered before it was killed. */
  url: string | undefined
}

export interface Team {
  /** Where servers should answer; some may be dead at the moment. */
  urls(): readonly string[]
  /** `kill -9` of one in this role that is ready, drawn by a number from 0 to 1; false when there is none. */
  kill(role: Role, draw: number): boolean
  readonly kills: Record<Role, number>
  /** Processes that were ready and ended though nobody had killed them, with the end of what they wrote. */
  readonly deserters: string[]
  /** Starts that failed, as they must while the database is away. */
  failedStarts: number
  stop(): Promise<void>
}

const RESTART_AFTER_MS = 200
const READY_WITHIN_MS = 120_000

/** Starts the team and keeps it staffed until it is stopped. Resolves once all of them are ready. */
export async function startTeam(
  roles: readonly Role[],
  settings: Readonly<Record<string, string>>,
): Promise<Team> {
  const places: Place[] = roles.map((role) => ({ role, running: undefined, url: undefined }))
  const killed = new WeakSet<RunningProcess>()
  const readyOnes = new WeakSet<RunningProcess>()
  const kills = { serve: 0, work: 0 }
  const deserters: string[] = []
  let failedStarts = 0
  let stopping = false

  const start = async (place: Place): Promise<void> => {
    const port = place.role === 'serve' ? ['--port', '0', '--admin-port', '-1'] : []
    const process = audio([place.role, '--production', ...port], settings)
    place.running = process
    const ready = await (place.role === 'serve'
      ? addressOf(process, READY_WITHIN_MS).then((url) => {
          place.url = url
        })
      : process.wrote(/"working"/, READY_WITHIN_MS)
    ).then(
      () => true,
      () => false,
    )
    if (ready) readyOnes.add(process)
    void process.ended.then(async ({ code, output }) => {
      if (stopping) return
      if (!killed.has(process) && !ready) failedStarts += 1
      else if (!killed.has(process))
        deserters.push(`${place.role} ended with ${code}: …${output.slice(-2000)}`)
      await sleep(RESTART_AFTER_MS)
      if (!stopping) await start(place)
    })
  }
  await Promise.all(places.map(start))

  return {
    urls: () => places.flatMap(({ url }) => (url ? [url] : [])),
    kill(role, draw) {
      const ready = places.flatMap((place) =>
        place.role === role && place.running && readyOnes.has(place.running) && !killed.has(place.running)
          ? [place.running]
          : [],
      )
      const chosen = ready[Math.floor(draw * ready.length)]
      if (!chosen) return false
      killed.add(chosen)
      kills[role] += 1
      chosen.signal('SIGKILL')
      return true
    },
    kills,
    deserters,
    get failedStarts() {
      return failedStarts
    },
    async stop() {
      stopping = true
      for (const { running } of places) {
        if (!running || killed.has(running)) continue
        const { code, output } = await stopProcess(running)
        if (code !== 0 && readyOnes.has(running))
          deserters.push(`did not stop in order: ${code}: …${output.slice(-2000)}`)
      }
    },
  }
}
