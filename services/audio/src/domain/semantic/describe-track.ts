import { certainTempo } from '../rhythm/certain-tempo.ts'
import { isCertain, keyName } from '../tonality/find-key.ts'
import { trackAxes } from './track-axes.ts'
import type { TrackMeasures } from './track-measures.ts'
import { TRAITS, type Trait, trackTraits } from './track-traits.ts'

/** Word for a track with much of a trait, and for one with very little; empty when little of it means nothing. */
const WORDS: Readonly<Record<Trait, readonly [much: string, little: string]>> = {
  energy: ['energetic and powerful', ''],
  calm: ['calm, quiet and relaxing', ''],
  euphoria: ['happy and cheerful', ''],
  melancholy: ['sad and melancholic', ''],
  darkness: ['dark and gloomy', ''],
  brightness: ['bright', ''],
  tension: ['tense and nervous', ''],
  aggression: ['aggressive and hard', ''],
  warmth: ['warm and gentle', 'cold'],
  groove: ['groovy', ''],
  danceability: ['made for the dance floor', ''],
  trance: ['hypnotic and repetitive', ''],
  atmosphere: ['dreamy and atmospheric', ''],
  acoustic: ['acoustic', 'electronic'],
  melody: ['melodic', ''],
}
/**
 * Minimum distance of a trait from its middle to be mentioned, and the maximum number of mentioned traits, the strongest.
 */
const NOTABLE = 0.35
const MOST_WORDS = 6

const tempoWord = (bpm: number): string =>
  bpm < 85 ? 'very slow' : bpm < 100 ? 'slow' : bpm < 125 ? 'mid-tempo' : bpm < 150 ? 'fast' : 'very fast'

/** Describes the drums, only from measurements. */
function rhythmWords(track: TrackMeasures): string[] {
  const axes = trackAxes(track)
  if (axes.drums < -1) return ['without drums']
  const words: string[] = []
  if (track.beatsPerBar === 3) words.push('a waltz in three-four time')
  if (axes.swing > 0.6) words.push('swinging like jazz')
  else if (axes.fourOnFloor > 0.8) words.push('a four-on-the-floor beat')
  else if (axes.syncopation > 0.9) words.push('a syncopated beat')
  else if (axes.backbeat > 0.8) words.push('a plain backbeat')
  if (axes.drums > 1) words.push('busy drums')
  else if (axes.drums < 0) words.push('light drums')
  if (axes.lateDrums > 1) words.push('a long quiet intro before the beat')
  if (axes.bass > 0.8) words.push('strong bass')
  return words
}

/** Traits that exclude each other in a description: only the stronger one is mentioned. */
const OPPOSITES: readonly (readonly [Trait, Trait])[] = [
  ['energy', 'calm'],
  ['aggression', 'calm'],
  ['tension', 'calm'],
  ['euphoria', 'melancholy'],
  ['brightness', 'darkness'],
  ['aggression', 'warmth'],
]
const areOpposite = (a: Trait, b: Trait): boolean =>
  OPPOSITES.some(([one, other]) => (a === one && b === other) || (a === other && b === one))

/**
 * Returns words for the traits that stand out most, in a fixed order: an order by strength would change with the least
 * change of the sound.
 */
function traitWords(track: TrackMeasures): string[] {
  const traits = trackTraits(trackAxes(track))
  const kept: Trait[] = []
  for (const trait of TRAITS.toSorted((a, b) => Math.abs(traits[b]) - Math.abs(traits[a]))) {
    const value = traits[trait]
    if (Math.abs(value) < NOTABLE || WORDS[trait][value > 0 ? 0 : 1] === '') continue
    if (value > 0 && kept.some((other) => traits[other] > 0 && areOpposite(trait, other))) continue
    if (kept.length < MOST_WORDS) kept.push(trait)
  }
  return TRAITS.filter((trait) => kept.includes(trait)).map(
    (trait) => WORDS[trait][traits[trait] > 0 ? 0 : 1],
  )
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/**
 * Describes a track in one or two plain sentences, only from measurements, with its key only when it is certain. This
 * text is embedded for search.
 */
export function describeTrack(track: TrackMeasures): string {
  if (track.music === false) return 'No music heard.'
  const words = traitWords(track)
  const tempoBpm = certainTempo(track)
  const mood = words.length > 0 ? `${words.join(', ')} music.` : 'music without a pronounced mood.'
  const facts = [
    ...(tempoBpm > 0 ? [`${tempoWord(tempoBpm)}, ${Math.round(tempoBpm)} BPM`] : []),
    ...(track.key !== null && isCertain(track.key) ? [`in ${keyName(track.key)}`] : []),
    ...rhythmWords(track),
  ]
  return facts.length > 0 ? `${capital(mood)} ${capital(facts.join(', '))}.` : capital(mood)
}
