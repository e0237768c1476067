import Type from 'typebox'
import { EMOTIONS } from '../domain/emotion/emotion-model.ts'

export const EmotionScores = Type.Record(Type.String(), Type.Number(), {
  title: 'EmotionScores',
  description: `Emotional dimension → 0 to 10, where 5 is neutral: ${EMOTIONS.join(', ')}`,
})

export const EmotionSummary = Type.Object(
  { dominant_emotion: Type.String({ description: 'Dimension furthest above neutral, or neutral' }) },
  { title: 'EmotionSummary' },
)

const FeatureContribution = Type.Object(
  {
    feature: Type.String({ description: 'Name of the measured feature' }),
    value: Type.Number({ description: 'Measured value, in the unit that the name ends with' }),
    contribution: Type.Number({ description: 'Part in the weighted sum, before the logistic' }),
  },
  { title: 'FeatureContribution' },
)

const EmotionModel = Type.Object(
  {
    version: Type.String({ description: 'Changes with every weight' }),
    statement: Type.String({ description: 'What the numbers are and are not, for people' }),
  },
  { title: 'EmotionModel' },
)

/** Fields of an emotion result: an object of an analysis, and the answer of its own endpoint. */
export const emotionsFields = {
  summary: EmotionSummary,
  emotions: EmotionScores,
  contributions: Type.Record(Type.String(), Type.Array(FeatureContribution), {
    description: 'Emotional dimension → contribution of each measured feature, largest first',
  }),
  model: EmotionModel,
}

export const EmotionsBody = Type.Object(emotionsFields, { title: 'Emotions' })
