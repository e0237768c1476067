import type { Job, StoredInput, WorkOptions, WorkType } from '../domain/job.ts'
import { Refusal } from '../domain/refusal.ts'
import type { IdempotentRequest, JobStore } from './ports.ts'

/** Request for work that a client sent. */
export interface NewRequest {
  readonly owner: string
  readonly type: WorkType
  readonly options: WorkOptions
  readonly inputs: readonly StoredInput[]
  readonly batch: boolean
  readonly idempotencyKey: string | undefined
}

/** Returns a short digest of a text. */
export type Digest = (text: string) => string

/**
 * Returns what identifies a request: two requests with the same key must agree in all of it. The identifier of a new
 * track is not part of it, because every request proposes another one.
 */
function identityOf({ type, options: { trackId: _, ...options }, inputs, batch }: NewRequest): string {
  return JSON.stringify([type, batch, options, inputs.map(({ sha256, filename }) => [sha256, filename])])
}

const keyReused = (key: string) =>
  new Refusal('CONFLICT', 'This Idempotency-Key was already used for another request.', {
    field: 'idempotency-key',
    issue: 'reused',
    provided: key,
  })

const idempotent = (request: NewRequest, digest: Digest): IdempotentRequest | null =>
  request.idempotencyKey === undefined
    ? null
    : { key: request.idempotencyKey, fingerprint: digest(identityOf(request)) }

/** Queues work durably. A repeated request returns the job of the first one, and its files are removed. */
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
          `You would have more than ${deps.maxOpenJobsPerClient} open jobs. Try again when some have ended.`,
          { field: 'file', issue: 'too_many_open_jobs', provided: inputs.length, retryAfterSeconds: 10 },
        )
    }
  }
}

/** Finds the job of an earlier request with the same idempotency key; undefined when there is none. */
export function findAccepted({ jobs, digest }: { jobs: Pick<JobStore, 'accepted'>; digest: Digest }) {
  return async (request: NewRequest): Promise<Job | undefined> => {
    const idempotency = idempotent(request, digest)
    return idempotency ? jobs.accepted(request.owner, idempotency) : undefined
  }
}

/**
 * Binds an idempotency key to a request that is answered at once. The answer is not stored, because the same bytes give
 * the same answer.
 */
export function rememberRequest({ jobs, digest }: { jobs: JobStore; digest: Digest }) {
  return async (request: NewRequest): Promise<void> => {
    const idempotency = idempotent(request, digest)
    if (idempotency && !(await jobs.remember(request.owner, idempotency))) throw keyReused(idempotency.key)
  }
}
