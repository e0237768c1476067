import Type from 'typebox'
import { EMOTIONS } from '../domain/emotion/emotion-model.ts'

export const EmotionScores = Type.Record(Type.String(), Type.Number(), {
  title: 'EmotionScores',
  description: `Emotional dimension → 0 to 10, where 5 is neutral: ${EMOTIONS.join(', ')}`,
})

export const EmotionSummary = Type.Object(
  { dominant_emotion: Type.String({ description: 'Dimension furthest above neutral, or `neutral`' }) },
  { title: 'EmotionSummary', description: 'Strongest emotional dimension' },
)

export const FeatureContribution = Type.Object(
  {
    feature: Type.String({ description: 'Name of the measured feature' }),
    value: Type.Number({ description: 'Measured value, in the unit that the name ends with' }),
    contribution: Type.Number({
      description: 'Weight × standardised value: what it adds to the sum before the logistic function',
    }),
  },
  { title: 'FeatureContribution', description: 'Effect of one measured feature on a dimension' },
)

const EmotionModel = Type.Object(
  {
    version: Type.String({ description: 'Version of the model; it changes whenever a weight changes' }),
    statement: Type.String({ description: 'What the numbers mean and what they do not mean' }),
  },
  { title: 'EmotionModel', description: 'Model that computed the dimensions' },
)

/** Fields of an emotion result: part of a full analysis, and the answer of its own endpoint. */
export const emotionsFields = {
  summary: EmotionSummary,
  emotions: EmotionScores,
  contributions: Type.Record(Type.String(), Type.Array(FeatureContribution), {
    description: 'Emotional dimension → contribution of each measured feature, largest first',
  }),
  model: EmotionModel,
}

export const EmotionsBody = Type.Object(emotionsFields, {
  title: 'Emotions',
  description: 'Nine emotional dimensions, with the contribution of every feature',
})
