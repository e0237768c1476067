import type { AnalysedSection, TrackAnalysis } from '../analyse-track.ts'
import { probabilityOf } from '../confidence/probability.ts'
import { EMOTIONS, type Emotion, standardise } from '../emotion/emotion-model.ts'
import { RANGE_NAMES } from '../features/second-curves.ts'
import { isBetweenKeys, isCertain, type KeyResult, keyName } from '../tonality/find-key.ts'
import { keyChanges } from '../tonality/key-changes.ts'
import { intensityCurve, peakSeconds, secondLevels } from './intensity.ts'

/** Emotional profile record of the contract. */
export interface EmotionalProfile {
  readonly overallMood: readonly string[]
  /** Intensity, one value per second of the track, 0 to 1. */
  readonly intensityCurve: readonly number[]
  readonly emotionalSegments: readonly EmotionalSegment[]
  readonly peakMoments: readonly PeakMoment[]
}

interface EmotionalSegment {
  readonly startTime: number
  readonly endTime: number
  readonly primaryEmotion: string
  /** Tension, 0 to 10. */
  readonly tensionLevel: number
  readonly descriptors: readonly string[]
}

interface PeakMoment {
  readonly time: number
  /** Intensity, 0 to 1. */
  readonly intensity: number
  readonly description: string
  readonly keyElements: readonly string[]
}

/** Segment record of the contract. */
export interface SegmentRecord {
  readonly segmentId: string
  readonly startTime: number
  readonly endTime: number
  readonly type: string
  /** Energy, 0 to 1. */
  readonly energyLevel: number
  readonly keyElements: readonly string[]
  readonly description: string
}

/** One line of the technical features record of the contract. */
export interface TechnicalFeature {
  readonly time: number
  readonly featureType: 'bass' | 'drums' | 'atmosphere' | 'transition'
  readonly description: string
  readonly characteristics: Readonly<Record<string, number>>
}

const ADJECTIVES: Record<Emotion, string> = {
  energy: 'energetic',
  brightness: 'bright',
  tension: 'tense',
  warmth: 'warm',
  groove: 'groovy',
  aggression: 'aggressive',
  atmosphere: 'atmospheric',
  melancholy: 'melancholic',
  euphoria: 'euphoric',
}

/** Score from which a dimension is mentioned. */
const NOTABLE = 6
const round = (value: number, digits = 3): number => Number(value.toFixed(digits))

/** Returns adjectives of the notable dimensions, strongest first, at most `most`; `neutral` when there is none. */
function moodWords(emotions: Readonly<Record<Emotion, number>>, most: number): string[] {
  const notable = EMOTIONS.filter((name) => emotions[name] >= NOTABLE).sort(
    (a, b) => emotions[b] - emotions[a],
  )
  return notable.length === 0 ? ['neutral'] : notable.slice(0, most).map((name) => ADJECTIVES[name])
}

/**
 * Returns the elements measured in a part of the track: drums by their hits, ranges by their level. Nothing is guessed.
 */
export function keyElements(analysis: TrackAnalysis, startSeconds: number, endSeconds: number): string[] {
  const elements: string[] = []
  const length = Math.max(1, endSeconds - startSeconds)
  for (const name of ['kick', 'snare', 'hat', 'tom', 'cymbal'] as const) {
    let count = 0
    for (const hit of analysis.drums.hits) {
      if (hit.timeSeconds < startSeconds || hit.timeSeconds >= endSeconds) continue
      if (hit.instrument === name) count++
    }
    // A few hits per minute are fills or errors, not an element.
    if (count / length >= (name === 'tom' || name === 'cymbal' ? 0.5 : 0.4)) elements.push(name)
  }
  const { rangePower, seconds } = analysis.curves
  const sums = RANGE_NAMES.map((_, r) => {
    let sum = 0
    for (let s = Math.floor(startSeconds); s < Math.min(seconds, Math.ceil(endSeconds)); s++)
      sum += rangePower[s * RANGE_NAMES.length + r]!
    return sum
  })
  const total = sums.reduce((sum, x) => sum + x, 0)
  if (total > 1e-12) {
    if (sums[0]! / total > 0.3) elements.push('strong bass')
    if (sums[1]! / total > 0.5) elements.push('low-mid body')
    if ((sums[3]! + sums[4]!) / total > 0.05) elements.push('bright top')
  }
  return elements
}

const sectionAt = (analysis: TrackAnalysis, second: number): AnalysedSection | undefined =>
  analysis.sections.find((section) => second >= section.startSeconds && second < section.endSeconds)

/** Returns the emotional profile of a track, from its sections. */
export function emotionalProfile(analysis: TrackAnalysis): EmotionalProfile {
  const curve = intensityCurve(analysis)
  return {
    overallMood: moodWords(analysis.feeling.emotions, 3),
    intensityCurve: curve,
    emotionalSegments: analysis.sections.map((section) => ({
      startTime: round(section.startSeconds),
      endTime: round(section.endSeconds),
      primaryEmotion: section.feeling.dominant,
      tensionLevel: round(section.feeling.emotions.tension, 2),
      descriptors: moodWords(section.feeling.emotions, 3),
    })),
    peakMoments: peakSeconds(secondLevels(analysis), curve).map((second) => ({
      time: second,
      intensity: curve[second]!,
      description: `one of the loudest moments, in the ${sectionAt(analysis, second)?.label ?? 'main'} part`,
      keyElements: keyElements(analysis, Math.max(0, second - 2), second + 3),
    })),
  }
}

/** Returns the segments record: sections with their measured energy and elements. */
export function segmentRecords(analysis: TrackAnalysis): SegmentRecord[] {
  return analysis.sections.map((section, i) => {
    const elements = keyElements(analysis, section.startSeconds, section.endSeconds)
    const level = section.loudnessLufs === null ? 'silent' : `${section.loudnessLufs.toFixed(1)} LUFS`
    return {
      segmentId: `segment-${String(i + 1).padStart(3, '0')}`,
      startTime: round(section.startSeconds),
      endTime: round(section.endSeconds),
      type: section.label,
      energyLevel: round(section.energy),
      keyElements: elements,
      description: `${section.name}, ${level}, ${moodWords(section.feeling.emotions, 2).join(' and ')}${elements.length > 0 ? `; ${elements.join(', ')}` : ''}`,
    }
  })
}

/** Returns the technical features, sorted by time: bass, drums and atmosphere of every section, and the transitions. */
export function technicalFeatures(analysis: TrackAnalysis): TechnicalFeature[] {
  const lines: TechnicalFeature[] = []
  for (const [i, section] of analysis.sections.entries()) {
    const time = round(section.startSeconds)
    const length = Math.max(1, section.endSeconds - section.startSeconds)
    const { features } = section
    const hits = analysis.drums.hits.filter(
      (h) => h.timeSeconds >= section.startSeconds && h.timeSeconds < section.endSeconds,
    )
    const rate = (name: string) => round(hits.filter((h) => h.instrument === name).length / length)
    if (features.bassDb !== null) {
      lines.push({
        time,
        featureType: 'bass',
        description: `bass ${features.bassDb.toFixed(1)} dB against the whole`,
        characteristics: {
          levelDb: round(features.bassDb),
          belowLoudestSectionDb: round(section.bassBelowDb),
        },
      })
    }
    lines.push({
      time,
      featureType: 'drums',
      description:
        hits.length === 0 ? 'no drums found' : `${(hits.length / length).toFixed(1)} drum hits a second`,
      characteristics: {
        hitsPerSecond: round(hits.length / length),
        kickPerSecond: rate('kick'),
        snarePerSecond: rate('snare'),
        hatPerSecond: rate('hat'),
      },
    })
    if (features.width !== null && features.brightnessOctaves !== null) {
      lines.push({
        time,
        featureType: 'atmosphere',
        description: `${standardise('width', features.width) > 0.5 ? 'wide' : 'narrow'} and ${standardise('brightnessOctaves', features.brightnessOctaves) > 0 ? 'bright' : 'dark'}`,
        characteristics: {
          width: round(features.width),
          centroidHz: round(1000 * 2 ** features.brightnessOctaves, 1),
          noisiness: round(features.noisiness ?? 0),
        },
      })
    }
    const before = analysis.sections[i - 1]
    if (before !== undefined) {
      const change = (section.loudnessLufs ?? -60) - (before.loudnessLufs ?? -60)
      lines.push({
        time,
        featureType: 'transition',
        description: `${before.label} to ${section.label}, ${change >= 0 ? 'up' : 'down'} ${Math.abs(change).toFixed(1)} LU`,
        characteristics: {
          loudnessChangeLu: round(change),
          energyChange: round(section.energy - before.energy),
        },
      })
    }
  }
  return lines
}

const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

function keyLine(key: KeyResult | null): string {
  if (key === null) return 'No key was found'
  const confidence = `(confidence ${probabilityOf('key', key.confidence).toFixed(2)})`
  return isCertain(key)
    ? `Key ${keyName(key)} ${confidence}`
    : `Key uncertain, perhaps ${keyName(key)} ${confidence}`
}

/** Returns a summary in plain text, one fact per line. */
export function textSummary(analysis: TrackAnalysis, title: string): string {
  const { rhythm, key, loudness, feeling, music } = analysis
  const lines = [title, '']
  lines.push(`Length ${clock(analysis.durationSeconds)}`)
  if (music?.heard === false) return `${[...lines, 'No music heard'].join('\n')}\n`
  if (rhythm.tempoBpm > 0) {
    // Without accents, four beats per bar are a guess.
    const bars =
      rhythm.beatsPerBar > 0 && rhythm.downbeatConfidence > 0 ? `, ${rhythm.beatsPerBar} beats a bar` : ''
    const regions = rhythm.regions.length > 1 ? `, ${rhythm.regions.length} tempo regions` : ''
    lines.push(
      `Tempo ${rhythm.tempoBpm.toFixed(2)} BPM${bars}${regions} (confidence ${probabilityOf('beat', rhythm.confidence).toFixed(2)})`,
    )
  } else {
    lines.push('No beat was found')
  }
  lines.push(keyLine(key))
  const changes = keyChanges(key)
  if (changes.length > 0)
    lines.push(
      `Key changes ${changes.map(({ timeSeconds, to }) => `to ${keyName(to)} at ${clock(timeSeconds)}`).join(', ')}`,
    )
  if (key !== null && isBetweenKeys(analysis.tuningCents)) {
    const cents = Math.round(analysis.tuningCents)
    lines.push(
      `Tuned ${Math.abs(cents)} cents ${cents > 0 ? 'above' : 'below'} A = 440 Hz: the key may be meant a semitone ${cents > 0 ? 'higher' : 'lower'}`,
    )
  }
  if (loudness?.integratedLufs != null) {
    lines.push(
      `Loudness ${loudness.integratedLufs.toFixed(1)} LUFS, range ${loudness.rangeLu.toFixed(1)} LU, true peak ${loudness.truePeakDbtp?.toFixed(1) ?? '−∞'} dBTP`,
    )
  }
  if (analysis.energy !== null) lines.push(`Energy ${analysis.energy.level} of 10`)
  lines.push(
    `Mood ${moodWords(feeling.emotions, 3).join(', ')} (a sum of measured features, not validated on listeners)`,
    '',
  )
  for (const section of analysis.sections) {
    const words = moodWords(section.feeling.emotions, 2).join(', ')
    lines.push(
      `${clock(section.startSeconds)}–${clock(section.endSeconds)}  ${section.name.padEnd(7)} energy ${section.energy.toFixed(2)}  ${words}`,
    )
  }
  return `${lines.join('\n')}\n`
}
