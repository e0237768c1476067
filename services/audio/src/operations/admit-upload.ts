import { Refusal } from '../domain/refusal.ts'
import type { UploadMeter } from './ports.ts'

const DAY_MS = 86_400_000

/** Holds a client to its bytes per day (UTC). */
export function admitUpload(deps: { meter: UploadMeter; quotaBytesPerDay: number; now: () => Date }) {
  const { meter, quotaBytesPerDay } = deps
  const exceeded = (bytes: number) => {
    const untilMidnight = DAY_MS - (deps.now().getTime() % DAY_MS)
    return new Refusal('RATE_LIMITED', `Your ${quotaBytesPerDay} bytes of uploads for today are used up.`, {
      field: 'file',
      issue: 'quota_exceeded',
      provided: bytes,
      retryAfterSeconds: Math.ceil(untilMidnight / 1000),
    })
  }
  const today = () => deps.now().toISOString().slice(0, 10)
  return {
    /** Before any byte is read: refuses what is announced to be too much. The bytes that are left for today. */
    async announce(owner: string, bytes: number): Promise<number> {
      if (quotaBytesPerDay === 0) return Number.POSITIVE_INFINITY
      const left = quotaBytesPerDay - (await meter.used(owner, today()))
      if (bytes > left) throw exceeded(bytes)
      return left
    },
    exceeded,
    /** When the bytes are there: counts them. */
    async count(owner: string, bytes: number): Promise<void> {
      if (quotaBytesPerDay === 0) return
      if (!(await meter.admit(owner, today(), bytes, quotaBytesPerDay))) throw exceeded(bytes)
    },
  }
}

export type AdmitUpload = ReturnType<typeof admitUpload>
