import type { Emotion } from '../emotion/emotion-model.ts'
import { nine } from './lexicon.ts'
import { readText, type WordHit } from './read-text.ts'

interface Sentiment {
  readonly label: 'positive' | 'negative' | 'neutral'
  /** Score, −1 to 1. */
  readonly score: number
}

interface Keyword {
  readonly word: string
  /** Signed strength; below 0 the text asks for the opposite. */
  readonly weight: number
  readonly negated: boolean
  /** Meanings in the lexicon. */
  readonly meanings: readonly string[]
}

/** Sentiment, keywords and dimensions of a text. */
export interface TextAnalysis {
  readonly sentiment: Sentiment
  readonly keywords: readonly Keyword[]
  /** 0 to 10; 5 is neutral. */
  readonly emotions: Readonly<Record<Emotion, number>>
}

/** VADER's scale of word valence (−4 to 4), its normalisation constant and its neutral threshold. */
const VALENCE_SCALE = 4
const NORMALISATION = 15
const NEUTRAL_BELOW = 0.05
const BEFORE_CONTRAST = 0.5
const AFTER_CONTRAST = 1.5

/** Effect of words on a dimension: one plain word of weight 1 moves it from 5 to about 7.7. */
const GAIN = 0.6

const round = (value: number, digits: number): number => Number(value.toFixed(digits)) + 0

const meanOf = (hit: WordHit, value: (concept: WordHit['concepts'][number]) => number): number =>
  hit.concepts.reduce((sum, concept) => sum + value(concept), 0) / hit.concepts.length

function sentimentOf(hits: readonly WordHit[]): Sentiment {
  let sum = 0
  for (const hit of hits) {
    const side = hit.side === 'before' ? BEFORE_CONTRAST : hit.side === 'after' ? AFTER_CONTRAST : 1
    sum += VALENCE_SCALE * meanOf(hit, (concept) => concept.valence) * hit.factor * side
  }
  const score = round(sum / Math.sqrt(sum * sum + NORMALISATION), 4)
  return {
    score,
    label: score >= NEUTRAL_BELOW ? 'positive' : score <= -NEUTRAL_BELOW ? 'negative' : 'neutral',
  }
}

/** Returns the pull of the words on one dimension before the hyperbolic tangent; 0 is neutral. */
const pullOf = (hits: readonly WordHit[], emotion: Emotion): number =>
  hits.reduce((sum, hit) => sum + hit.factor * meanOf(hit, (concept) => concept.feel[emotion] ?? 0), 0)

/**
 * Analyses a text: sentiment (−1 to 1), keywords and the nine dimensions (0 to 10, 5 is neutral). Sentiment is
 * normalised as in VADER (Hutto and Gilbert 2014); a dimension is 5 plus five times the hyperbolic tangent of the
 * weighted words.
 */
export function analyseText(text: string): TextAnalysis {
  const { hits } = readText(text)
  const byWord = new Map<string, Keyword>()
  for (const hit of hits) {
    const key = `${hit.word}/${hit.negated}`
    const weight = round((byWord.get(key)?.weight ?? 0) + hit.factor, 3)
    const meanings = hit.concepts.map((concept) => concept.name)
    byWord.set(key, { word: hit.word, weight, negated: hit.negated, meanings })
  }
  return {
    sentiment: sentimentOf(hits),
    keywords: [...byWord.values()].sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight)),
    emotions: nine((emotion) => round(5 + 5 * Math.tanh(GAIN * pullOf(hits, emotion)), 2)),
  }
}
