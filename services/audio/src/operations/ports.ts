import type { Readable } from 'node:stream'
import type { RhythmAnalysis, TrackAnalysis } from '../domain/analyse-track.ts'
import type { AudioProbe, PcmFormat } from '../domain/audio-source.ts'
import type { Job, JobError, JobStatus, JobType, StoredInput } from '../domain/job.ts'
import type { Container } from '../domain/sniff-container.ts'

/** Opens audio: what it says of itself, and its samples in blocks. */
export interface Decoder {
  probe(path: string, options: { signal?: AbortSignal }): Promise<AudioProbe>
  decode(
    path: string,
    options: PcmFormat & { signal?: AbortSignal; container?: Container; maxDurationSeconds?: number },
  ): AsyncIterable<Float32Array>
}

/** Keeps the bytes of uploads and stems, on this machine or in a bucket that all machines share. */
export interface FileStore {
  /** Streams to storage under a new key, hashing on the way; nothing stays behind when the stream breaks or exceeds `maxBytes`. */
  save(
    stream: AsyncIterable<Uint8Array>,
    options: { filename: string; maxBytes: number },
  ): Promise<StoredInput>
  /** Lends a local path for as long as `use` runs. */
  withLocalFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T>
  /** The bytes for a download; undefined when there is no such file. */
  open(key: string): Promise<{ readonly stream: Readable; readonly sizeBytes: number } | undefined>
  /** An address at which the storage itself serves the file for a while; null where this service hands out the bytes. */
  directAddress(
    key: string,
    options: { filename: string; mediaType: string; seconds: number },
  ): Promise<string | null>
  /** No error when the file is gone already. */
  remove(key: string): Promise<void>
  /** Keys last written to before a time, among them uploads that broke off half-way. */
  lastWrittenBefore(time: Date): AsyncIterable<string>
}

export interface JobPage {
  readonly jobs: readonly Job[]
  readonly total: number
}

/** The job rows. Every change of state is one conditional statement, so that two workers cannot both win. */
export interface JobStore {
  /** Writes the row and the queue entry in one transaction. */
  enqueue(job: { id: string; type: JobType; input: StoredInput }): Promise<Job>
  find(id: string): Promise<Job | undefined>
  list(filter: { status?: JobStatus | undefined; limit: number; offset: number }): Promise<JobPage>
  /** To `processing`; undefined when the job is in a final state already. */
  start(id: string): Promise<Job | undefined>
  report(id: string, progress: number, stage: string): Promise<void>
  /** False when the job had reached a final state before. */
  complete(id: string, results: unknown): Promise<boolean>
  fail(id: string, error: JobError): Promise<boolean>
}

export type ProgressReport = (progress: number, stage: string) => void

/** What the queue carries for every job type: the row has the rest. */
export type JobData = Record<JobType, { jobId: string }>

/** `rhythm` is beats and bars only; `full` is everything. */
export type AnalysisDepth = 'rhythm' | 'full'

export interface AnalysedFile {
  readonly source: AudioProbe
  readonly rhythm: RhythmAnalysis
  /** Present when the depth was `full`. */
  readonly analysis: TrackAnalysis | null
}

export interface AnalysisRequest {
  readonly depth: AnalysisDepth
  readonly maxDurationSeconds: number
  readonly signal?: AbortSignal
  readonly onProgress?: ProgressReport
}

/** Analyses a file without holding up the process that asks: minutes of arithmetic must not stop heartbeats and answers. */
export interface AnalysisEngine {
  analyse(path: string, request: AnalysisRequest): Promise<AnalysedFile>
}

/** A file being written, block by block; it appears under its name only when it is finished. */
export interface AudioWriter {
  write(interleaved: Float32Array): Promise<void>
  finish(): Promise<{ readonly path: string; readonly frames: number; readonly sizeBytes: number }>
  /** Leaves nothing behind. */
  discard(): Promise<void>
}
