import type { Job, StoredInput, WorkOptions, WorkType } from '../domain/job.ts'
import { Refusal } from '../domain/refusal.ts'
import type { IdempotentRequest, JobStore } from './ports.ts'

export interface NewRequest {
  readonly owner: string
  readonly type: WorkType
  readonly options: WorkOptions
  readonly inputs: readonly StoredInput[]
  readonly batch: boolean
  readonly idempotencyKey: string | undefined
}

/** A short text that stands for a long one. */
export type Digest = (text: string) => string

/** Two requests with one key are the same when all of this is. */
const identityOf = ({ type, options, inputs, batch }: NewRequest): string =>
  JSON.stringify([type, batch, options, inputs.map(({ sha256, filename }) => [sha256, filename])])

const keyReused = (key: string) =>
  new Refusal('CONFLICT', 'This Idempotency-Key was sent with another request before.', {
    field: 'idempotency-key',
    issue: 'reused',
    provided: key,
  })

const idempotent = (request: NewRequest, digest: Digest): IdempotentRequest | null =>
  request.idempotencyKey === undefined
    ? null
    : { key: request.idempotencyKey, fingerprint: digest(identityOf(request)) }

/** Queues work durably. A repeated request gets the job that it got before; then the files it brought are not kept. */
export function acceptWork(deps: {
  jobs: JobStore
  newId: () => string
  digest: Digest
  maxOpenJobsPerClient: number
}) {
  return async (request: NewRequest): Promise<{ job: Job; kept: boolean }> => {
    const idempotency = idempotent(request, deps.digest)
    const { owner, type, options, inputs } = request
    const acceptance = await deps.jobs.accept({
      owner,
      works: inputs.map((input) => ({ id: deps.newId(), type, input, options })),
      batchId: request.batch ? deps.newId() : null,
      idempotency,
      maxOpenJobs: deps.maxOpenJobsPerClient,
    })
    switch (acceptance.outcome) {
      case 'accepted':
      case 'repeated':
        return { job: acceptance.job, kept: acceptance.outcome === 'accepted' }
      case 'key_reused':
        throw keyReused(request.idempotencyKey!)
      case 'too_many_open':
        throw new Refusal(
          'RATE_LIMITED',
          `More than ${deps.maxOpenJobsPerClient} jobs of yours would be open. Send this again when some have ended.`,
          { field: 'file', issue: 'too_many_open_jobs', provided: inputs.length, retryAfterSeconds: 10 },
        )
    }
  }
}

/**
 * Holds the key of a request that is answered at once to one meaning. The answer needs no storing: the same bytes give
 * the same answer.
 */
export function rememberRequest({ jobs, digest }: { jobs: JobStore; digest: Digest }) {
  return async (request: NewRequest): Promise<void> => {
    const idempotency = idempotent(request, digest)
    if (idempotency && !(await jobs.remember(request.owner, idempotency))) throw keyReused(idempotency.key)
  }
}
