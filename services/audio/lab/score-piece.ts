/** Scores one rendered piece, ours and the baselines', as in mir_eval. */
import { findDrums } from '../src/domain/drums/find-drums.ts'
import { DRUM_NAMES } from '../src/domain/drums/hit-classifier.ts'
import { FRAMES_PER_SECOND } from '../src/domain/features/bands.ts'
import { findOnsets } from '../src/domain/features/find-onsets.ts'
import { ONSET_DELAY_SECONDS, superFlux } from '../src/domain/features/novelty.ts'
import { findDownbeats } from '../src/domain/rhythm/downbeats.ts'
import { fittedBpm } from '../src/domain/rhythm/tempo-regions.ts'
import { trackBeats } from '../src/domain/rhythm/track-beats.ts'
import { findBoundaries } from '../src/domain/structure/find-sections.ts'
import { foldChroma } from '../src/domain/tonality/chroma.ts'
import { findKey } from '../src/domain/tonality/find-key.ts'
import { featuresOfFile, frameNetwork } from './analyse-file.ts'
import { askBaseline, BASELINES } from './baselines/baselines.ts'
import { composePiece } from './corpus/compose-piece.ts'
import type { PieceSpec } from './corpus/piece.ts'
import type { RenderedPiece } from './corpus/render.ts'
import { BEAT_WINDOW_SECONDS, beatScores, MIN_BEAT_SECONDS, tempoAccuracy } from './scoring/beat-scores.ts'
import { keyScore } from './scoring/key-score.ts'
import { eventScore } from './scoring/match-events.ts'

/** Tolerance of drum hits, seconds. */
export const DRUM_WINDOW_SECONDS = 0.05

/** Scores of one piece by name; a score that does not apply is absent. */
export type Scores = Record<string, number>

function rhythmScores(
  piece: RenderedPiece,
  beats: readonly number[],
  tempoBpm: number,
  downbeats?: readonly number[],
): Scores {
  const { truth } = piece
  const { fMeasure, cmlt, amlt } = beatScores(truth.beats, beats)
  const { accuracy1, accuracy2 } = tempoAccuracy(truth.tempoBpm, tempoBpm)
  const scores: Scores = {
    'beat F': fMeasure,
    CMLt: cmlt,
    AMLt: amlt,
    'tempo accuracy 1': accuracy1,
    'tempo accuracy 2': accuracy2,
  }
  if (downbeats !== undefined) {
    const after = (times: readonly number[]) => times.filter((t) => t >= MIN_BEAT_SECONDS)
    scores['downbeat F'] = eventScore(after(truth.downbeats), after(downbeats), BEAT_WINDOW_SECONDS).fMeasure
  }
  return scores
}

/** Removes times closer than 30 ms to the one before: two drums struck together are one onset. */
function asOnsets(times: readonly number[]): number[] {
  const out: number[] = []
  for (const time of times.toSorted((a, b) => a - b)) if (time - (out.at(-1) ?? -1) > 0.03) out.push(time)
  return out
}

const DRUM_ONSETS = 'onsets of the drums F'
const ALL_ONSETS = 'onsets of all instruments F'

/** Scores found onsets against those of the drums, and against those of every note of every stem. */
function onsetScores(spec: PieceSpec, drums: readonly number[], all: readonly number[]): Scores {
  const { truth, stems } = composePiece(spec)
  const notes = Object.values(stems).flatMap((parts) => parts.flatMap((part) => part.notes))
  const score = (real: readonly number[], found: readonly number[]) =>
    eventScore(asOnsets(real), asOnsets(found), DRUM_WINDOW_SECONDS).fMeasure
  const scores: Scores = {
    [ALL_ONSETS]: score(
      notes.map((note) => note.timeSeconds),
      all,
    ),
  }
  if (truth.hasDrums)
    scores[DRUM_ONSETS] = score(
      stems.drums.flatMap((part) => part.notes.map((note) => note.timeSeconds)),
      drums,
    )
  return scores
}

/** Returns all scores of our engine. */
export async function ownScores(spec: PieceSpec, piece: RenderedPiece): Promise<Scores> {
  const features = await featuresOfFile(piece.mixPath)
  const novelty = superFlux(features)
  const rhythm = trackBeats(features, novelty)
  const chroma = foldChroma(features)
  const bars = findDownbeats(rhythm.beats, rhythm.groups, chroma)
  const key = findKey(chroma, bars.downbeats)
  const scores = rhythmScores(piece, rhythm.beats, rhythm.tempoBpm, bars.downbeats)
  scores.key = key === null ? 0 : keyScore(piece.truth.keys[0]!, key)
  const context = { beats: rhythm.beats, beatsPerBar: bars.beatsPerBar }
  const hits = findDrums(features, context, { novelty, network: frameNetwork })
  if (piece.truth.hasDrums) {
    for (const name of DRUM_NAMES) {
      const times = (list: readonly { instrument: string; timeSeconds: number }[]) =>
        list.filter((hit) => hit.instrument === name).map((hit) => hit.timeSeconds)
      const real = times(piece.truth.drumHits)
      if (real.length > 0) scores[`${name} F`] = eventScore(real, times(hits), DRUM_WINDOW_SECONDS).fMeasure
    }
  } else
    scores['false drum hits a minute, pieces without drums'] = hits.length / (features.durationSeconds / 60)
  Object.assign(
    scores,
    onsetScores(
      spec,
      hits.map((hit) => hit.timeSeconds),
      findOnsets(novelty).map((frame) => frame / FRAMES_PER_SECOND - ONSET_DELAY_SECONDS),
    ),
  )
  const inner = findBoundaries(features, chroma, bars.downbeats).slice(1, -1)
  const real = piece.truth.sections.slice(1).map((section) => section.startSeconds)
  scores['section boundary F, 0.5 s'] = eventScore(real, inner, 0.5).fMeasure
  scores['section boundary F, 3 s'] = eventScore(real, inner, 3).fMeasure
  return scores
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/** Returns the scores of each baseline by name; the slow one only on request. */
export async function baselineScores(
  spec: PieceSpec,
  piece: RenderedPiece,
  options: { readonly slow: boolean },
): Promise<Record<string, Scores>> {
  const out: Record<string, Scores> = {}
  for (const baseline of BASELINES) {
    if (baseline.slow === true && !options.slow) continue
    const answer = await askBaseline(baseline, piece)
    const { onsets } = answer
    if (onsets !== undefined) out[baseline.name] = onsetScores(spec, onsets, onsets)
    if (answer.beats === undefined) continue
    const intervals = answer.beats.slice(1).map((time, i) => time - answer.beats![i]!)
    const tempo = intervals.length > 0 ? 60 / median(intervals) : fittedBpm(answer.beats)
    const scores = rhythmScores(piece, answer.beats, tempo)
    if (answer.key !== undefined) scores.key = keyScore(piece.truth.keys[0]!, answer.key)
    out[baseline.name] = scores
  }
  return out
}
