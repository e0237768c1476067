import { standardise } from '../emotion/emotion-model.ts'
import type { SpanFeatures } from '../emotion/span-features.ts'
import { labelSections, type Section } from './label-sections.ts'
import { type KnownSpans, measureSections, type SectionMaterial } from './measure-sections.ts'

/** Features that are compared between neighbours: level, density and colour of the sound. */
const COMPARED = [
  'fullnessLu',
  'onsetRate',
  'percussiveness',
  'brightnessOctaves',
  'bassDb',
  'warmthDb',
  'presenceDb',
] as const satisfies readonly (keyof SpanFeatures)[]

/**
 * Neighbours with the same label are one section when they differ by no more than this, root mean square in spreads. A
 * section shorter than eight bars must differ more to stay separate. No boundary of the tuning pieces is lost by this.
 */
const ALIKE = 0.2
const ALIKE_SHORT = 0.4
const SHORT_BEATS = 30
/** Tempo when no beat is known. */
const ASSUMED_BPM = 60

/**
 * Returns the difference of two parts: root mean square over the compared features, in spreads of the emotion model.
 */
function difference(a: SpanFeatures, b: SpanFeatures): number {
  const squares = COMPARED.map((name) => (standardise(name, a[name]) - standardise(name, b[name])) ** 2)
  return Math.sqrt(squares.reduce((sum, x) => sum + x, 0) / COMPARED.length)
}

/**
 * Returns labelled sections between boundaries (seconds, from the start to the end of the track). Neighbours with the
 * same label and a similar sound are joined, the most similar first; labels are decided again after each step.
 */
export function joinSections(material: SectionMaterial, boundaries: readonly number[]): Section[] {
  const kept = [...boundaries]
  const known: KnownSpans = new Map()
  const shortSeconds = (SHORT_BEATS * 60) / (material.context.tempoBpm || ASSUMED_BPM)
  const isShort = (section: Section): boolean => section.endSeconds - section.startSeconds < shortSeconds
  for (;;) {
    const sections = labelSections(measureSections(material, kept, known))
    let nearest = 0
    let least = Number.POSITIVE_INFINITY
    for (let i = 1; i < sections.length; i++) {
      const [before, here] = [sections[i - 1]!, sections[i]!]
      if (before.label !== here.label) continue
      const apart = difference(before.features, here.features)
      if (apart >= least || apart > (isShort(before) || isShort(here) ? ALIKE_SHORT : ALIKE)) continue
      least = apart
      nearest = i
    }
    if (nearest === 0) return sections
    kept.splice(nearest, 1)
  }
}
