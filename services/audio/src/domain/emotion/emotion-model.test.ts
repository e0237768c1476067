import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EMOTIONS, FEATURE_SCALES, feel } from './emotion-model.ts'
import type { SpanFeatures } from './span-features.ts'
import { spanFeatures } from './span-features.ts'

const names = Object.keys(FEATURE_SCALES) as (keyof SpanFeatures)[]
const anyFeatures = fc.record(
  Object.fromEntries(
    names.map((name) => {
      const { middle, spread } = FEATURE_SCALES[name]
      return [name, fc.option(fc.double({ min: middle - 5 * spread, max: middle + 5 * spread, noNaN: true }))]
    }),
  ),
) as unknown as fc.Arbitrary<SpanFeatures>

const silence = Object.fromEntries(names.map((name) => [name, null])) as unknown as SpanFeatures

describe('emotion laws', () => {
  it('every dimension stays in 0 to 10 and is the logistic of its contributions', () => {
    fc.assert(
      fc.property(anyFeatures, (features) => {
        const { emotions, contributions } = feel(features)
        for (const emotion of EMOTIONS) {
          const sum = contributions[emotion].reduce((total, c) => total + c.contribution, 0)
          expect(emotions[emotion]).toBeGreaterThanOrEqual(0)
          expect(emotions[emotion]).toBeLessThanOrEqual(10)
          expect(emotions[emotion]).toBeCloseTo(10 / (1 + Math.exp(-sum)), 9)
        }
      }),
    )
  })

  it('silence is neutral in every dimension', () => {
    const { emotions, dominant } = feel(silence)
    for (const emotion of EMOTIONS) expect(emotions[emotion]).toBe(5)
    expect(dominant).toBe('neutral')
  })

  const raising = (feature: keyof SpanFeatures, emotion: (typeof EMOTIONS)[number], sign: 1 | -1) =>
    fc.assert(
      fc.property(anyFeatures, fc.double({ min: 0.1, max: 3, noNaN: true }), (features, spreads) => {
        const { middle, spread } = FEATURE_SCALES[feature]
        const from = features[feature] ?? middle
        const before = feel({ ...features, [feature]: from }).emotions[emotion]
        const after = feel({ ...features, [feature]: from + spreads * spread }).emotions[emotion]
        return sign * (after - before) >= -1e-9
      }),
    )

  it('fuller never lowers energy', () => raising('fullnessLu', 'energy', 1))
  it('faster never lowers energy', () => raising('tempoBpm', 'energy', 1))
  it('towards major never lowers euphoria', () => raising('majorness', 'euphoria', 1))
  it('towards major never raises melancholy', () => raising('majorness', 'melancholy', -1))
  it('clearer pulse never lowers groove', () => raising('pulseClarity', 'groove', 1))

  it('measures nothing in an empty or silent track', () => {
    const empty = new Float64Array(0)
    const curves = {
      seconds: 0,
      rangePower: empty,
      centroidHz: empty,
      flatness: empty,
      onsetRate: empty,
      onsetStrength: empty,
      loudnessPower: empty,
      width: empty,
    }
    expect(
      spanFeatures(curves, { truePeakDbtp: null, tempoBpm: 0, beatConfidence: 0, key: null }, 0, 10),
    ).toEqual(silence)
  })
})
