import type { ErrorCode } from './refusal.ts'

/** pending → processing → completed | failed | cancelled. A final state never changes. */
export const JOB_STATUSES = ['pending', 'processing', 'completed', 'failed', 'cancelled'] as const
export type JobStatus = (typeof JOB_STATUSES)[number]

export const FINAL_STATUSES: readonly JobStatus[] = ['completed', 'failed', 'cancelled']

/** Work on one file. */
export const WORK_TYPES = [
  'features',
  'beats',
  'drums',
  'analyze',
  'emotions',
  'stems',
  'semantic_analyze',
] as const
export type WorkType = (typeof WORK_TYPES)[number]

/** A batch does nothing itself: it ends when the last of its files has. */
export const BATCH = 'batch_analyze'
export type JobType = WorkType | typeof BATCH

/** A file as stored: where, what it was called, how large, and what is in it. */
export interface StoredInput {
  readonly key: string
  readonly filename: string
  readonly sizeBytes: number
  /** SHA-256 of the bytes, in hex. */
  readonly sha256: string
}

/** What the client asked for beside the file. */
export interface WorkOptions {
  /** Of stems. */
  readonly format?: 'wav' | 'flac'
  readonly includeEmotions?: boolean
  readonly indexForSearch?: boolean
  readonly title?: string
  readonly artist?: string
}

export interface JobError {
  readonly code: ErrorCode
  readonly message: string
}

export interface Job {
  readonly id: string
  /** The client that sent it. */
  readonly owner: string
  readonly type: JobType
  readonly status: JobStatus
  /** 0 to 1. */
  readonly progress: number
  readonly stage: string | null
  /** Null for a batch. */
  readonly input: StoredInput | null
  readonly options: WorkOptions
  /** How often a worker took it. */
  readonly attempts: number
  readonly batchId: string | null
  readonly results: unknown
  readonly error: JobError | null
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly completedAt: Date | null
}

/** A file that a result refers to. */
export interface Artifact {
  readonly key: string
  readonly filename: string
  readonly mediaType: string
  readonly sizeBytes: number
}

/** One file of a batch and what became of it. */
export interface BatchOutcome {
  readonly jobId: string
  readonly filename: string
  readonly status: JobStatus
  readonly error: JobError | null
}
