/** Size of a part. S3 requires at least 5 MiB and at most 10 000 parts; this size allows files of up to 83 GB. */
export const PART_BYTES = 8 * 1024 ** 2

/** Buffers shared by all transfers of a process. */
export interface PartBuffers {
  readonly count: number
  /** Lends a buffer as soon as one is free, in the order of the calls. */
  lend<T>(use: (buffer: Buffer) => Promise<T>): Promise<T>
}

/**
 * Creates a fixed number of buffers for all transfers of a process, which bounds its memory. They are lent in order, so
 * a large file does not block the small ones behind it.
 */
export function partBuffers(count: number): PartBuffers {
  const free: Buffer[] = []
  const waiting: ((buffer: Buffer) => void)[] = []
  let made = 0
  const take = (): Promise<Buffer> | Buffer => {
    const buffer = free.pop()
    if (buffer) return buffer
    if (made < count) {
      made += 1
      return Buffer.allocUnsafeSlow(PART_BYTES)
    }
    return new Promise((served) => {
      waiting.push(served)
    })
  }
  return {
    count,
    async lend(use) {
      const buffer = await take()
      try {
        return await use(buffer)
      } finally {
        const next = waiting.shift()
        if (next) next(buffer)
        else free.push(buffer)
      }
    },
  }
}
