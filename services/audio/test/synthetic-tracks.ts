import { EMOTIONS, type Emotion } from '../src/domain/emotion/emotion-model.ts'
import type { TrackMeasures } from '../src/domain/semantic/track-measures.ts'
import { gaussian, pick } from './random.ts'

const between = (random: () => number, low: number, high: number) => low + (high - low) * random()

/** Measures as a real track may have them: a style sets their middles, chance the rest. */
export function syntheticMeasures(random: () => number): TrackMeasures {
  const style = Math.floor(random() * 24)
  const styled = (salt: number) => ((style * 7919 + salt * 104_729) % 97) / 97
  const near = (salt: number, low: number, high: number, spread: number) =>
    Math.max(low, Math.min(high, low + (high - low) * styled(salt) + spread * gaussian(random)))
  const drumming = styled(40) > 0.15 ? 1 : 0.05
  return {
    durationSeconds: between(random, 90, 480),
    tempoBpm: near(1, 68, 180, 6),
    beatsPerBar: styled(2) < 0.12 ? 3 : 4,
    beatConfidence: near(3, 0.2, 1, 0.1),
    key: {
      tonic: Math.floor(random() * 12),
      mode: random() < styled(4) ? 'major' : 'minor',
      confidence: between(random, 0.1, 0.9),
    },
    emotions: Object.fromEntries(EMOTIONS.map((emotion, i) => [emotion, near(10 + i, 1, 9, 0.9)])) as Record<
      Emotion,
      number
    >,
    bassDb: near(20, -8, 2, 1),
    loudnessLufs: between(random, -20, -6),
    rangeLu: near(21, 2, 16, 1.5),
    drums: {
      hitsPerSecond: {
        kick: drumming * near(22, 0, 4, 0.3),
        snare: drumming * near(23, 0, 3, 0.3),
        hat: drumming * near(24, 0, 7, 0.6),
        tom: drumming * near(25, 0, 0.6, 0.1),
        cymbal: drumming * near(26, 0, 1.2, 0.2),
      },
      startSeconds: pick(random, [0, 0, 0, 0, 8, 16, 32]),
      fourOnFloor: near(27, 0, 1, 0.08),
      backbeat: near(28, -0.5, 1, 0.1),
      syncopation: near(29, 0, 1, 0.1),
      swing: random() < 0.2 ? null : near(30, 0.5, 0.67, 0.01),
    },
  }
}
