import type { TrackCorrections } from '../../domain/corrections/corrections.ts'
import type { JobError, JobStatus, JobType, StoredInput } from '../../domain/job.ts'
import type { StemName } from '../../domain/stems/stem.ts'
import type { TrackOrder } from '../../domain/track-order.ts'
import type { IndexedTrack } from './search.ts'

/** Track as a list shows it, with corrections applied. */
export interface ListedTrack {
  readonly id: string
  readonly title: string
  readonly artist: string | null
  readonly filename: string | null
  readonly durationSeconds: number
  readonly tempoBpm: number
  /** Confidence, 0 to 1; 1 when a person corrected it. */
  readonly tempoConfidence: number
  readonly keyName: string | null
  readonly keyConfidence: number | null
  /** Energy, 1 to 10; null when unknown. */
  readonly energy: number | null
  readonly mood: string
  readonly moodValue: number
  readonly music: boolean
  readonly corrected: boolean
  readonly addedAt: Date
}

/** Conditions that every listed track meets. Bounds are included. */
export interface ListFilter {
  /** Part of the title or the artist; case does not matter. */
  readonly text?: string | undefined
  readonly tempo?: Bounds | undefined
  readonly energy?: Bounds | undefined
  readonly duration?: Bounds | undefined
  /** Key in Camelot notation. */
  readonly camelot?: string | undefined
  readonly mood?: string | undefined
}

/** Least and greatest value; undefined is open. */
export interface Bounds {
  readonly min?: number | undefined
  readonly max?: number | undefined
}

/** Which tracks to list. */
export interface TrackListRequest {
  readonly owner: string
  readonly filter: ListFilter
  readonly order: TrackOrder
  readonly descending: boolean
  readonly limit: number
  readonly offset: number
}

/** Part of a list of tracks, and the number of all. */
export interface TrackList {
  readonly tracks: readonly ListedTrack[]
  readonly total: number
}

/** Stems of a track as stored: keys of files that expire, and how good they are. */
export interface StoredTrackStems {
  readonly files: Readonly<Record<StemName, string>>
  readonly engine: string
  readonly quality: Readonly<Record<string, string>>
  readonly note: string
  readonly format: 'wav' | 'flac'
  readonly expires_at: string
}

/** What is kept of a track whose file is kept. */
export interface KeptTrack {
  readonly original: StoredInput
  readonly mediaType: string
  readonly peaksKey: string
  readonly sampleRateHz: number
  readonly samples: number
  readonly engineVersion: string
  /** Analysis in the form in which it is sent. */
  readonly analysis: object
  readonly stems: StoredTrackStems | null
}

/** A track of the library: its row, its kept file when there is one, and its corrections. */
export interface LibraryTrack {
  readonly row: ListedTrack
  readonly kept: KeptTrack | null
  readonly corrections: TrackCorrections
}

/** Values of a track that corrections change. */
export interface EffectiveValues {
  readonly tempoBpm: number
  readonly tempoConfidence: number
  readonly keyName: string | null
  readonly camelot: string | null
  readonly keyConfidence: number | null
}

/** Stores the list of tracks, their kept files and their corrections. Every call names the owner. */
export interface LibraryStore {
  list(request: TrackListRequest): Promise<TrackList>
  find(id: string, owner: string): Promise<LibraryTrack | undefined>
  /** Finds the kept file of a track without its analysis, which may be large. */
  findFile(id: string, owner: string): Promise<Omit<KeptTrack, 'analysis'> | undefined>
  /** Returns the id of the track with these bytes. */
  idOf(owner: string, sha256: string): Promise<string | undefined>
  /**
   * Stores a track and keeps its file in one transaction, while its job is running. A track that has an original keeps
   * it. Returns the id of the track and the keys of files that are no longer needed. Returns undefined, and stores
   * nothing, when the job has ended, or when the track is gone and only an existing one may be stored.
   */
  keep(
    track: IndexedTrack,
    keeping: { readonly jobId: string; readonly onlyExisting: boolean },
    kept: Omit<KeptTrack, 'stems'>,
  ): Promise<{ readonly id: string; readonly abandoned: readonly string[] } | undefined>
  /** Changes the corrections of a kept track, one request after the other. Returns false when there is none. */
  correct(
    id: string,
    owner: string,
    change: (kept: KeptTrack, current: TrackCorrections) => CorrectionChange,
  ): Promise<boolean>
  /** Whether the file belongs to a kept track. */
  isKept(key: string): Promise<boolean>
  /** Returns the bytes of all originals of a client. */
  keptBytes(owner: string): Promise<number>
}

/** Corrections of a track after a change, and the values that follow from them. */
export interface CorrectionChange {
  readonly corrections: TrackCorrections
  readonly values: EffectiveValues
}

/** State of a job for somebody who follows all jobs of a client. */
export interface JobState {
  readonly id: string
  readonly owner: string
  readonly type: JobType
  readonly status: JobStatus
  /** Progress, 0 to 1. */
  readonly progress: number
  readonly stage: string | null
  readonly filename: string | null
  readonly batchId: string | null
  /** Track that the job is for, or made; null for other work. */
  readonly trackId: string | null
  readonly error: JobError | null
  readonly createdAt: Date
}

/** Reads the states of jobs for those who follow them. */
export interface JobFeed {
  /** Returns the open jobs of a client, and those that ended since a time; newest first, at most `limit`. */
  open(owner: string, endedSince: Date | null, limit: number): Promise<readonly JobState[]>
  /** Returns the jobs of these clients that run now, or that were accepted or ended in the last milliseconds. */
  changing(owners: readonly string[], lastMs: number): Promise<readonly JobState[]>
  /** Returns the time of the database: clocks of servers differ. */
  now(): Promise<Date>
}
