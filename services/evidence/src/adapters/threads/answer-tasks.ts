import { parentPort } from 'node:worker_threads'
import { Refusal } from '../../domain/refusal.ts'
import type { ThreadAnswer } from './messages.ts'

/**
 * Answers the tasks that a `LimitedThread` sends to this thread, one at a time. Call it when everything is loaded.
 */
export function answerTasks<Task>(compute: (task: Task) => unknown): void {
  if (!parentPort) throw new Error('this file must run in a worker thread')
  const port = parentPort
  const send = (answer: ThreadAnswer) => port.postMessage(answer)
  port.on('message', (task: Task) => {
    try {
      send({ result: compute(task) })
    } catch (error) {
      if (error instanceof Refusal)
        send({ refusal: { code: error.code, message: error.message, details: error.details } })
      else send({ broken: error instanceof Error ? (error.stack ?? error.message) : String(error) })
    }
  })
  send({ loaded: true })
}
