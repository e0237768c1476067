import { findDrums } from '../../src/domain/drums/find-drums.ts'
import { type DrumModel, inputsOf } from '../../src/domain/drums/hit-classifier.ts'
import { windowLength } from '../../src/domain/drums/hit-window.ts'
import { superFlux } from '../../src/domain/features/novelty.ts'
import { findDownbeats } from '../../src/domain/rhythm/downbeats.ts'
import { trackBeats } from '../../src/domain/rhythm/track-beats.ts'
import { foldChroma } from '../../src/domain/tonality/chroma.ts'
import { featuresOfFile, frameNetwork } from '../analyse-file.ts'
import { readWav } from '../corpus/wav.ts'
import { DRUM_WINDOW_SECONDS } from '../score-piece.ts'
import { BEAT_WINDOW_SECONDS, beatScores, MIN_BEAT_SECONDS } from '../scoring/beat-scores.ts'
import { eventScore } from '../scoring/match-events.ts'
import { drumScore, GHOST_VELOCITY } from './drum-score.ts'
import { drumStem, levelFeatures } from './drum-stem.ts'
import type { RenderedRecipe } from './render-recipe.ts'

/** Scores in the order of the report. */
export const SCORE_NAMES = ['kick F', 'snare F', 'hat F', 'beat F', 'downbeat F'] as const
/** Scores of a piece by name; a score that does not apply is absent. */
export type GrooveScores = Readonly<Record<string, number>>

const SCORED_DRUMS = ['kick', 'snare', 'hat'] as const

/** Scores our engine on a rendered recipe: drums within ±50 ms, beats and downbeats within ±70 ms from 5 s on. */
export async function scoreRecipe(piece: RenderedRecipe, model: DrumModel): Promise<GrooveScores> {
  const { truth } = piece
  const features = await featuresOfFile(piece.mixPath)
  const novelty = superFlux(features)
  const { beats, groups } = trackBeats(features, novelty)
  const bars = findDownbeats(beats, groups, foldChroma(features))
  const context = { beats, beatsPerBar: bars.beatsPerBar }
  const needsStem = inputsOf(model) > 2 * windowLength(features.bandCount)
  const stem = needsStem ? levelFeatures(drumStem((await readWav(piece.mixPath)).samples)).levels : undefined
  const hits = findDrums(features, context, { novelty, model, stemLevels: stem, network: frameNetwork })
  const scores: Record<string, number> = {}
  for (const drum of SCORED_DRUMS) {
    const score = drumScore(
      truth.drumHits.filter(({ instrument }) => instrument === drum),
      hits.filter(({ instrument }) => instrument === drum).map(({ timeSeconds }) => timeSeconds),
      DRUM_WINDOW_SECONDS,
      drum === 'snare' ? GHOST_VELOCITY : 0,
    )
    if (score !== null) scores[`${drum} F`] = score
  }
  const after = (times: readonly number[]) => times.filter((time) => time >= MIN_BEAT_SECONDS)
  scores['beat F'] = beatScores(truth.beats, beats).fMeasure
  scores['downbeat F'] = eventScore(
    after(truth.downbeats),
    after(bars.downbeats),
    BEAT_WINDOW_SECONDS,
  ).fMeasure
  return scores
}
