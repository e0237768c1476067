import type { FastifyBaseLogger } from 'fastify'

/**
 * Repeats tasks, one after the other. A task that fails is logged by its name and hinders no other. Returns a function that
 * stops the repetition.
 */
export function everyMinutes(
  minutes: number,
  logger: Pick<FastifyBaseLogger, 'error'>,
  tasks: Readonly<Record<string, () => Promise<void>>>,
): () => void {
  const run = async () => {
    for (const [name, task] of Object.entries(tasks))
      await task().catch((error: unknown) => logger.error({ err: error }, name))
  }
  const timer = setInterval(() => void run(), minutes * 60_000)
  return () => clearInterval(timer)
}
