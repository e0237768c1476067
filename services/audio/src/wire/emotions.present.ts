import type { Static } from 'typebox'
import { EMOTION_MODEL_STATEMENT, type EmotionResult } from '../domain/emotion/emotion-model.ts'
import type { EmotionScores, EmotionsBody } from './emotions.schema.ts'
import { rounded } from './rounded.ts'

/** Presents emotional dimensions, rounded. */
export const presentScores = (scores: Readonly<Record<string, number>>): Static<typeof EmotionScores> =>
  Object.fromEntries(Object.entries(scores).map(([name, value]) => [name, rounded(value, 3)]))

/** Returns the emotion result of the contract, with the contribution of each measured feature to each dimension. */
export const presentEmotions = (feeling: EmotionResult): Static<typeof EmotionsBody> => ({
  summary: { dominant_emotion: feeling.dominant },
  emotions: presentScores(feeling.emotions),
  contributions: Object.fromEntries(
    Object.entries(feeling.contributions).map(([name, parts]) => [
      name,
      parts.map(({ feature, value, contribution }) => ({
        feature,
        value: rounded(value, 4),
        contribution: rounded(contribution, 4),
      })),
    ]),
  ),
  model: { version: feeling.modelVersion, statement: EMOTION_MODEL_STATEMENT },
})
