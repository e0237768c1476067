import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EMOTIONS } from '../emotion/emotion-model.ts'
import { analyseText } from './analyse-text.ts'
import { CONCEPTS, conceptsOf } from './lexicon.ts'

const MOVING = CONCEPTS.filter((concept) =>
  Object.values(concept.feel).some((weight) => Math.abs(weight) >= 0.5),
)
/** Words of one concept, so that what they do is plain; none that is itself a phrase or a modifier. */
const word = fc
  .constantFrom(...MOVING.flatMap((concept) => concept.words))
  .filter((w) => /^[a-z]+$/.test(w) && conceptsOf(w).length === 1)
  .filter((w) => analyseText(w).keywords.length === 1)

describe('laws of reading a text', () => {
  test('any text gives bounded numbers', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        const { sentiment, emotions } = analyseText(text)
        expect(Math.abs(sentiment.score)).toBeLessThanOrEqual(1)
        for (const emotion of EMOTIONS) {
          expect(emotions[emotion]).toBeGreaterThanOrEqual(0)
          expect(emotions[emotion]).toBeLessThanOrEqual(10)
        }
      }),
    )
  })

  test('no text and unknown words are neutral', () => {
    for (const text of ['', '   ', '?!', 'qwrtz blorb', '12 34', 'the of and']) {
      const { sentiment, emotions, keywords } = analyseText(text)
      expect(sentiment).toEqual({ label: 'neutral', score: 0 })
      expect(keywords).toEqual([])
      expect(Object.values(emotions).every((value) => value === 5)).toBe(true)
    }
  })

  test('a negation turns every dimension to the other side', () => {
    fc.assert(
      fc.property(word, fc.constantFrom('not', 'no', 'without', 'never', "isn't"), (w, negator) => {
        const [plain, negated] = [analyseText(w), analyseText(`${negator} ${w}`)]
        for (const emotion of EMOTIONS) {
          const [p, n] = [plain.emotions[emotion] - 5, negated.emotions[emotion] - 5]
          if (Math.abs(p) > 0.2) expect(Math.sign(n)).toBe(-Math.sign(p))
          expect(Math.abs(n)).toBeLessThanOrEqual(Math.abs(p) + 1e-9)
        }
      }),
    )
  })

  test('an intensifier moves further, a diminisher less far', () => {
    fc.assert(
      fc.property(word, (w) => {
        const size = (text: string) =>
          EMOTIONS.reduce((sum, emotion) => sum + Math.abs(analyseText(text).emotions[emotion] - 5), 0)
        expect(size(`extremely ${w}`)).toBeGreaterThan(size(`very ${w}`))
        expect(size(`very ${w}`)).toBeGreaterThan(size(w))
        expect(size(`slightly ${w}`)).toBeLessThan(size(w))
      }),
    )
  })

  test('the order of sentences does not matter', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 2, maxLength: 5 }), (words) => {
        const forth = analyseText(words.map((w) => `It is ${w}.`).join(' '))
        const back = analyseText(
          words
            .toReversed()
            .map((w) => `It is ${w}.`)
            .join(' '),
        )
        expect(back.sentiment.score).toBeCloseTo(forth.sentiment.score, 3)
        for (const emotion of EMOTIONS) expect(back.emotions[emotion]).toBeCloseTo(forth.emotions[emotion], 1)
      }),
    )
  })
})

describe('what texts mean', () => {
  test.each([
    ['a sad song', 'melancholy', 1],
    ['nothing sad, please', 'melancholy', -1],
    ['not aggressive but full of energy', 'energy', 1],
    ['not aggressive but full of energy', 'aggression', -1],
    ['anything but calm', 'energy', 1],
    ['neither happy nor energetic', 'euphoria', -1],
    ['neither happy nor energetic', 'energy', -1],
    ['not only happy', 'euphoria', 1],
    ['nothing but happy songs', 'euphoria', 1],
    ['without tension, warm', 'warmth', 1],
    ['without any warmth, tension or groove', 'groove', -1],
    ['I don’t want to be happy', 'euphoria', -1],
  ] as const)('%s: %s %i', (text, emotion, side) => {
    expect(Math.sign(analyseText(text).emotions[emotion] - 5)).toBe(side)
  })

  test('after "but" counts more than before', () => {
    expect(analyseText('sad but happy').sentiment.score).toBeGreaterThan(0)
    expect(analyseText('happy but sad').sentiment.score).toBeLessThan(0)
    expect(analyseText('I love it, it is so happy').sentiment.label).toBe('positive')
  })

  test('keywords say what they stand for and whether they were negated', () => {
    expect(analyseText('very happy, no drums').keywords).toEqual([
      { word: 'happy', weight: 1.293, negated: false, meanings: ['happy'] },
      { word: 'drums', weight: -0.74, negated: true, meanings: ['drums'] },
    ])
  })
})

test('the lexicon is sound', () => {
  for (const concept of CONCEPTS) {
    expect(new Set(concept.words).size).toBe(concept.words.length)
    expect(Math.abs(concept.valence)).toBeLessThanOrEqual(1)
    expect(Object.keys(concept.wish).length).toBeGreaterThan(0)
    for (const known of concept.words) expect(known).toMatch(/^[a-z0-9&'/-]+$/)
  }
  expect(new Set(CONCEPTS.flatMap((concept) => concept.words)).size).toBeGreaterThan(1000)
  expect(conceptsOf('sadly')[0]?.name).toBe('sad')
  expect(conceptsOf('four-on-the-floor')[0]?.name).toBe('house')
})
