import { setTimeout as sleep } from 'node:timers/promises'
import { type Shot, shoot } from './balanced-load.ts'

/** One write, which a client sends again until it is acknowledged. */
export interface Write {
  readonly number: number
  /** When it was due, in `performance.now()` time. */
  readonly dueAt: number
  /** Status of the first attempt; 0 without an answer. */
  firstStatus: number
  /** When it was acknowledged; undefined while it is not. */
  acknowledgedAt: number | undefined
  /** Body of the acknowledgement. */
  text: string
  attempts: number
}

/** Open-loop load of writes. */
export interface Writes {
  readonly all: readonly Write[]
  /** Stops new writes and resolves when every one is acknowledged, or after `withinMs`. */
  stop(withinMs: number): Promise<void>
}

const AGAIN_AFTER_MS = 1000
const ATTEMPT_MS = 15_000

/**
 * Sends a constant number of writes per second, whatever becomes of the earlier ones, to the servers in turn. A write that
 * is not acknowledged is sent again, unchanged, to the next server.
 */
export function startWrites(
  servers: readonly string[],
  perSecond: number,
  shotOf: (number: number) => Shot,
): Writes {
  const all: Write[] = []
  const open = new Set<Promise<void>>()
  let stopped = false
  let abandoned = false

  const deliver = async (write: Write) => {
    while (!abandoned) {
      const url = servers[(write.number + write.attempts) % servers.length] as string
      write.attempts += 1
      const { status, text } = await shoot(url, shotOf(write.number), ATTEMPT_MS)
      if (write.attempts === 1) write.firstStatus = status
      if (status >= 200 && status < 300) {
        write.acknowledgedAt = performance.now()
        write.text = text
        return
      }
      write.text = text
      await sleep(AGAIN_AFTER_MS)
    }
  }
  const send = async () => {
    const started = performance.now()
    while (!stopped) {
      const due = Math.floor(((performance.now() - started) / 1000) * perSecond)
      while (all.length < due) {
        const dueAt = started + (all.length / perSecond) * 1000
        const write: Write = {
          number: all.length,
          dueAt,
          firstStatus: -1,
          acknowledgedAt: undefined,
          text: '',
          attempts: 0,
        }
        all.push(write)
        const delivery = deliver(write).finally(() => open.delete(delivery))
        open.add(delivery)
      }
      await sleep(5)
    }
  }
  const sending = send()
  return {
    all,
    async stop(withinMs) {
      stopped = true
      await sending
      await Promise.race([Promise.all(open), sleep(withinMs, undefined, { ref: false })])
      abandoned = true
    },
  }
}

/** How writes went after something broke at `brokenAt`, until `until`. */
export interface Outage {
  /** Seconds from the break until the last write was due that was not acknowledged at its first attempt; 0 when all were. */
  readonly seconds: number
  /** Longest time without any acknowledgement, in seconds. */
  readonly silence: number
  /** Writes of this time that were not acknowledged at their first attempt. */
  readonly refused: number
}

/** Measures an outage. */
export function outageOf(writes: readonly Write[], brokenAt: number, until: number): Outage {
  const due = writes.filter(({ dueAt }) => dueAt >= brokenAt - 1000 && dueAt <= until)
  const failed = due.filter(({ attempts, firstStatus, acknowledgedAt }) =>
    attempts > 1 || acknowledgedAt === undefined ? firstStatus !== 200 && firstStatus !== 202 : false,
  )
  const last = failed.reduce((latest, { dueAt }) => Math.max(latest, dueAt), brokenAt)
  const times = writes
    .map(({ acknowledgedAt }) => acknowledgedAt ?? 0)
    .filter((at) => at >= brokenAt && at <= until)
    .sort((a, b) => a - b)
  const silence = [brokenAt, ...times].reduce(
    (longest, at, i, list) => Math.max(longest, i === 0 ? 0 : at - (list[i - 1] as number)),
    0,
  )
  return { seconds: (last - brokenAt) / 1000, silence: silence / 1000, refused: failed.length }
}
