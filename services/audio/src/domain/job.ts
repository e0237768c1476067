import type { ErrorCode } from './refusal.ts'

/** Statuses of a job: pending → processing → completed | failed | cancelled. A final status never changes. */
export const JOB_STATUSES = ['pending', 'processing', 'completed', 'failed', 'cancelled'] as const
/** Status of a job. */
export type JobStatus = (typeof JOB_STATUSES)[number]

/** Statuses that never change. */
export const FINAL_STATUSES: readonly JobStatus[] = ['completed', 'failed', 'cancelled']

/** Types of work on one file. */
export const WORK_TYPES = [
  'features',
  'beats',
  'drums',
  'analyze',
  'emotions',
  'stems',
  'semantic_analyze',
  'tracks',
] as const
/** Type of work on one file. */
export type WorkType = (typeof WORK_TYPES)[number]

/** Type of a batch. A batch does no work itself; it ends when the last of its files has ended. */
export const BATCH = 'batch_analyze'
/** Type of a job. */
export type JobType = WorkType | typeof BATCH

/** Stored upload: key, file name, size and checksum. */
export interface StoredInput {
  readonly key: string
  readonly filename: string
  readonly sizeBytes: number
  /** SHA-256 of the bytes, in hex. */
  readonly sha256: string
  /** Why the file of a batch was refused when it arrived; its job fails for this reason, and nothing is stored. */
  readonly refusal?: JobError
}

/** Options of a job, from the form fields. */
export interface WorkOptions {
  /** File format of stems. */
  readonly format?: 'wav' | 'flac'
  readonly includeEmotions?: boolean
  readonly indexForSearch?: boolean
  readonly title?: string
  readonly artist?: string
  /** Track of the library that the work is for. Its file is the original of the track, or becomes it. */
  readonly trackId?: string
  /** Whether the track is there already and is analysed again. */
  readonly again?: boolean
}

/** Reason why a job failed. */
export interface JobError {
  readonly code: ErrorCode
  readonly message: string
}

/** A job with its status and results. */
export interface Job {
  readonly id: string
  /** Client that submitted the job. */
  readonly owner: string
  readonly type: JobType
  readonly status: JobStatus
  /** Progress, 0 to 1. */
  readonly progress: number
  readonly stage: string | null
  /** Stored upload; null for a batch. */
  readonly input: StoredInput | null
  readonly options: WorkOptions
  /** Number of times that a worker took the job. */
  readonly attempts: number
  readonly batchId: string | null
  /** Track that the job is for, or made; null for other work. */
  readonly trackId: string | null
  readonly results: unknown
  readonly error: JobError | null
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly completedAt: Date | null
}

/** File that a result refers to. */
export interface Artifact {
  readonly key: string
  readonly filename: string
  readonly mediaType: string
  readonly sizeBytes: number
}

/** One file of a batch and its outcome. */
export interface BatchOutcome {
  readonly jobId: string
  readonly filename: string
  readonly status: JobStatus
  readonly error: JobError | null
}
