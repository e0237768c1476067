import { Refusal } from '../../domain/refusal.ts'
import { startChild } from './run-child.ts'

/** Limits of a run of a media tool. */
export interface RunLimits {
  readonly signal?: AbortSignal
  /** Time limit in milliseconds; 15 000 by default. */
  readonly timeoutMs?: number
}

const OUTPUT_LIMIT = 1_000_000

/** Returns the refusal of a file whose content cannot be used. */
export const undecodable = (issue: string, message: string, provided: unknown = null): Refusal =>
  new Refusal('DECODE_FAILED', message, { field: 'file', issue, provided })

/** Runs a media tool to its end and returns its output. Refuses a file on which it takes too long or says too much. */
export async function readOutput(
  command: string,
  args: readonly string[],
  limits: RunLimits,
): Promise<{ text: string; errorText: string }> {
  const running = startChild(command, args)
  let timedOut = false
  const timer = setTimeout(() => {
    timedOut = true
    running.stop()
  }, limits.timeoutMs ?? 15_000)
  limits.signal?.addEventListener('abort', running.stop, { once: true })
  let text = ''
  let errorText = ''
  try {
    running.child.stdout.setEncoding('utf8')
    for await (const piece of running.child.stdout) {
      text += piece
      if (text.length > OUTPUT_LIMIT) throw undecodable('absurd_header', "the file's header is too large")
    }
    errorText = (await running.ended).errorText
  } finally {
    clearTimeout(timer)
    limits.signal?.removeEventListener('abort', running.stop)
    running.stop()
  }
  limits.signal?.throwIfAborted()
  if (timedOut) throw undecodable('timeout', 'reading the file header took too long')
  return { text, errorText }
}
