import {
  type CorrectionRequest,
  changeCorrections,
  sectionProblem,
  type TrackCorrections,
} from '../domain/corrections/corrections.ts'
import { correctedTempo, FASTEST_BPM, type Grid } from '../domain/corrections/grid.ts'
import { Refusal } from '../domain/refusal.ts'
import { findTrack, notKept } from './find-tracks.ts'
import type { EffectiveValues, LibraryStore, LibraryTrack } from './ports/library.ts'

/** Reads what a kept track stores. */
export interface KeptReader {
  /** Returns the measured grid. */
  grid(analysis: object): Grid
  /** Returns what a list shows, with corrections applied. */
  values(analysis: object, corrections: TrackCorrections): EffectiveValues
}

const MESSAGES = {
  empty: 'ends before it begins. Its end must be after its start.',
  overlaps: 'begins before the section before it has ended.',
  outside: 'ends after the end of the track.',
} as const

/** Refuses sections that overlap, are empty or lie outside of the track. */
function requireSections({ sections }: CorrectionRequest, durationSeconds: number): void {
  const problem = sections && sectionProblem(sections, durationSeconds)
  if (!problem) return
  const { index, issue } = problem
  throw new Refusal('VALIDATION_ERROR', `Section ${index + 1} ${MESSAGES[issue]}`, {
    field: `sections.${index}`,
    issue,
    provided: sections[index],
  })
}

/** Refuses a factor that gives a tempo which no music has: its beats would be too many. */
function requireTempo({ grid }: CorrectionRequest, corrected: TrackCorrections): void {
  if (!grid || !corrected.grid || grid.factor <= 1) return
  const bpm = correctedTempo(corrected.grid.base, grid)
  if (bpm <= FASTEST_BPM) return
  throw new Refusal(
    'VALIDATION_ERROR',
    `The corrected tempo would be ${Math.round(bpm)} BPM, more than ${FASTEST_BPM} BPM. Choose a smaller factor or tempo.`,
    { field: 'grid.factor', issue: 'too_fast', provided: grid.factor },
  )
}

/** Stores corrections of a track beside its analysis, with their author and time. Returns the corrected track. */
export function correctTrack(deps: { library: LibraryStore; reader: KeptReader; now: () => Date }) {
  const { library, reader } = deps
  const find = findTrack(deps)
  return async (id: string, owner: string, request: CorrectionRequest): Promise<LibraryTrack> => {
    const track = await find(id, owner)
    if (!track.kept) throw notKept(id)
    requireSections(request, track.row.durationSeconds)
    const stored = await library.correct(id, owner, ({ analysis }, current) => {
      const context = { author: owner, now: deps.now(), measured: reader.grid(analysis) }
      const corrections = changeCorrections(current, request, context)
      requireTempo(request, corrections)
      return { corrections, values: reader.values(analysis, corrections) }
    })
    if (!stored) throw notKept(id)
    return find(id, owner)
  }
}
