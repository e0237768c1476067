import { Refusal } from '../domain/refusal.ts'
import { measuresInForce } from '../domain/semantic/measures-in-force.ts'
import { explainStep, type MixStep, type MixTrack, mixStep, mixTrack } from '../domain/semantic/mix-step.ts'
import { queryFromExample } from '../domain/semantic/search-vector.ts'
import type { TextEmbedder } from '../domain/semantic/text-embedder.ts'
import { findTrackPath } from '../domain/semantic/track-path.ts'
import { currentVector, searchModelOf } from './index-track.ts'
import type { FoundTrack, TrackFilter, TrackStore } from './ports/search.ts'
import { noSuchTrack } from './remove-track.ts'

/** Track of a path, with how it follows the one before. */
export interface PathTrack {
  readonly track: Omit<FoundTrack, 'score'>
  /** Null for the first track. */
  readonly step: (MixStep & { readonly why: string }) | null
}

/** Between which tracks to find a path. */
export interface PathRequest {
  readonly owner: string
  readonly fromId: string
  readonly toId: string
  /** Number of steps; as many as fit best when undefined. */
  readonly steps?: number | undefined
}

/** Places on the way at which candidates are looked for, and how many at each. */
const PLACES = [1 / 8, 2 / 8, 3 / 8, 4 / 8, 5 / 8, 6 / 8, 7 / 8]
const CANDIDATES_AT_PLACE = 60
/** Most steps of a path whose length was not asked for. */
const MOST_STEPS = 10
/** Candidates within this share of the tempo on the way; two of them are at most about a semitone apart. */
const TEMPO_SHARE = 0.05

/** Returns the range of tempo at a place on the way, at half or double time where that is the shorter way. */
function tempoAt(from: MixTrack, to: MixTrack, multiple: number, share: number): TrackFilter {
  if (from.tempoBpm <= 0 || to.tempoBpm <= 0) return {}
  // The first half of the way counts beats as the first track does, the second half as the last does.
  const level = share < 0.5 ? 1 : multiple
  const bpm = level * from.tempoBpm * (to.tempoBpm / (multiple * from.tempoBpm)) ** share
  return { minBpm: bpm * (1 - TEMPO_SHARE), maxBpm: bpm * (1 + TEMPO_SHARE) }
}

const between = (from: Float32Array, to: Float32Array, share: number): Float32Array =>
  from.map((value, i) => value + share * (to[i]! - value))

/** Finds tracks that lead from one track of a library to another by small steps of key, tempo and sound. */
export function findPath({ tracks, embedder }: { tracks: TrackStore; embedder: TextEmbedder }) {
  const searchModel = searchModelOf(embedder)

  const endOf = async (field: string, id: string, owner: string) => {
    const track = await tracks.find(id, owner)
    if (!track) throw noSuchTrack(field, id)
    if (track.measures.music === false)
      throw new Refusal('VALIDATION_ERROR', `No music was heard in track ${id}. Choose a track with music.`, {
        field,
        issue: 'no_music',
        provided: id,
      })
    return track
  }
  const mixOf = (track: Omit<FoundTrack, 'score'>): MixTrack =>
    mixTrack(measuresInForce(track.measures, track))

  return async ({ owner, fromId, toId, steps }: PathRequest): Promise<readonly PathTrack[]> => {
    if (fromId === toId)
      throw new Refusal('VALIDATION_ERROR', 'A path needs two different tracks.', {
        field: 'to',
        issue: 'same_track',
        provided: toId,
      })
    const first = await endOf('from', fromId, owner)
    const last = await endOf('to', toId, owner)
    const [from, to] = [mixOf(first), mixOf(last)]
    const [start, end] = [await currentVector(embedder, first), await currentVector(embedder, last)]
    const multiple = mixStep(from, to).tempo?.multiple ?? 1
    const found = new Map<string, FoundTrack>()
    for (const share of PLACES) {
      const hits = await tracks.nearest({
        owner,
        searchModel,
        vector: queryFromExample(between(start, end, share)),
        limit: CANDIDATES_AT_PLACE,
        filter: tempoAt(from, to, multiple, share),
      })
      for (const hit of hits) if (hit.id !== fromId && hit.id !== toId) found.set(hit.id, hit)
    }
    const candidates = [...found.values()]
    const mixes = candidates.map(mixOf)
    const path = findTrackPath(from, to, mixes, { steps, mostSteps: MOST_STEPS })
    const chosen = [first, ...path.map((index) => candidates[index]!), last]
    const played = [from, ...path.map((index) => mixes[index]!), to]
    return chosen.map((track, i) => ({
      track,
      step:
        i === 0
          ? null
          : { ...mixStep(played[i - 1]!, played[i]!), why: explainStep(played[i - 1]!, played[i]!) },
    }))
  }
}
