import type { ErrorCode } from './refusal.ts'

/** pending → processing → completed | failed | cancelled. A final state never changes. */
export const JOB_STATUSES = ['pending', 'processing', 'completed', 'failed', 'cancelled'] as const
export type JobStatus = (typeof JOB_STATUSES)[number]

/** Each is done by exactly one handler; see `jobs/`. */
export const JOB_TYPES = ['features', 'beats', 'drums', 'analyze', 'emotions'] as const
export type JobType = (typeof JOB_TYPES)[number]

/** A file as stored: where, what it was called, how large, and what is in it. */
export interface StoredInput {
  readonly key: string
  readonly filename: string
  readonly sizeBytes: number
  /** SHA-256 of the bytes, in hex. */
  readonly sha256: string
}

export interface JobError {
  readonly code: ErrorCode
  readonly message: string
}

export interface Job {
  readonly id: string
  readonly type: JobType
  readonly status: JobStatus
  /** 0 to 1. */
  readonly progress: number
  readonly stage: string | null
  readonly input: StoredInput
  readonly results: unknown
  readonly error: JobError | null
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly completedAt: Date | null
}
