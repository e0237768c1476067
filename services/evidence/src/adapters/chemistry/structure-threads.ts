import type { Structure, StructureInput } from '../../domain/evidence/molecule.ts'
import { checkSize, isSmall, structureSize } from '../../domain/evidence/structure-size.ts'
import { invalid, Refusal } from '../../domain/refusal.ts'
import type { StructureReader } from '../../operations/ports.ts'
import { FairThreads } from '../threads/fair-threads.ts'
import { ThreadEnded } from '../threads/limited-thread.ts'

/** Task of a structure thread. */
export interface StructureTask {
  readonly kind: 'describe' | 'fingerprint'
  readonly input: StructureInput
  readonly field: string
}

/** Maximum number of structures of one organization that wait for a thread. */
const MAX_WAITING = 16
/** Longest time that a structure waits for a thread. */
const WAIT_LIMIT_MS = 30_000

/** Structure reader that runs in threads, with a function that stops them. */
export interface StructureThreads extends StructureReader {
  close(): Promise<void>
}

/**
 * Reads structures in threads. A structure that exceeds the time limit is refused and its thread is terminated.
 */
export function structureThreads(options: {
  entry: string
  threads: number
  limitMs: number
}): StructureThreads {
  const { limitMs } = options
  const threads = new FairThreads<StructureTask>({ ...options, maxWaitingPerOrganization: MAX_WAITING })
  const read = async <Result>(
    organizationId: string,
    task: StructureTask,
    signal: AbortSignal | undefined,
  ): Promise<Result> => {
    const { input, field } = task
    const size = structureSize(input)
    checkSize(size, field, input.text)
    try {
      return await threads.run<Result>(task, {
        organizationId,
        limitMs,
        waitLimitMs: WAIT_LIMIT_MS,
        light: isSmall(size),
        signal,
      })
    } catch (error) {
      if (!(error instanceof ThreadEnded)) throw error
      if (error.reason === 'cancelled')
        throw new Refusal('MALFORMED_REQUEST', 'The client disconnected before the answer was ready.', {
          field: 'request',
          issue: 'was cancelled by the client',
          provided: null,
        })
      const issue =
        error.reason === 'limit'
          ? `takes more than ${limitMs / 1000} s to read; structures of this complexity are not supported`
          : 'cannot be read: the chemistry library fails on it'
      throw invalid(field, issue, input.text)
    }
  }
  return {
    read: (organizationId, input, field, signal) =>
      read<{ structure: Structure; morganBits: string }>(
        organizationId,
        { kind: 'describe', input, field },
        signal,
      ),
    fingerprint: (organizationId, input, field, signal) =>
      read<string>(organizationId, { kind: 'fingerprint', input, field }, signal),
    close: () => threads.close(),
  }
}
