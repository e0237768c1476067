/** The entry of an analysis thread: decoder, transforms and operation, wired once per thread. */
import type { MessagePort } from 'node:worker_threads'
import { decode } from './adapters/ffmpeg/decode.ts'
import { probe } from './adapters/ffmpeg/probe.ts'
import { loadTransforms } from './adapters/pffft/create-transform.ts'
import type { ThreadAnswer, ThreadTask } from './adapters/threads/messages.ts'
import { Refusal } from './domain/refusal.ts'
import { analyseFile } from './operations/analyse-file.ts'

const analyse = analyseFile({ decoder: { probe, decode }, createTransform: await loadTransforms() })

/** One file. Progress goes out and an abort comes in on the task's own port; refusals are answers, not errors. */
export default async function run({
  path,
  depth,
  maxDurationSeconds,
  port,
}: ThreadTask & { port: MessagePort }): Promise<ThreadAnswer> {
  const abort = new AbortController()
  port.on('message', () => abort.abort())
  try {
    const file = await analyse(path, {
      depth,
      maxDurationSeconds,
      signal: abort.signal,
      onProgress: (progress, stage) => port.postMessage({ progress, stage }),
    })
    return { file }
  } catch (error) {
    if (error instanceof Refusal)
      return { refusal: { code: error.code, message: error.message, details: error.details } }
    throw error
  } finally {
    port.close()
  }
}
