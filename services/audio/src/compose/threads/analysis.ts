/** Entry of an analysis thread. */
import type { MessagePort } from 'node:worker_threads'
import type { ThreadAnswer, ThreadTask } from '../../adapters/threads/messages.ts'
import { Refusal } from '../../domain/refusal.ts'
import { composeAnalysis } from '../analysis.ts'
import type { StemWeights } from '../stems.ts'

/** One with tags and one without; both are light until they are used. */
const analyses = { tagged: await composeAnalysis(), plain: await composeAnalysis({ tags: false }) }

const openStems = async (weights: StemWeights | undefined) =>
  (await import('../stems.ts')).composeStems(weights)

/** Loaded by the first separation; a process uses one engine for its whole life. */
let stems: ReturnType<typeof openStems> | undefined
const stemsOf = (weights: StemWeights | undefined) => {
  stems ??= openStems(weights).catch((error: unknown) => {
    stems = undefined
    throw error
  })
  return stems
}

/** Analyses one file. Progress and abort use the port of the task. A refusal is returned as an answer, not thrown. */
export default async function run({
  port,
  ...task
}: ThreadTask & { port: MessagePort }): Promise<ThreadAnswer> {
  const abort = new AbortController()
  port.on('message', () => abort.abort())
  const attendance = {
    maxDurationSeconds: task.maxDurationSeconds,
    signal: abort.signal,
    onProgress: (progress: number, stage: string) => port.postMessage({ progress, stage }),
  }
  try {
    if (task.kind === 'analyse') {
      const { depth, withPeaks } = task
      return {
        file: await analyses[task.tags ? 'tagged' : 'plain'](task.path, { ...attendance, depth, withPeaks }),
      }
    }
    const { separate } = await stemsOf(task.weights)
    const { folder, format } = task
    return { stems: await separate(task.path, { ...attendance, folder, format }) }
  } catch (error) {
    if (error instanceof Refusal)
      return { refusal: { code: error.code, message: error.message, details: error.details } }
    throw error
  } finally {
    port.close()
  }
}
