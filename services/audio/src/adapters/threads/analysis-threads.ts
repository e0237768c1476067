import { MessageChannel } from 'node:worker_threads'
import { Piscina } from 'piscina'
import { Refusal } from '../../domain/refusal.ts'
import type { AnalysisEngine } from '../../operations/ports.ts'
import type { ThreadAnswer } from './messages.ts'

export interface AnalysisThreads extends AnalysisEngine {
  close(): Promise<void>
}

/** Analyses in a pool of threads. A thread that dies fails its one file, and the pool replaces it. */
export function analysisThreads(options: { entry: string; threads: number }): AnalysisThreads {
  const pool = new Piscina({
    filename: options.entry,
    minThreads: 0,
    maxThreads: options.threads,
    idleTimeout: 30_000,
    // The arithmetic keeps compact features of the whole track: two hours take well below this.
    resourceLimits: { maxOldGenerationSizeMb: 1024 },
  })
  return {
    async analyse(path, { depth, maxDurationSeconds, signal, onProgress }) {
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
        const task = { path, depth, maxDurationSeconds, port: port2 }
        const answer = (await pool.run(task, { transferList: [port2] })) as ThreadAnswer
        if ('file' in answer) return answer.file
        const { code, message, details } = answer.refusal
        throw new Refusal(code, message, details)
      } catch (error) {
        signal?.throwIfAborted()
        throw error
      } finally {
        signal?.removeEventListener('abort', abort)
        port1.close()
      }
    },
    close: () => pool.destroy(),
  }
}
