import { certainTempo } from '../rhythm/certain-tempo.ts'
import { areCompatible, type KeyRelation, keyRelation } from '../tonality/camelot.ts'
import { camelotName, isCertain, type Key } from '../tonality/find-key.ts'
import { exampleWeight } from './search-vector.ts'
import type { TrackMeasures } from './track-measures.ts'
import { COORDINATES, trackCoordinates } from './track-traits.ts'

/** What a step between two tracks depends on. */
export interface MixTrack {
  /** Beats per minute; 0 when the tempo is not certain. */
  readonly tempoBpm: number
  readonly key: (Key & { readonly certain: boolean }) | null
  /** Position in the space of search by example: squared distances there say how different two tracks sound. */
  readonly place: Float64Array
}

/** Returns what steps from and to a track depend on. */
export function mixTrack(measures: TrackMeasures): MixTrack {
  const { key } = measures
  const coordinates = trackCoordinates(measures)
  return {
    tempoBpm: certainTempo(measures),
    key: key === null ? null : { tonic: key.tonic, mode: key.mode, certain: isCertain(key) },
    place: Float64Array.from(COORDINATES, (name) => Math.sqrt(exampleWeight(name)) * coordinates[name]),
  }
}

/** Change of tempo from one track to the next. */
export interface TempoStep {
  /** Beats of the second track per beat of the first: 0.5 is half time, 2 double time. */
  readonly multiple: 0.5 | 1 | 2
  /** Tempo of the second track over that of the first after the multiple, minus 1: 0.02 is 2 % faster. */
  readonly change: number
  readonly compatible: boolean
}

/** A step between two tracks that follow each other. */
export interface MixStep {
  /** Null when one of the tracks has no key. */
  readonly key: {
    readonly relation: KeyRelation
    readonly compatible: boolean
    /** False when one of the two keys is a guess. */
    readonly certain: boolean
  } | null
  /** Null when one of the tempos is not certain. */
  readonly tempo: TempoStep | null
  /** How different the tracks sound: the squared distance of their places. */
  readonly distance: number
  /** Sum of what the change of key, tempo and sound costs; lower is smoother. */
  readonly cost: number
}

/** Largest change of tempo that is mixed without being heard as one: played so much faster, a track is a semitone higher. */
const MOST_CHANGE = 2 ** (1 / 12) - 1

/** Returns the change from one tempo to another, both above 0, at the nearest of the same, half and double time. */
export function tempoStep(fromBpm: number, toBpm: number): TempoStep {
  const sizeOf = (multiple: number) => Math.abs(Math.log2(toBpm / (multiple * fromBpm)))
  // The same time comes first, so that it wins at equal distance.
  const multiple = ([1, 0.5, 2] as const).reduce((best, one) => (sizeOf(one) < sizeOf(best) ? one : best))
  const change = toBpm / (multiple * fromBpm) - 1
  return { multiple, change, compatible: Math.abs(Math.log1p(change)) <= Math.log1p(MOST_CHANGE) + 1e-9 }
}

/** Costs of changes of key, so that a detour of several compatible steps is better than a clash. */
const KEY_COSTS: Readonly<Record<KeyRelation, number>> = {
  same: 0,
  relative: 0.25,
  fifth_up: 0.25,
  fifth_down: 0.25,
  diagonal: 3,
  whole_tone_up: 4,
  whole_tone_down: 4.5,
  distant: 8,
}
/** Cost when a key is missing or a guess: between compatible and distant. */
const UNKNOWN_KEY_COST = 3
/** Cost of a change by the largest compatible one; it grows with the square. */
const TEMPO_COST = 1.5
/** Tempo changes beyond the compatible ones cost this much more. */
const TEMPO_JUMP_COST = 5
const OTHER_TIME_COST = 1
const UNKNOWN_TEMPO_COST = 3
/** Each step costs, so that a path is no longer than the distance asks for. */
const STEP_COST = 0.5
/** Cost of the change of sound per unit of squared distance. Two tracks that have nothing in common are about 15 apart. */
const SOUND_COST = 0.4

function tempoCost(step: TempoStep | null): number {
  if (step === null) return UNKNOWN_TEMPO_COST
  const size = Math.log1p(step.change) / Math.log1p(MOST_CHANGE)
  return (
    TEMPO_COST * size ** 2 +
    (step.compatible ? 0 : TEMPO_JUMP_COST) +
    (step.multiple === 1 ? 0 : OTHER_TIME_COST)
  )
}

/** Returns what changes from one track to the next, and what it costs. */
export function mixStep(from: MixTrack, to: MixTrack): MixStep {
  let distance = 0
  for (let i = 0; i < from.place.length; i++) distance += (from.place[i]! - to.place[i]!) ** 2
  const tempo = from.tempoBpm > 0 && to.tempoBpm > 0 ? tempoStep(from.tempoBpm, to.tempoBpm) : null
  const relation = from.key && to.key ? keyRelation(from.key, to.key) : null
  const certain = from.key?.certain === true && to.key?.certain === true
  const keyCost = relation === null ? UNKNOWN_KEY_COST : KEY_COSTS[relation]
  return {
    key: relation === null ? null : { relation, compatible: areCompatible(relation), certain },
    tempo,
    distance,
    cost:
      STEP_COST +
      (certain ? keyCost : (keyCost + UNKNOWN_KEY_COST) / 2) +
      tempoCost(tempo) +
      SOUND_COST * distance,
  }
}

/** Names of the relations in a sentence. */
const RELATION_WORDS: Readonly<Record<KeyRelation, string>> = {
  same: 'same key',
  relative: 'relative key',
  fifth_up: 'a fifth up',
  fifth_down: 'a fifth down',
  diagonal: 'next on the wheel, other mode',
  whole_tone_up: 'a whole tone up',
  whole_tone_down: 'a whole tone down',
  distant: 'far apart on the wheel',
}

const camelot = (key: MixTrack['key']): string =>
  key === null ? 'no key' : `${key.certain ? '' : 'perhaps '}${camelotName(key)}`

function tempoWords(
  { tempoBpm: from }: MixTrack,
  { tempoBpm: to }: MixTrack,
  step: TempoStep | null,
): string {
  if (step === null)
    return from > 0 ? `from ${from.toFixed(1)} BPM to an uncertain tempo` : 'uncertain tempo before'
  const percent = (100 * step.change).toFixed(1)
  const change =
    percent === '0.0' || percent === '-0.0' ? 'same tempo' : `${step.change > 0 ? '+' : ''}${percent} %`
  const time = step.multiple === 1 ? '' : step.multiple === 2 ? ', double time' : ', half time'
  return `${from.toFixed(1)} to ${to.toFixed(1)} BPM${time}, ${change}${step.compatible ? '' : ', a jump'}`
}

/** Says in one sentence how a track follows another: key relation and tempo. */
export function explainStep(from: MixTrack, to: MixTrack): string {
  const { key, tempo } = mixStep(from, to)
  const keys = `${camelot(from.key)} to ${camelot(to.key)}`
  const relation = key === null ? '' : `, ${RELATION_WORDS[key.relation]}`
  return `${keys.slice(0, 1).toUpperCase()}${keys.slice(1)}${relation}; ${tempoWords(from, to, tempo)}.`
}
