import { constants } from 'node:os'

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/**
 * Lets Ctrl-C stop work in order: the signal aborts, the work cleans up and throws. The exit code is then 128 plus the
 * number of the signal (130 for Ctrl-C), as in shells. A second signal ends the process at once.
 */
export async function interruptible(work: (signal: AbortSignal) => Promise<number>): Promise<number> {
  const stop = new AbortController()
  let received: (typeof SIGNALS)[number] = 'SIGINT'
  const listeners = SIGNALS.map((name) => {
    const listener = () => {
      received = name
      stop.abort()
    }
    process.once(name, listener)
    return { name, listener }
  })
  try {
    return await work(stop.signal)
  } catch (error) {
    if (!stop.signal.aborted) throw error
    process.stderr.write('Interrupted.\n')
    return 128 + constants.signals[received]
  } finally {
    for (const { name, listener } of listeners) process.removeListener(name, listener)
  }
}

/** Resolves like `work`, or throws as soon as the signal aborts, for work that cannot be stopped. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  try {
    return await Promise.race([aborted, work])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
