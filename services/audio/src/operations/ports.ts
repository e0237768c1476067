import type { RhythmAnalysis, TrackAnalysis } from '../domain/analyse-track.ts'
import type { AudioProbe, PcmFormat } from '../domain/audio-source.ts'
import type {
  Artifact,
  BatchOutcome,
  Job,
  JobError,
  JobStatus,
  StoredInput,
  WorkOptions,
  WorkType,
} from '../domain/job.ts'
import type { Peaks } from '../domain/peaks/peaks.ts'
import type { Container } from '../domain/sniff-container.ts'
import type { StemName } from '../domain/stems/stem.ts'
import type { MusicDecision } from '../domain/tags/music-or-not.ts'
import type { StoredTrackStems } from './ports/library.ts'

/** Opens audio files: metadata, and samples in blocks. */
export interface Decoder {
  probe(path: string, options: { signal?: AbortSignal }): Promise<AudioProbe>
  decode(
    path: string,
    options: PcmFormat & { signal?: AbortSignal; container?: Container; maxDurationSeconds?: number },
  ): AsyncIterable<Float32Array>
}

/** First and last byte of a part of a file, both included. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** Stores the bytes of uploads and stems, on this machine or in a bucket that all machines share. */
export interface FileStore {
  /**
   * Streams to storage under a new key and computes the hash. Nothing stays when the stream breaks or exceeds
   * `maxBytes`.
   */
  save(
    stream: AsyncIterable<Uint8Array>,
    options: { filename: string; maxBytes: number },
  ): Promise<StoredInput>
  /** Provides a local path while `use` runs. */
  withLocalFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T>
  /**
   * Opens a file, or the bytes from `start` to `end` (both included), for download; undefined when it does not exist.
   * `sizeBytes` is the number of bytes that the stream yields.
   */
  open(
    key: string,
    range?: ByteRange,
  ): Promise<{ readonly stream: AsyncIterable<Uint8Array>; readonly sizeBytes: number } | undefined>
  /**
   * Returns a temporary address at which the storage itself serves the file; null when this service must send the
   * bytes.
   */
  directAddress(
    key: string,
    options: { filename: string; mediaType: string; seconds: number },
  ): Promise<string | null>
  /** Returns the number of bytes of a file; undefined when it does not exist. */
  sizeOf(key: string): Promise<number | undefined>
  /** Removes a file; a missing file is not an error. */
  remove(key: string): Promise<void>
  /** Yields keys last written before a time, including incomplete uploads. */
  lastWrittenBefore(time: Date): AsyncIterable<string>
}

interface NewWork {
  readonly id: string
  readonly type: WorkType
  readonly input: StoredInput
  readonly options: WorkOptions
}

/** Work submitted by a client: one file, or several files of one batch. */
export interface Submission {
  readonly owner: string
  readonly works: readonly NewWork[]
  /** Identifier of the batch; null for a single file. */
  readonly batchId: string | null
  readonly idempotency: IdempotentRequest | null
  /** Maximum number of open jobs of the client; 0 means no limit. */
  readonly maxOpenJobs: number
}

/** Idempotency key and a fingerprint of the request. */
export interface IdempotentRequest {
  readonly key: string
  readonly fingerprint: string
}

/** Outcome of a submission. */
export type Acceptance =
  | { readonly outcome: 'accepted' | 'repeated'; readonly job: Job }
  /** The key was used for another request. */
  | { readonly outcome: 'key_reused' }
  | { readonly outcome: 'too_many_open' }

/** The commit was sent but not answered: the jobs may have been accepted. */
export class AnswerLost extends Error {
  readonly code: unknown

  constructor(cause: unknown) {
    const { message, code } = cause as { message?: string; code?: unknown }
    super(message ?? String(cause), { cause })
    this.code = code
  }
}

interface JobFilter {
  readonly owner: string
  readonly status?: JobStatus | undefined
  readonly limit: number
  /** Number of rows to skip, or the job after which to continue. */
  readonly from: { readonly offset: number } | { readonly after: string }
}

/** Job without its results, which may be large. */
export type JobSummary = Omit<Job, 'results'>

/** Stores jobs. Every change of status is one conditional statement, so that two workers cannot both succeed. */
export interface JobStore {
  /**
   * Stores jobs, queue entries and the idempotency key in one transaction. Throws `AnswerLost` when the outcome is
   * unknown.
   */
  accept(submission: Submission): Promise<Acceptance>
  /** Returns the job of an earlier request with the same key and fingerprint. */
  accepted(owner: string, request: IdempotentRequest): Promise<Job | undefined>
  /** Stores the key of a request without a job. Returns false when the key belongs to another request. */
  remember(owner: string, request: IdempotentRequest): Promise<boolean>
  find(id: string, owner: string): Promise<Job | undefined>
  /** Lists jobs, newest first. */
  list(filter: JobFilter): Promise<readonly JobSummary[]>
  count(filter: Pick<JobFilter, 'owner' | 'status'>): Promise<number>
  /** Returns the files of a batch in the order they were sent. */
  outcomes(batchId: string): Promise<readonly BatchOutcome[]>
  /** Returns jobs of any owner, for watchers that were authorised before. */
  summaries(ids: readonly string[]): Promise<readonly JobSummary[]>
  /**
   * Cancels an open job and, for a batch, its open files. Returns the stored files that are no longer needed, or
   * undefined when the job had ended.
   */
  cancel(id: string, owner: string): Promise<readonly string[] | undefined>

  /** Sets the status to `processing`. Returns undefined when the job has ended. */
  start(id: string): Promise<Job | undefined>
  /** Loads a job of any owner, for the worker. */
  load(id: string): Promise<Job | undefined>
  /** Stores progress. Returns false when the job is no longer open. */
  report(id: string, progress: number, stage: string): Promise<boolean>
  isOpen(id: string): Promise<boolean>
  /** Stores the result. Returns false, and stores nothing, when the job has ended before. */
  complete(id: string, result: WorkResult): Promise<Completion>
  fail(id: string, error: JobError): Promise<boolean>
}

/** Result of work: the body that its endpoint answers, and the files that the body refers to. */
export interface WorkResult {
  readonly body: object
  readonly artifacts?: { readonly files: readonly Artifact[]; readonly expiresAt: Date }
  /** Stems that a track has from now on, in place of those that it had. */
  readonly trackStems?: { readonly trackId: string; readonly stems: StoredTrackStems }
}

/** Whether a result was stored, and the keys of files that are no longer needed then. Nothing is stored otherwise. */
export type Completion =
  | { readonly outcome: 'stored'; readonly superseded: readonly string[] }
  | { readonly outcome: 'ended' | 'track_gone' }

/** Stores rows of files that results refer to. */
export interface ArtifactStore {
  keep(owner: string, artifacts: NonNullable<WorkResult['artifacts']>): Promise<void>
  find(key: string): Promise<(Artifact & { readonly owner: string; readonly expiresAt: Date }) | undefined>
}

/** Key of a result: client, content, analysis and engine version. */
export interface ResultKey {
  readonly owner: string
  readonly sha256: string
  readonly analysis: string
  readonly engineVersion: string
}

/** Caches results by content. A lost entry only costs time. */
export interface ResultCache {
  find(key: ResultKey): Promise<object | undefined>
  save(key: ResultKey, body: object): Promise<void>
}

/** Counts uploaded bytes per client and day (UTC). */
export interface UploadMeter {
  used(owner: string, day: string): Promise<number>
  /** Counts the bytes. Returns false, and counts nothing, when the sum of the day would exceed the quota. */
  admit(owner: string, day: string, bytes: number, quotaBytes: number): Promise<boolean>
}

/** Queries and deletions of the sweep. */
export interface Retention {
  /** Returns the time of the database. */
  now(): Promise<Date>
  /** Returns the keys that an open job, a kept track or a stored artifact still needs. */
  needed(keys: readonly string[]): Promise<ReadonlySet<string>>
  expiredArtifacts(now: Date, limit: number): Promise<readonly string[]>
  forgetArtifacts(keys: readonly string[]): Promise<void>
  /** Removes ended jobs, cached results, idempotency keys and usage older than a time. Returns the number of jobs. */
  forgetBefore(time: Date): Promise<number>
}

/** Reports progress, 0 to 1, and the current stage. */
export type ProgressReport = (progress: number, stage: string) => void

/**
 * Data of a queue entry; the row has the rest. One queue for all types, so that a worker's limit covers all of them.
 */
export type QueueData = { work: { jobId: string } }
/** Names of the queues. */
export const QUEUE_NAMES = ['work'] as const

/** `rhythm` is only beats and bars; `full` is everything. */
export type AnalysisDepth = 'rhythm' | 'full'

/** Analysis of a file, with what the file states about itself. */
export interface AnalysedFile {
  readonly source: AudioProbe
  readonly rhythm: RhythmAnalysis
  /** Whether this is music; null when it was not decided. */
  readonly music: MusicDecision | null
  /** Null unless the depth was `full`. */
  readonly analysis: TrackAnalysis | null
  /** Present when they were asked for. */
  readonly peaks?: Peaks & { readonly sampleRateHz: number }
}

/** How to analyse a file. */
export interface AnalysisRequest {
  readonly depth: AnalysisDepth
  /** Whether to collect peaks in the same pass; only with the depth `full`. */
  readonly withPeaks?: boolean
  readonly maxDurationSeconds: number
  readonly signal?: AbortSignal
  readonly onProgress?: ProgressReport
}

/**
 * Analyses files without blocking the calling process: minutes of computation must not delay heartbeats and answers.
 */
export interface AnalysisEngine {
  analyse(path: string, request: AnalysisRequest): Promise<AnalysedFile>
  /** Writes the stems of a file into a folder. Returns their paths. */
  separate(path: string, request: SeparationTask): Promise<Readonly<Record<StemName, string>>>
}

/** How to separate a file. */
export interface SeparationTask {
  readonly folder: string
  readonly format: 'wav' | 'flac'
  readonly maxDurationSeconds: number
  readonly signal?: AbortSignal
  readonly onProgress?: ProgressReport
}

/** Creates local folders for temporary files. */
export interface ScratchFolders {
  /** Provides a private folder, which is removed when `use` has ended. */
  withFolder<T>(use: (folder: string) => Promise<T>): Promise<T>
  /** Removes folders of dead processes that were last written before a time. Returns how many. */
  removeWrittenBefore(time: Date): Promise<number>
  read(path: string): AsyncIterable<Uint8Array>
}

/** Audio file that is being written. It appears under its name only when it is finished. */
export interface AudioWriter {
  write(interleaved: Float32Array): Promise<void>
  finish(): Promise<{ readonly path: string; readonly frames: number; readonly sizeBytes: number }>
  /** Stops and removes everything. */
  discard(): Promise<void>
}
