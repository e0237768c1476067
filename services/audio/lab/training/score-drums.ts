/** Scores a drum model on the tuning half, with the beats that the engine finds, for comparing models. */
import { findDrums } from '../../src/domain/drums/find-drums.ts'
import { DRUM_NAMES, type DrumModel, type DrumName } from '../../src/domain/drums/hit-classifier.ts'
import { superFlux } from '../../src/domain/features/novelty.ts'
import { findDownbeats } from '../../src/domain/rhythm/downbeats.ts'
import { trackBeats } from '../../src/domain/rhythm/track-beats.ts'
import { foldChroma } from '../../src/domain/tonality/chroma.ts'
import { featuresOfFile, frameNetwork } from '../analyse-file.ts'
import { piecesOf } from '../corpus/pieces.ts'
import { renderPiece } from '../corpus/render.ts'
import { DRUM_WINDOW_SECONDS } from '../score-piece.ts'
import { eventScore } from '../scoring/match-events.ts'

/** Returns the mean F per instrument and model over every `stride`-th tuning piece with drums. */
export async function scoreDrums(
  models: Readonly<Record<string, DrumModel>>,
  stride: number,
): Promise<{ pieces: number; scores: Record<string, Record<DrumName, number>> }> {
  const sums = Object.fromEntries(
    Object.keys(models).map((name) => [name, DRUM_NAMES.map(() => ({ sum: 0, count: 0 }))]),
  )
  let pieces = 0
  for (const [i, spec] of piecesOf('tuning').entries()) {
    if (i % stride !== 0) continue
    const { truth, mixPath } = await renderPiece(spec)
    if (!truth.hasDrums) continue
    pieces++
    const features = await featuresOfFile(mixPath)
    const novelty = superFlux(features)
    const { beats, groups } = trackBeats(features, novelty)
    const { beatsPerBar } = findDownbeats(beats, groups, foldChroma(features))
    for (const [name, model] of Object.entries(models)) {
      const hits = findDrums(features, { beats, beatsPerBar }, { novelty, model, network: frameNetwork })
      for (const [k, drum] of DRUM_NAMES.entries()) {
        const times = (list: readonly { instrument: string; timeSeconds: number }[]) =>
          list.filter((hit) => hit.instrument === drum).map((hit) => hit.timeSeconds)
        const real = times(truth.drumHits)
        if (real.length === 0) continue
        const cell = sums[name]![k]!
        cell.sum += eventScore(real, times(hits), DRUM_WINDOW_SECONDS).fMeasure
        cell.count++
      }
    }
  }
  const scores = Object.fromEntries(
    Object.entries(sums).map(([name, cells]) => [
      name,
      Object.fromEntries(DRUM_NAMES.map((drum, k) => [drum, cells[k]!.sum / Math.max(1, cells[k]!.count)])),
    ]),
  ) as Record<string, Record<DrumName, number>>
  return { pieces, scores }
}
