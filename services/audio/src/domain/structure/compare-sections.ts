import { standardise } from '../emotion/emotion-model.ts'
import type { SpanFeatures } from '../emotion/span-features.ts'
import { type Chroma, meanChroma } from '../tonality/chroma.ts'
import type { Section } from './label-sections.ts'
import { type ComparableSection, nameSections } from './name-sections.ts'

/** Features that tell one section from another wherever they are in the track. */
const COMPARED = [
  'fullnessLu',
  'onsetRate',
  'percussiveness',
  'brightnessOctaves',
  'bassDb',
  'warmthDb',
  'presenceDb',
  'airDb',
  'width',
] as const satisfies readonly (keyof SpanFeatures)[]

/**
 * Differences from which two sections are of another kind: sound as root mean square in spreads of the emotion model,
 * chords as one minus the cosine of their mean chroma.
 */
const SOUND_SCALE = 0.5
const CHROMA_SCALE = 0.12

const soundDifference = (a: SpanFeatures, b: SpanFeatures): number => {
  let squares = 0
  for (const name of COMPARED) squares += (standardise(name, a[name]) - standardise(name, b[name])) ** 2
  return Math.sqrt(squares / COMPARED.length)
}

const chromaDifference = (a: ArrayLike<number>, b: ArrayLike<number>): number => {
  let cross = 0
  let first = 0
  let second = 0
  for (let c = 0; c < 12; c++) {
    cross += a[c]! * b[c]!
    first += a[c]! ** 2
    second += b[c]! ** 2
  }
  return first > 0 && second > 0 ? 1 - cross / Math.sqrt(first * second) : 0
}

/** Returns a distinct name for each section; see `nameSections`. */
export function distinctNames(sections: readonly Section[], chroma: Chroma): string[] {
  const pitch = sections.map(({ startSeconds, endSeconds }) =>
    meanChroma(chroma, Math.round(startSeconds * 10), Math.round(endSeconds * 10)),
  )
  const comparable = sections.map(
    ({ label, features }, i): ComparableSection => ({
      label,
      differs: (j) =>
        Math.max(
          soundDifference(features, sections[j]!.features) / SOUND_SCALE,
          chromaDifference(pitch[i]!, pitch[j]!) / CHROMA_SCALE,
        ),
    }),
  )
  return nameSections(comparable)
}
