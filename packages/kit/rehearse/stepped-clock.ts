/**
 * Loaded into a process by `--import`: its clock is ahead of the real one by the milliseconds that the file `STEPPED_CLOCK`
 * holds, and steps when the file changes. Timers are not affected, as by a real step.
 */
import { readFileSync } from 'node:fs'

const READ_EVERY_MS = 50
const RealDate = Date
// biome-ignore lint/style/noProcessEnv: for rehearsals only; a service has no such setting.
const file = process.env.STEPPED_CLOCK as string
let aheadMs = 0

const read = () => {
  aheadMs = Number(readFileSync(file, 'utf8'))
}
read()
setInterval(read, READ_EVERY_MS).unref()

globalThis.Date = class extends RealDate {
  constructor(...args: [] | [value: number | string | Date]) {
    if (args.length === 0) super(RealDate.now() + aheadMs)
    else super(...args)
  }

  static override now(): number {
    return RealDate.now() + aheadMs
  }
} as DateConstructor
