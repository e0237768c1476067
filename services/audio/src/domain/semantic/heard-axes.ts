import type { TagSource } from '../tags/hear-tags.ts'
import { MSD_LABELS, MTT_LABELS } from '../tags/labels.ts'
import scales from './heard-scales.json' with { type: 'json' }
import type { TrackMeasures } from './track-measures.ts'

/** Tags of each network that an axis averages. */
interface AxisTags {
  readonly mtt?: readonly (typeof MTT_LABELS)[number][]
  readonly msd?: readonly (typeof MSD_LABELS)[number][]
}

/** What the tag networks hear, by axis. Several tags of one meaning are one axis, because single ones are less sure. */
const TAGS = {
  heardPiano: { mtt: ['piano'] },
  heardGuitar: { mtt: ['guitar'], msd: ['guitar'] },
  heardStrings: { mtt: ['strings', 'violin', 'cello'] },
  heardFlute: { mtt: ['flute'] },
  heardHarp: { mtt: ['harp', 'harpsichord'] },
  heardChoir: { mtt: ['choir', 'choral', 'opera'] },
  heardVoice: { mtt: ['vocal', 'vocals', 'voice', 'singing'] },
  heardWoman: {
    mtt: ['female', 'woman', 'female vocal', 'female voice'],
    msd: ['female vocalists', 'female vocalist'],
  },
  heardMan: { mtt: ['male', 'man', 'male vocal', 'male voice'], msd: ['male vocalists'] },
  heardDrums: { mtt: ['drums', 'beat', 'beats'] },
  heardClassical: { mtt: ['classical', 'classic'] },
  heardElectronic: { mtt: ['electronic', 'synth'], msd: ['electronic', 'electronica', 'electro'] },
  heardDance: { mtt: ['techno', 'dance'], msd: ['dance', 'House'] },
  heardRock: { mtt: ['rock'], msd: ['rock', 'alternative rock', 'classic rock', 'hard rock', 'indie rock'] },
  heardMetal: { mtt: ['metal'], msd: ['metal', 'heavy metal'] },
  heardPunk: { msd: ['punk'] },
  heardPop: { mtt: ['pop'], msd: ['pop', 'indie pop', 'catchy'] },
  heardJazz: { msd: ['jazz'] },
  heardBlues: { msd: ['blues'] },
  heardFolk: { msd: ['folk'] },
  heardCountry: { mtt: ['country'], msd: ['country'] },
  heardHipHop: { msd: ['Hip-Hop', 'rnb'] },
  heardSoul: { msd: ['soul', 'funk'] },
  heardIndian: { mtt: ['indian', 'sitar'] },
  heardAmbient: { mtt: ['ambient', 'new age'], msd: ['ambient', 'chillout'] },
  heardAcoustic: { msd: ['acoustic'] },
  heardSoft: { mtt: ['soft', 'quiet', 'slow'], msd: ['Mellow', 'chill', 'beautiful'] },
  heardLoud: { mtt: ['loud', 'fast'] },
  heardHappy: { msd: ['happy', 'party'] },
  heardSad: { msd: ['sad'] },
} as const satisfies Readonly<Record<string, AxisTags>>

/** Name of an axis that the tag networks hear. */
export type HeardAxis = keyof typeof TAGS
/** All axes that the tag networks hear. */
export const HEARD_AXES = Object.keys(TAGS) as readonly HeardAxis[]

/** What to call an axis: `heardHipHop` is "hip hop". */
export const HEARD_NAMES = Object.fromEntries(
  HEARD_AXES.map((axis) => [
    axis,
    axis
      .slice('heard'.length)
      .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
      .trim(),
  ]),
) as Readonly<Record<HeardAxis, string>>

const LABELS: Readonly<Record<TagSource, readonly string[]>> = { mtt: MTT_LABELS, msd: MSD_LABELS }
const PLACES = HEARD_AXES.map((axis) => {
  const tags: AxisTags = TAGS[axis]
  return (['mtt', 'msd'] as const).flatMap((source) =>
    (tags[source] ?? []).map((label) => ({ source, at: LABELS[source].indexOf(label) })),
  )
})

/** Probabilities are limited to this distance from 0 and 1 before their logarithm is taken, as in `musicInputs`. */
const LEAST = 1e-4
const logit = (p: number): number => {
  const bounded = Math.min(1 - LEAST, Math.max(LEAST, p))
  return Math.log(bounded / (1 - bounded))
}

/**
 * Returns how much of each axis the networks heard, in spreads of recorded music; 0 when nothing was heard, so that
 * such a track is neither preferred nor passed over.
 */
export function heardAxes({ heard }: TrackMeasures): Record<HeardAxis, number> {
  return Object.fromEntries(
    HEARD_AXES.map((axis, i) => {
      if (heard === undefined) return [axis, 0]
      const values = PLACES[i]!.map(({ source, at }) => {
        const [middle, spread] = scales[source][at]!
        return (logit(heard[source][at]!) - middle!) / spread!
      })
      return [axis, values.reduce((sum, value) => sum + value, 0) / values.length]
    }),
  ) as Record<HeardAxis, number>
}

/** What a text can leave out, and how likely the networks must find it to leave a track out. */
const THINGS = {
  voices: { tags: ['vocal', 'vocals', 'voice', 'singing', 'female', 'male'], least: 0.35 },
  guitar: { tags: ['guitar'], least: 0.5 },
  piano: { tags: ['piano'], least: 0.5 },
  strings: { tags: ['strings', 'violin', 'cello'], least: 0.5 },
  flute: { tags: ['flute'], least: 0.5 },
  synthesizers: { tags: ['synth', 'electronic', 'techno'], least: 0.6 },
} as const satisfies Readonly<Record<string, { tags: readonly (typeof MTT_LABELS)[number][]; least: number }>>

/** Something that a text can leave out. */
export type Thing = keyof typeof THINGS | 'drums'
/** Drums are clear from this many hits a second on, of two instruments at least, when the networks hear a beat, too. */
const CLEAR_HITS = 2
const CLEAR_SHARE = 0.3

/** Returns what is clearly heard in a track. Only these can be left out; doubtful things only rank. */
export function clearlyHeard(track: TrackMeasures): Thing[] {
  const { heard, drums } = track
  const probability = (labels: readonly string[]): number =>
    Math.max(
      ...labels.map((label) => heard?.mtt[MTT_LABELS.indexOf(label as (typeof MTT_LABELS)[number])] ?? 0),
    )
  const found: Thing[] = (Object.keys(THINGS) as (keyof typeof THINGS)[]).filter(
    (thing) => probability(THINGS[thing].tags) >= THINGS[thing].least,
  )
  const rates = Object.values(drums.hitsPerSecond)
  const hits = rates.reduce((sum, rate) => sum + rate, 0)
  const several = rates.filter((rate) => rate >= CLEAR_SHARE).length >= 2
  if (hits >= CLEAR_HITS && several && heardAxes(track).heardDrums >= -1) found.push('drums')
  return found
}
