import { MessageChannel } from 'node:worker_threads'
import { Piscina } from 'piscina'
import { Refusal } from '../../domain/refusal.ts'
import type { AnalysisEngine, ProgressReport } from '../../operations/ports.ts'
import type { ThreadAnswer, ThreadTask } from './messages.ts'

/** Analysis engine in a pool of threads. */
export interface AnalysisThreads extends AnalysisEngine {
  close(): Promise<void>
}

/**
 * Creates a pool of threads that analyse files. A thread that dies fails only its own file, and the pool replaces it.
 */
export function analysisThreads(options: {
  entry: string
  threads: number
  /** Network for stems; undefined uses the DSP engine. */
  weights?: { path: string; sha256: string } | undefined
  /** Whether full analyses include tags. */
  tags: boolean
}): AnalysisThreads {
  const pool = new Piscina({
    filename: options.entry,
    minThreads: 0,
    maxThreads: options.threads,
    idleTimeout: 30_000,
    // An analysis keeps compact features of the whole track: two hours need well below this limit. Most objects are
    // short-lived: with a small young generation two hours take 100 MB less and no more time.
    resourceLimits: { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 6 },
  })

  const run = async (
    task: ThreadTask,
    { signal, onProgress }: { signal?: AbortSignal; onProgress?: ProgressReport },
  ): Promise<Exclude<ThreadAnswer, { refusal: unknown }>> => {
    signal?.throwIfAborted()
    const { port1, port2 } = new MessageChannel()
    port1.on('message', ({ progress, stage }: { progress: number; stage: string }) =>
      onProgress?.(progress, stage),
    )
    // A progress report must not keep the process alive; the pool does that while it works.
    port1.unref()
    const abort = () => port1.postMessage('abort')
    signal?.addEventListener('abort', abort, { once: true })
    try {
      const answer = (await pool.run({ ...task, port: port2 }, { transferList: [port2] })) as ThreadAnswer
      if (!('refusal' in answer)) return answer
      const { code, message, details } = answer.refusal
      throw new Refusal(code, message, details)
    } catch (error) {
      signal?.throwIfAborted()
      throw error
    } finally {
      signal?.removeEventListener('abort', abort)
      port1.close()
    }
  }

  return {
    async analyse(path, { depth, maxDurationSeconds, withPeaks = false, ...attendance }) {
      const { tags } = options
      const task = { kind: 'analyse', path, depth, maxDurationSeconds, tags, withPeaks } as const
      const answer = await run(task, attendance)
      if (!('file' in answer)) throw new Error('the thread returned the result of another task')
      return answer.file
    },
    async separate(path, { folder, format, maxDurationSeconds, ...attendance }) {
      const { weights } = options
      const task = { kind: 'separate', path, folder, format, maxDurationSeconds, weights } as const
      const answer = await run(task, attendance)
      if (!('stems' in answer)) throw new Error('the thread returned the result of another task')
      return answer.stems
    },
    close: () => pool.destroy(),
  }
}
