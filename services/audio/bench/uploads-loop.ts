/**
 * Preloaded into a measured server (`--import`): notes how much processor time its main thread took between two looks ten
 * milliseconds apart. That bounds how long a request may wait for the server itself, however busy the machine is: time
 * that other processes had the processor does not count. Time that a hypervisor took is counted in part: a loop that did
 * nothing had 151 ms of processor within a stall of 246 ms.
 */
import { appendFileSync, readFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const EVERY_MS = 10
/** Less is not worth a line. */
const NOTED_MS = 5

const path = process.env.LOOP_LOG
if (path !== undefined && isMainThread) {
  let before = process.threadCpuUsage()
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(before)
    before = process.threadCpuUsage()
    const busyMs = (user + system) / 1000
    if (busyMs > NOTED_MS) appendFileSync(path, `${Date.now()} ${busyMs}\n`)
  }, EVERY_MS).unref()
}

/** The longest busy time that was noted in a span of wall-clock time, in milliseconds; 0 when none was worth noting. */
export function longestTurnMs(log: string, from: number, to: number): number {
  const lines = readFileSync(log, 'utf8').trim().split('\n')
  const noted = lines.map((line) => line.split(' ').map(Number) as [number, number])
  return Math.max(0, ...noted.flatMap(([at, busyMs]) => (at >= from && at <= to ? [busyMs] : [])))
}
