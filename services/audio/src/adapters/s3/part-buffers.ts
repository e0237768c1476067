/** S3 takes parts of 5 MiB and more, at most 10 000 of them; this size carries files of up to 83 GB. */
export const PART_BYTES = 8 * 1024 ** 2

export interface PartBuffers {
  readonly count: number
  /** Lends one buffer, in turn, as soon as one is free. */
  lend<T>(use: (buffer: Buffer) => Promise<T>): Promise<T>
}

/**
 * A fixed number of buffers for all transfers of a process: its memory is bounded however many files it sends at once.
 * Whoever asks first is served first, so a large file does not hold up the small ones behind it.
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
