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
import type { TrackMeasures } from '../domain/semantic/track-measures.ts'
import type { Container } from '../domain/sniff-container.ts'
import type { StemName } from '../domain/stems/stem.ts'

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
  open(
    key: string,
  ): Promise<{ readonly stream: AsyncIterable<Uint8Array>; readonly sizeBytes: number } | undefined>
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

interface NewWork {
  readonly id: string
  readonly type: WorkType
  readonly input: StoredInput
  readonly options: WorkOptions
}

/** What a client sends to be done: one file, or several that end as one batch. */
export interface Submission {
  readonly owner: string
  readonly works: readonly NewWork[]
  /** Set when the works are files of a batch. */
  readonly batchId: string | null
  readonly idempotency: IdempotentRequest | null
  /** Open jobs that the client may have at most; 0 is no limit. */
  readonly maxOpenJobs: number
}

/** A client's key and a fingerprint of all that it sent with it. */
export interface IdempotentRequest {
  readonly key: string
  readonly fingerprint: string
}

export type Acceptance =
  | { readonly outcome: 'accepted' | 'repeated'; readonly job: Job }
  /** The key stands for another request. */
  | { readonly outcome: 'key_reused' }
  | { readonly outcome: 'too_many_open' }

/** The commit was sent and nobody answered: the jobs may have been accepted. */
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
  /** Rows to pass over, or the job after which to go on. */
  readonly from: { readonly offset: number } | { readonly after: string }
}

/** A job without its results, which may be large. */
export type JobSummary = Omit<Job, 'results'>

/** The job rows. Every change of state is one conditional statement, so that two workers cannot both win. */
export interface JobStore {
  /** Writes rows, queue entries and the idempotency key in one transaction; `AnswerLost` when nobody knows whether it did. */
  accept(submission: Submission): Promise<Acceptance>
  /** Remembers a request that leads to no job; false when the key stands for another one. */
  remember(owner: string, request: IdempotentRequest): Promise<boolean>
  find(id: string, owner: string): Promise<Job | undefined>
  /** Newest first. */
  list(filter: JobFilter): Promise<readonly JobSummary[]>
  count(filter: Pick<JobFilter, 'owner' | 'status'>): Promise<number>
  /** The files of a batch in the order they were sent. */
  outcomes(batchId: string): Promise<readonly BatchOutcome[]>
  /** Of whichever owner: for watchers, who were admitted before. */
  summaries(ids: readonly string[]): Promise<readonly JobSummary[]>
  /** Ends an open job, and with a batch all its open files; the stored files that nobody needs any more, undefined when it had ended. */
  cancel(id: string, owner: string): Promise<readonly string[] | undefined>

  /** To `processing`; undefined when the job is in a final state already. */
  start(id: string): Promise<Job | undefined>
  /** Of whichever owner: for the worker. */
  load(id: string): Promise<Job | undefined>
  /** False when the job is no longer open. */
  report(id: string, progress: number, stage: string): Promise<boolean>
  isOpen(id: string): Promise<boolean>
  /** False when the job had reached a final state before; then nothing is kept. */
  complete(id: string, result: WorkResult): Promise<boolean>
  fail(id: string, error: JobError): Promise<boolean>
}

/** What a work leads to: the body that its endpoint answers, and files that the body refers to. */
export interface WorkResult {
  readonly body: object
  readonly artifacts?: { readonly files: readonly Artifact[]; readonly expiresAt: Date }
}

/** Rows of files that results refer to. */
export interface ArtifactStore {
  keep(owner: string, artifacts: NonNullable<WorkResult['artifacts']>): Promise<void>
  find(key: string): Promise<(Artifact & { readonly owner: string; readonly expiresAt: Date }) | undefined>
}

/** Which result: of whose bytes, by which analysis of which engine. */
export interface ResultKey {
  readonly owner: string
  readonly sha256: string
  readonly analysis: string
  readonly engineVersion: string
}

/** Results by content. Losing one costs time, never truth. */
export interface ResultCache {
  find(key: ResultKey): Promise<object | undefined>
  save(key: ResultKey, body: object): Promise<void>
}

/** Bytes uploaded per client and day (UTC). */
export interface UploadMeter {
  used(owner: string, day: string): Promise<number>
  /** Counts, unless the day's sum would exceed the quota: then false. */
  admit(owner: string, day: string, bytes: number, quotaBytes: number): Promise<boolean>
}

/** A track as it goes into the library. */
export interface IndexedTrack {
  /** Of a new row; a track of the same client and content keeps the one it has. */
  readonly id: string
  readonly owner: string
  readonly sha256: string
  readonly title: string
  readonly artist: string | null
  readonly keyName: string | null
  readonly camelot: string | null
  readonly dominantEmotion: string
  readonly measures: TrackMeasures
  readonly description: string
  readonly engineVersion: string
  readonly searchModel: string
  readonly vector: Float32Array
}

export interface FoundTrack
  extends Pick<IndexedTrack, 'id' | 'title' | 'artist' | 'keyName' | 'camelot' | 'measures' | 'description'> {
  readonly durationSeconds: number
  readonly tempoBpm: number
  /** Inner product with the query. */
  readonly score: number
}

export interface TrackFilter {
  readonly minBpm?: number | undefined
  readonly maxBpm?: number | undefined
  readonly minSeconds?: number | undefined
  readonly maxSeconds?: number | undefined
  /** Part of the name, in any case. */
  readonly artist?: string | undefined
  /** Such as C minor or 5A, in any case. */
  readonly key?: string | undefined
}

export interface LibraryStatistics {
  readonly tracks: number
  readonly artists: number
  readonly seconds: number
  readonly meanBpm: number | null
  /** Of an older search model: not found until they are renewed. */
  readonly stale: number
  readonly updatedAt: Date | null
  readonly dominantEmotions: Readonly<Record<string, number>>
  readonly keys: Readonly<Record<string, number>>
}

/** The library of every client. */
export interface TrackStore {
  /** The track's id. */
  put(track: IndexedTrack): Promise<string>
  find(
    id: string,
    owner: string,
  ): Promise<(Omit<FoundTrack, 'score'> & { readonly vector: Float32Array }) | undefined>
  /** False when there was none. */
  remove(id: string, owner: string): Promise<boolean>
  /** Best first. Exact in small libraries, nearly so in large ones. */
  nearest(request: {
    owner: string
    searchModel: string
    vector: Float32Array
    limit: number
    filter: TrackFilter
    except?: string | undefined
  }): Promise<readonly FoundTrack[]>
  statistics(owner: string, searchModel: string): Promise<LibraryStatistics>
  /** Of whichever owner: tracks whose vectors are of another model. */
  stale(searchModel: string, limit: number): Promise<readonly Pick<IndexedTrack, 'id' | 'measures'>[]>
  renew(id: string, track: Pick<IndexedTrack, 'vector' | 'description' | 'searchModel'>): Promise<void>
}

/** What the sweeper asks and removes. */
export interface Retention {
  /** Those of the keys that an open job or a kept artifact still needs. */
  needed(keys: readonly string[]): Promise<ReadonlySet<string>>
  expiredArtifacts(now: Date, limit: number): Promise<readonly string[]>
  forgetArtifacts(keys: readonly string[]): Promise<void>
  /** Ended jobs, cached results, idempotency keys and usage older than this; how many jobs went. */
  forgetBefore(time: Date): Promise<number>
}

export type ProgressReport = (progress: number, stage: string) => void

/** What the queue carries: the row has the rest. One queue for all types, so that a worker's limit holds over all of them. */
export type QueueData = { work: { jobId: string } }
export const QUEUE_NAMES = ['work'] as const

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
  /** Writes the stems of a file into a folder; their paths. */
  separate(path: string, request: SeparationTask): Promise<Readonly<Record<StemName, string>>>
}

export interface SeparationTask {
  readonly folder: string
  readonly format: 'wav' | 'flac'
  readonly maxDurationSeconds: number
  readonly signal?: AbortSignal
  readonly onProgress?: ProgressReport
}

/** Room on this machine for files in the making. */
export interface ScratchFolders {
  /** A private folder that is gone when `use` has ended. */
  withFolder<T>(use: (folder: string) => Promise<T>): Promise<T>
  /** Folders of processes that died, where nothing was written since; how many there were. */
  removeWrittenBefore(time: Date): Promise<number>
  read(path: string): AsyncIterable<Uint8Array>
}

/** A file being written, block by block; it appears under its name only when it is finished. */
export interface AudioWriter {
  write(interleaved: Float32Array): Promise<void>
  finish(): Promise<{ readonly path: string; readonly frames: number; readonly sizeBytes: number }>
  /** Leaves nothing behind. */
  discard(): Promise<void>
}
