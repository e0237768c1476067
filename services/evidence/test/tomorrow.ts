/** Loaded into a process by `--import`: its clock is a day ahead. */
const DAY_MS = 86_400_000
const RealDate = Date

globalThis.Date = class extends RealDate {
  constructor(...args: [] | [value: number | string | Date]) {
    if (args.length === 0) super(RealDate.now() + DAY_MS)
    else super(...args)
  }

  static override now(): number {
    return RealDate.now() + DAY_MS
  }
} as DateConstructor
