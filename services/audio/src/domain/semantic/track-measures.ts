import type { TrackAnalysis } from '../analyse-track.ts'
import type { DrumHit } from '../drums/find-drums.ts'
import type { DrumName } from '../drums/hit-classifier.ts'
import type { Emotion } from '../emotion/emotion-model.ts'
import { type HeardTags, meanProbabilities } from '../tags/hear-tags.ts'

/** Measurements that search needs; plain JSON, stored with the track so that vectors can be computed again. */
export interface TrackMeasures {
  readonly durationSeconds: number
  /** Whether music was heard; absent when it was not decided. A track without music is not searchable. */
  readonly music?: boolean
  readonly tempoBpm: number
  readonly beatsPerBar: number
  /** Confidence, 0 to 1. */
  readonly beatConfidence: number
  readonly key: {
    readonly tonic: number
    readonly mode: 'major' | 'minor'
    /** Confidence, 0 to 1. */
    readonly confidence: number
  } | null
  /** Dimensions, 0 to 10. */
  readonly emotions: Readonly<Record<Emotion, number>>
  /** Level of the bass relative to the whole, dB; null in silence. */
  readonly bassDb: number | null
  readonly loudnessLufs: number | null
  /** EBU R128 loudness range, LU. */
  readonly rangeLu: number
  readonly drums: DrumMeasures
  /** What the tag networks heard; absent when tagging is off, in silence, and in tracks that were indexed before it. */
  readonly heard?: HeardMeasures
}

/** What the tag networks heard in a whole track, rounded for storage. */
interface HeardMeasures {
  /** Mean probability of each tag, 0 to 1, in the order of the labels. */
  readonly mtt: readonly number[]
  readonly msd: readonly number[]
  /** Mean of the last layer of both networks, each of length 1. */
  readonly embedding: readonly number[]
}

interface DrumMeasures {
  /** Hits per second over the whole track. */
  readonly hitsPerSecond: Readonly<Record<DrumName, number>>
  /** Seconds until drums play continuously; the whole length when they never do. */
  readonly startSeconds: number
  /** Share of beats with a kick while drums play, times the share of kicks on a beat, 0 to 1. */
  readonly fourOnFloor: number
  /** Share of second and fourth beats with a snare minus that of the other beats, −1 to 1; 0 in 3/4. */
  readonly backbeat: number
  /** Kicks and snares off the beats, per beat while drums play. */
  readonly syncopation: number
  /** Position of the off-beat, 0.5 is straight; null when unknown. */
  readonly swing: number | null
}

/** A hit this close to a beat is on it, as a share of the beat. */
const ON_BEAT = 0.12
/** Drums play continuously when at least this many hits fall into the next four seconds. */
const PLAYING_HITS = 6
const PLAYING_SECONDS = 4

/** Minimum number of instruments; a single one may be a piano or a guitar taken for a drum. */
const PLAYING_INSTRUMENTS = 2

function startOfDrums(hits: readonly DrumHit[], durationSeconds: number): number {
  for (let i = 0; i + PLAYING_HITS <= hits.length; i++) {
    const next = hits.slice(i, i + PLAYING_HITS)
    if (next.at(-1)!.timeSeconds - next[0]!.timeSeconds > PLAYING_SECONDS) continue
    if (new Set(next.map((hit) => hit.instrument)).size >= PLAYING_INSTRUMENTS) return next[0]!.timeSeconds
  }
  return durationSeconds
}

/** Returns the shares of kicks and snares on and off the beats, over the beats near which any drum plays. */
function rhythmOf({ rhythm, drums }: TrackAnalysis) {
  const { beats, downbeats, beatsPerBar } = rhythm
  const place = new Map<number, number>()
  const first = new Set(downbeats)
  let inBar = -1
  for (const [i, beat] of beats.entries()) {
    if (first.has(beat)) inBar = 0
    else if (inBar >= 0) inBar = (inBar + 1) % Math.max(1, beatsPerBar)
    place.set(i, inBar)
  }
  const kicked = new Set<number>()
  const snared = new Set<number>()
  const played = new Set<number>()
  let away = 0
  let kicksAway = 0
  let i = 0
  for (const { timeSeconds, instrument } of drums.hits) {
    while (i + 2 < beats.length && beats[i + 1]! <= timeSeconds) i++
    const length = (beats[i + 1] ?? 0) - (beats[i] ?? 0)
    if (length <= 0) continue
    const position = (timeSeconds - beats[i]!) / length
    if (position < -ON_BEAT || position > 1 + ON_BEAT) continue
    const nearest = position < 0.5 ? i : i + 1
    played.add(nearest)
    const onBeat = Math.abs(position - (nearest - i)) <= ON_BEAT
    if (instrument === 'kick' && onBeat) kicked.add(nearest)
    else if (instrument === 'snare' && onBeat) snared.add(nearest)
    else if (instrument === 'kick' || instrument === 'snare') away++
    if (instrument === 'kick' && !onBeat) kicksAway++
  }
  const counts = { weak: 0, weakSnared: 0, strong: 0, strongSnared: 0 }
  for (const beat of played) {
    const where = place.get(beat) ?? -1
    if (where < 0 || beatsPerBar !== 4) continue
    if (where % 2 === 1) {
      counts.weak++
      if (snared.has(beat)) counts.weakSnared++
    } else {
      counts.strong++
      if (snared.has(beat)) counts.strongSnared++
    }
  }
  const share = (part: number, whole: number) => (whole > 0 ? part / whole : 0)
  return {
    fourOnFloor: share(kicked.size, played.size) * share(kicked.size, kicked.size + kicksAway),
    backbeat: share(counts.weakSnared, counts.weak) - share(counts.strongSnared, counts.strong),
    syncopation: share(away, played.size),
  }
}

const DIGITS = 5
const rounded = (values: ArrayLike<number>): number[] =>
  Array.from(values, (value) => Number(value.toFixed(DIGITS)))

function heardIn(tags: HeardTags): HeardMeasures | null {
  const mtt = meanProbabilities(tags, 'mtt')
  const msd = meanProbabilities(tags, 'msd')
  return mtt && msd && { mtt: rounded(mtt), msd: rounded(msd), embedding: rounded(tags.embedding) }
}

/** Measures a track for its search vector, description and explanations. */
export function measureTrack(analysis: TrackAnalysis): TrackMeasures {
  const { rhythm, key, features, loudness, drums, durationSeconds } = analysis
  const heard = analysis.tags && heardIn(analysis.tags)
  const perSecond = (name: DrumName): number =>
    drums.hits.filter((hit) => hit.instrument === name).length / Math.max(1, durationSeconds)
  return {
    durationSeconds,
    ...(analysis.music === null ? {} : { music: analysis.music.heard }),
    tempoBpm: rhythm.tempoBpm,
    beatsPerBar: rhythm.beatsPerBar,
    beatConfidence: rhythm.confidence,
    key: key === null ? null : { tonic: key.tonic, mode: key.mode, confidence: key.confidence },
    emotions: analysis.feeling.emotions,
    bassDb: features.bassDb,
    loudnessLufs: loudness?.integratedLufs ?? null,
    rangeLu: loudness?.rangeLu ?? 0,
    drums: {
      hitsPerSecond: {
        kick: perSecond('kick'),
        snare: perSecond('snare'),
        hat: perSecond('hat'),
        tom: perSecond('tom'),
        cymbal: perSecond('cymbal'),
      },
      startSeconds: startOfDrums(drums.hits, durationSeconds),
      ...rhythmOf(analysis),
      swing: drums.timing.swing,
    },
    ...(heard ? { heard } : {}),
  }
}
