import { onsetCurve, superFlux } from '../../src/domain/features/novelty.ts'
import { sharpenGroups } from '../../src/domain/rhythm/group-weights.ts'
import { evidenceTerms } from '../../src/domain/rhythm/hypotheses.ts'
import { metricalBeats } from '../../src/domain/rhythm/metrical-beats.ts'
import { phaseFeatures } from '../../src/domain/rhythm/phase-features.ts'
import { chooseTempo, tempoHypotheses } from '../../src/domain/rhythm/track-beats.ts'
import { foldChroma } from '../../src/domain/tonality/chroma.ts'
import type { BeatExcerpt } from './excerpts.ts'

const rounded = (values: readonly number[]): number[] => values.map((x) => Math.round(x * 1e4) / 1e4)

/** Returns the tempos that the engine tries for an excerpt, with the inputs of `learnedPlausibility`. */
export function excerptTempos({ id, features, periodSeconds }: BeatExcerpt) {
  const novelty = superFlux(features)
  const tempos = [...tempoHypotheses(sharpenGroups(novelty), onsetCurve(novelty, [1, 1, 1, 1, 1]))]
  return {
    id,
    trueBpm: 60 / periodSeconds,
    tempos: tempos.map(({ evidence, features: divided, cost }) => ({
      bpm: evidence.bpm,
      cost,
      inputs: rounded([...evidenceTerms(evidence), ...divided]),
    })),
  }
}

/** Share by which the tempo may differ, natural logarithm. */
const SAME_TEMPO = 0.05
const LEAST_BEATS = 8

/**
 * Returns the inputs of each shift of the beats that the engine tracks in an excerpt, before it moves them, and by how
 * many quarters most of them have to move (`right`), the share of these, and the mean distance from whole quarters; null
 * where the tempo is wrong.
 */
export function excerptPhase({ id, features, beats, periodSeconds }: BeatExcerpt) {
  const novelty = superFlux(features)
  const groups = sharpenGroups(novelty)
  const chosen = chooseTempo(groups, onsetCurve(novelty, [1, 1, 1, 1, 1]))
  if (chosen === null) return null
  const { best } = chosen
  if (Math.abs(Math.log((best.evidence.bpm / 60) * periodSeconds)) > SAME_TEMPO) return null
  const { frames } = metricalBeats(groups, best.curve, best.periods, best.frames)
  const quarters = frames.flatMap((frame) => {
    const time = frame / 100
    const before = beats.findLastIndex((beat) => beat <= time)
    const next = beats[before + 1]
    return before < 0 || next === undefined ? [] : (4 * (next - time)) / (next - beats[before]!)
  })
  if (quarters.length < LEAST_BEATS) return null
  const votes = [0, 0, 0, 0]
  for (const quarter of quarters) votes[Math.round(quarter) % 4]!++
  const right = votes.indexOf(Math.max(...votes))
  return {
    id,
    right,
    share: votes[right]! / quarters.length,
    distance: quarters.reduce((sum, x) => sum + Math.abs(x - Math.round(x)), 0) / quarters.length,
    inputs: phaseFeatures(groups, foldChroma(features), frames).map(rounded),
  }
}
