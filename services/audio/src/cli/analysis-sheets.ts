import { jsonLine, type Sheet } from '@assay/kit/sheet'
import type { RhythmAnalysis, TrackAnalysis } from '../domain/analyse-track.ts'
import { probabilityOf } from '../domain/confidence/probability.ts'
import { EMOTIONS, type Emotion } from '../domain/emotion/emotion-model.ts'
import { textSummary } from '../domain/records/records.ts'
import { measureTrack } from '../domain/semantic/track-measures.ts'
import { camelotName, keyName } from '../domain/tonality/find-key.ts'
import { named, presentAnalysis, presentDrums, presentRhythm } from '../wire/analysis.present.ts'
import { presentAudioFeatures } from '../wire/audio-features.present.ts'
import { presentEmotions } from '../wire/emotions.present.ts'
import { rounded } from '../wire/rounded.ts'
import { presentMusic } from '../wire/tags.present.ts'
import type { NamedAnalysis } from './analyse-files.ts'

const fileColumn = ['path of the file', ({ path }: { path: string }) => path] as const
const line = ({ path }: NamedAnalysis, body: object) => jsonLine({ file: path, ...body })
const full = ({ analysis }: NamedAnalysis): TrackAnalysis => analysis!

/** Returns the analysis if music was heard: tempo, key and feeling of anything else mean nothing. */
const heard = (track: NamedAnalysis): TrackAnalysis | undefined =>
  full(track).music?.heard === false ? undefined : full(track)

const withBeat = (track: NamedAnalysis): RhythmAnalysis | undefined => {
  const rhythm = heard(track)?.rhythm
  return rhythm && rhythm.tempoBpm > 0 ? rhythm : undefined
}
const short = (value: number | null | undefined, digits: number) =>
  value === null || value === undefined ? value : rounded(value, digits)

/** How `assay-audio analyze` prints a file. */
export const trackSheet: Sheet<NamedAnalysis> = {
  row: 'one file',
  columns: {
    file: fileColumn,
    title: ['title from the tags, otherwise the name of the file', ({ title }) => title],
    artist: ['artist from the tags', ({ source }) => source.artist],
    duration_seconds: ['length of the file', (track) => rounded(full(track).durationSeconds, 3)],
    music: [
      'false when no music was heard; tempo, key and emotion are then empty',
      (track) => heard(track) !== undefined,
    ],
    tempo_bpm: ['tempo; empty without a beat', (track) => short(withBeat(track)?.tempoBpm, 3)],
    tempo_confidence: [
      'probability that the beats are right',
      (track) => {
        const rhythm = withBeat(track)
        return rhythm && rounded(probabilityOf('beat', rhythm.confidence), 4)
      },
    ],
    beats_per_bar: ['beats of a bar', (track) => withBeat(track)?.beatsPerBar],
    beats: ['number of beats', (track) => withBeat(track)?.beats.length],
    key: [
      'key of the track',
      (track) => {
        const key = heard(track)?.key
        return key && keyName(key)
      },
    ],
    camelot: [
      'the key on the Camelot wheel',
      (track) => {
        const key = heard(track)?.key
        return key && camelotName(key)
      },
    ],
    key_confidence: [
      'probability that the key is right',
      (track) => {
        const key = heard(track)?.key
        return key && rounded(probabilityOf('key', key.confidence), 4)
      },
    ],
    tuning_cents: ['deviation from A = 440 Hz', (track) => short(heard(track)?.tuningCents, 2)],
    loudness_lufs: [
      'integrated loudness (EBU R 128)',
      (track) => short(full(track).loudness?.integratedLufs, 2),
    ],
    true_peak_dbtp: ['true peak', (track) => short(full(track).loudness?.truePeakDbtp, 2)],
    energy_level: ['energy from 1 to 10', (track) => heard(track)?.energy?.level],
    dominant_emotion: ['strongest of the nine dimensions', (track) => heard(track)?.feeling.dominant],
    sections: ['number of sections', (track) => heard(track)?.sections.length],
    drum_hits: ['number of drum hits', (track) => heard(track)?.drums.hits.length],
  },
  rows: (track) => [track],
  json: (track) => line(track, named(presentAnalysis(full(track), track.source), track.title)),
  text: (track) => `${textSummary(full(track), track.title)}\n`,
}

function beatsText({ rhythm, music, path }: NamedAnalysis): string {
  if (rhythm.beats.length === 0)
    return `${path}: ${music?.heard === false ? 'no music heard' : 'no beat found'}\n`
  const downbeats = new Set(rhythm.downbeats)
  const confidence = probabilityOf('beat', rhythm.confidence).toFixed(2)
  return [
    `${path}: ${rhythm.tempoBpm.toFixed(2)} BPM, confidence ${confidence}\n`,
    ...rhythm.beats.map((beat) => `${beat.toFixed(3)}${downbeats.has(beat) ? ' |' : ''}\n`),
  ].join('')
}

interface BeatRow {
  readonly path: string
  readonly beat: number
  readonly time: number
  readonly downbeat: boolean
}

function beatRows({ path, rhythm }: NamedAnalysis): BeatRow[] {
  const downbeats = new Set(rhythm.downbeats)
  return rhythm.beats.map((time, i) => ({ path, beat: i + 1, time, downbeat: downbeats.has(time) }))
}

/** How `assay-audio beats` prints a file. */
export const beatSheet: Sheet<NamedAnalysis, BeatRow> = {
  row: 'one beat of a file',
  columns: {
    file: fileColumn,
    beat: ['number of the beat, from 1', ({ beat }) => beat],
    time: ['time of the beat in seconds', ({ time }) => rounded(time, 4)],
    downbeat: ['true for the first beat of a bar', ({ downbeat }) => downbeat],
  },
  rows: beatRows,
  json: (track) => line(track, { beats: presentRhythm(track.rhythm), music: presentMusic(track.music) }),
  text: beatsText,
}

function drumsText(track: NamedAnalysis): string {
  const { music, drums } = full(track)
  const patterns = drums.patterns.flatMap(({ rows, bars }) => [
    `\n${bars} ${bars === 1 ? 'bar' : 'bars'}\n`,
    ...Object.entries(rows).map(([instrument, row]) => `  ${instrument.padEnd(7)} ${row}\n`),
  ])
  const found = music?.heard === false ? 'no music heard' : `${drums.hits.length} hits`
  return [`${track.path}: ${found}\n`, ...patterns].join('')
}

type DrumHit = TrackAnalysis['drums']['hits'][number] & { readonly path: string }

/** How `assay-audio drums` prints a file. */
export const drumSheet: Sheet<NamedAnalysis, DrumHit> = {
  row: 'one drum hit of a file',
  columns: {
    file: fileColumn,
    time: ['time of the hit in seconds', ({ timeSeconds }) => rounded(timeSeconds, 4)],
    instrument: ['kick, snare, hat, tom or cymbal', ({ instrument }) => instrument],
    velocity: ['force of the hit, 0 to 1', ({ velocity }) => rounded(velocity, 3)],
    confidence: ['confidence in the hit, 0 to 1', ({ confidence }) => rounded(confidence, 3)],
  },
  rows: (track) => full(track).drums.hits.map((hit) => ({ ...hit, path: track.path })),
  json: (track) =>
    line(track, { drum_analysis: presentDrums(full(track)), music: presentMusic(full(track).music) }),
  text: drumsText,
}

const BAR_WIDTH = 20

function emotionsText(track: NamedAnalysis): string {
  const { feeling } = full(track)
  const bars = EMOTIONS.map((name) => {
    const value = feeling.emotions[name]
    const bar = '█'.repeat(Math.round((value / 10) * BAR_WIDTH))
    return `  ${name.padEnd(11)} ${value.toFixed(1).padStart(4)} / 10  ${bar}\n`
  })
  return [`${track.path}: ${feeling.dominant}\n`, ...bars].join('')
}

const emotionColumn = (name: Emotion) =>
  [
    `${name}, 0 to 10 (5 is neutral)`,
    (track: NamedAnalysis) => rounded(full(track).feeling.emotions[name], 3),
  ] as const

/** How `assay-audio semantic emotions` prints a file. */
export const emotionSheet: Sheet<NamedAnalysis> = {
  row: 'one file',
  columns: {
    file: fileColumn,
    dominant_emotion: ['strongest of the nine dimensions', (track) => full(track).feeling.dominant],
    ...Object.fromEntries(EMOTIONS.map((name) => [name, emotionColumn(name)])),
  },
  rows: (track) => [track],
  json: (track) => line(track, presentEmotions(full(track).feeling)),
  text: emotionsText,
}

type FeatureRow = { readonly path: string; readonly record: Readonly<Record<string, number | null>> }

const recordOf = (track: NamedAnalysis) => presentAudioFeatures(measureTrack(full(track)))
const feature = (name: string, about: string) => [about, ({ record }: FeatureRow) => record[name]] as const

/** How `assay-audio audio-features` prints a file. */
export const featureSheet: Sheet<NamedAnalysis, FeatureRow> = {
  row: 'one file',
  columns: {
    file: fileColumn,
    duration: feature('duration', 'length in seconds'),
    tempo: feature('tempo', 'beats per minute'),
    time_signature: feature('time_signature', 'beats of a bar'),
    key: feature('key', 'pitch class, 0 is C'),
    mode: feature('mode', '1 for major, 0 for minor'),
    loudness: feature('loudness', 'integrated loudness, LUFS'),
    energy: feature('energy', '0 to 1: density, tempo and force'),
    danceability: feature('danceability', '0 to 1: steady drums on the beat'),
    valence: feature('valence', '0 to 1: cheerful against sad'),
    acousticness: feature('acousticness', '0 to 1: played against programmed'),
    instrumentalness: feature('instrumentalness', '0 to 1: one minus the probability of a voice'),
    liveness: feature('liveness', 'always empty'),
    speechiness: feature('speechiness', 'always empty'),
  },
  rows: (track) => [{ path: track.path, record: recordOf(track) }],
  json: (track) => line(track, recordOf(track)),
  text: (track) =>
    `${track.path}\n${Object.entries(recordOf(track))
      .map(([name, value]) => `  ${name.padEnd(16)} ${value ?? '–'}\n`)
      .join('')}`,
}
