import { isCertain, keyName } from '../tonality/find-key.ts'
import { type Adjustable, type Adjustment, adjustedNames } from './adjust-example.ts'
import { HEARD_NAMES, type HeardAxis, heardAxes } from './heard-axes.ts'
import type { SearchQuery } from './search-vector.ts'
import { type Axis, trackAxes } from './track-axes.ts'
import type { TrackMeasures } from './track-measures.ts'
import { type Coordinate, TRAIT_WEIGHTS, TRAITS, type Trait, trackCoordinates } from './track-traits.ts'

/** One reason for the rank of a hit. */
interface HitContribution {
  /** Part of the request: a word of the query, or a meaning of the whole query. */
  readonly asked: string
  readonly negated: boolean
  /** How well the track meets it, about −1 to 1. */
  readonly met: number
  /** Measurements that decide it. */
  readonly measured: readonly string[]
}

/** Explanation of a hit. */
export interface HitExplanation {
  /** One sentence. */
  readonly why: string
  readonly contributions: readonly HitContribution[]
}

/** From here on a wish is met; below the negative of it, it is missed. */
const MET = 0.25
const MOST_REASONS = 3

const isTrait = (name: Coordinate): name is Trait => (TRAITS as readonly string[]).includes(name)

/** Returns the key, as far as it is known. */
const keyWords = ({ key }: TrackMeasures): string =>
  key === null ? 'no clear key' : `${isCertain(key) ? '' : 'perhaps '}${keyName(key)}`

/** Returns a phrase for what the networks heard: "hears piano", "hears little piano". */
const heardPhrase = (axis: HeardAxis, track: TrackMeasures): string =>
  `hears ${heardAxes(track)[axis] < 0 ? 'little ' : ''}${HEARD_NAMES[axis]}`

/** Returns a phrase for a measured axis. */
function phrase(axis: Axis, track: TrackMeasures): string {
  const { drums } = track
  const hits = Object.values(drums.hitsPerSecond).reduce((sum, rate) => sum + rate, 0)
  switch (axis) {
    case 'major':
      return keyWords(track)
    case 'drums':
      return hits < 1.5 ? 'hardly any drums' : `${hits.toFixed(1)} drum hits a second`
    case 'pace':
      return `${(drums.hitsPerSecond.kick + drums.hitsPerSecond.snare).toFixed(1)} kicks and snares a second`
    case 'fourOnFloor':
      return drums.fourOnFloor > 0.7 ? 'a kick on every beat' : 'no kick on every beat'
    case 'backbeat':
      return drums.backbeat > 0.5 ? 'snare on two and four' : 'no backbeat'
    case 'syncopation':
      return drums.syncopation > 0.4 ? 'a syncopated beat' : 'a straight beat'
    case 'swing':
      return (drums.swing ?? 0.5) > 0.56 ? 'swung eighths' : 'straight eighths'
    case 'cymbals':
      return `${drums.hitsPerSecond.cymbal.toFixed(1)} cymbals a second`
    case 'triple':
      return `${track.beatsPerBar} beats a bar`
    case 'bass':
      return track.bassDb === null ? 'no bass' : `bass ${track.bassDb.toFixed(1)} dB against the whole`
    case 'lateDrums':
      return `drums from ${Math.round(drums.startSeconds)} s`
    case 'range':
      return `loudness range ${track.rangeLu.toFixed(1)} LU`
    default:
      if (axis.startsWith('heard')) return heardPhrase(axis as HeardAxis, track)
      return axis.startsWith('tempo')
        ? `${Math.round(track.tempoBpm)} BPM`
        : `${axis} ${track.emotions[axis as keyof TrackMeasures['emotions']].toFixed(1)} of 10`
  }
}

/** Returns the measurements that push a weighted sum of coordinates furthest in its own direction, at most two. */
function evidence(
  weights: ReadonlyMap<Coordinate, number>,
  track: TrackMeasures,
  axes: Record<Axis, number>,
): string[] {
  const pushes = new Map<Axis, number>()
  const push = (axis: Axis, amount: number) => pushes.set(axis, (pushes.get(axis) ?? 0) + amount)
  for (const [name, weight] of weights) {
    if (isTrait(name)) {
      for (const [axis, share] of Object.entries(TRAIT_WEIGHTS[name]))
        push(axis as Axis, weight * share * axes[axis as Axis])
    } else if (!name.startsWith('middle')) push(name as Axis, weight * axes[name as Axis])
  }
  const total = [...pushes.values()].reduce((sum, amount) => sum + amount, 0)
  const phrases = [...pushes]
    .filter(([, amount]) => Math.sign(amount) === Math.sign(total))
    .sort((a, b) => Math.abs(b[1]) - Math.abs(a[1]))
    .map(([axis]) => phrase(axis, track))
  return [...new Set(phrases)].slice(0, 2)
}

/** Explains why a track matches a query, only from the query and the measurements. */
export function explainHit(query: SearchQuery, track: TrackMeasures): HitExplanation {
  const coordinates = trackCoordinates(track)
  const axes = trackAxes(track)
  const contributions: HitContribution[] = query.wishes.map(({ word, negated, weights }) => {
    let met = 0
    for (const [name, weight] of weights) met += weight * coordinates[name]
    return { asked: word.replaceAll('-', ' '), negated, met, measured: evidence(weights, track, axes) }
  })
  const meant = query.meanings.filter(({ share }) => share >= 0.15).slice(0, 2)
  for (const { concept } of meant) {
    const weights = new Map(Object.entries(concept.wish) as [Coordinate, number][])
    const length = Math.hypot(...weights.values())
    let met = 0
    for (const [name, weight] of weights) met += (weight / length) * coordinates[name]
    const measured = evidence(weights, track, axes)
    contributions.push({ asked: `${concept.name} (by meaning)`, negated: false, met, measured })
  }
  return { why: sentence(contributions), contributions }
}

function sentence(contributions: readonly HitContribution[]): string {
  const name = ({ asked, negated }: HitContribution) => (negated ? `not ${asked}` : asked)
  const because = ({ measured }: HitContribution) => (measured.length > 0 ? ` (${measured.join(', ')})` : '')
  const good = contributions.filter(({ met }) => met >= MET).sort((a, b) => b.met - a.met)
  const bad = contributions.filter(({ met }) => met <= -MET).sort((a, b) => a.met - b.met)
  const parts: string[] = []
  if (good.length > 0)
    parts.push(
      `meets ${good
        .slice(0, MOST_REASONS)
        .map((one) => `${name(one)}${because(one)}`)
        .join('; ')}`,
    )
  if (bad.length > 0)
    parts.push(`${good.length > 0 ? 'but ' : ''}misses ${bad.slice(0, MOST_REASONS).map(name).join(', ')}`)
  if (parts.length === 0)
    return contributions.length > 0
      ? `In the middle for ${contributions.slice(0, MOST_REASONS).map(name).join(', ')}.`
      : 'Nearest by the likeness of its description to the text.'
  const text = parts.join(', ')
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`
}

/** Explains why a track is similar to another: the traits and facts in which both stand out in the same direction. */
export function explainLikeness(example: TrackMeasures, track: TrackMeasures): HitExplanation {
  const [a, b] = [trackCoordinates(example), trackCoordinates(track)]
  const contributions = TRAITS.map((trait) => ({
    asked: a[trait] < 0 ? `little ${trait}` : trait,
    negated: false,
    met: a[trait] * b[trait],
    measured: [] as string[],
  }))
    .filter(({ met }) => met > 0.1)
    .sort((x, y) => y.met - x.met)
    .slice(0, MOST_REASONS)
  const alike = contributions.map(({ asked }) => asked).join(', ')
  const tempo =
    example.tempoBpm > 0 && track.tempoBpm > 0
      ? `${Math.round(track.tempoBpm)} BPM against ${Math.round(example.tempoBpm)}`
      : 'tempo unknown'
  return {
    why: `${alike === '' ? 'Nearest overall' : `Alike in ${alike}`}; ${tempo}, ${keyWords(track)}.`,
    contributions,
  }
}

/** Words for less and more of what was adjusted. */
const CHANGE_WORDS: Readonly<Record<Adjustable, readonly [less: string, more: string]>> = {
  darkness: ['less dark', 'darker'],
  tempo: ['slower', 'faster'],
  drums: ['fewer drums', 'more drums'],
}

/** Weight in a trait from which an axis explains it, and the least push that is worth a word. */
const TELLING = 0.2
const LEAST_PUSH = 0.05

/** Returns the measurements that make a track darker than an example, or less dark: at most two. */
function darkening(example: TrackMeasures, track: TrackMeasures, sign: number): string[] {
  const [before, after] = [trackAxes(example), trackAxes(track)]
  return (Object.entries(TRAIT_WEIGHTS.darkness) as [Axis, number][])
    .filter(([, weight]) => Math.abs(weight) >= TELLING)
    .map(([axis, weight]) => ({ axis, push: sign * weight * (after[axis] - before[axis]) }))
    .filter(({ push }) => push >= LEAST_PUSH)
    .sort((a, b) => b.push - a.push)
    .slice(0, 2)
    .map(({ axis }) => phrase(axis, track))
}

/** Explains why a track is similar to an example and how it differs as asked. */
export function explainAdjusted(
  example: TrackMeasures,
  track: TrackMeasures,
  adjustment: Adjustment,
): HitExplanation {
  const likeness = explainLikeness(example, track)
  const changes = adjustedNames(adjustment).map((name) => {
    const word = CHANGE_WORDS[name][adjustment[name]! > 0 ? 1 : 0]
    const measured =
      name === 'darkness'
        ? darkening(example, track, Math.sign(adjustment[name]!))
        : name === 'drums'
          ? [`${phrase('drums', track)} against ${phrase('drums', example)}`]
          : []
    return measured.length > 0 ? `${word} (${measured.join(', ')})` : word
  })
  if (changes.length === 0) return likeness
  const text = changes.join(', ')
  return { ...likeness, why: `${text.slice(0, 1).toUpperCase()}${text.slice(1)}. ${likeness.why}` }
}
