import { Refusal } from '../domain/refusal.ts'
import type { UploadMeter } from './ports.ts'

const DAY_MS = 86_400_000

/** Limits the bytes that a client may upload per day (UTC). */
export function admitUpload(deps: { meter: UploadMeter; quotaBytesPerDay: number; now: () => Date }) {
  const { meter, quotaBytesPerDay } = deps
  const exceeded = (bytes: number) => {
    const untilMidnight = DAY_MS - (deps.now().getTime() % DAY_MS)
    return new Refusal('RATE_LIMITED', `Your upload quota of ${quotaBytesPerDay} bytes per day is used up.`, {
      field: 'file',
      issue: 'quota_exceeded',
      provided: bytes,
      retryAfterSeconds: Math.ceil(untilMidnight / 1000),
    })
  }
  const today = () => deps.now().toISOString().slice(0, 10)
  return {
    /** Refuses an announced size above the quota, before any byte is read. Returns the bytes left for today. */
    async announce(owner: string, bytes: number): Promise<number> {
      if (quotaBytesPerDay === 0) return Number.POSITIVE_INFINITY
      const left = quotaBytesPerDay - (await meter.used(owner, today()))
      if (bytes > left) throw exceeded(bytes)
      return left
    },
    exceeded,
    /** Counts received bytes. */
    async count(owner: string, bytes: number): Promise<void> {
      if (quotaBytesPerDay === 0) return
      if (!(await meter.admit(owner, today(), bytes, quotaBytesPerDay))) throw exceeded(bytes)
    },
  }
}

/** Result of `admitUpload`. */
export type AdmitUpload = ReturnType<typeof admitUpload>
