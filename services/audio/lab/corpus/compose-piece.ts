import { createRandom, gaussian, pick } from '../../test/random.ts'
import { beatTimes, prevailingBpm } from './beat-times.ts'
import { styleOf } from './fresh-styles.ts'
import type { Note, Part } from './midi-file.ts'
import {
  DRUM_KEYS,
  type DrumClass,
  type DrumHit,
  type KeySpan,
  PERCUSSION_KEYS,
  type PieceSpec,
  type Section,
  type Truth,
} from './piece.ts'
import type { Style } from './styles.ts'

export type StemName = 'drums' | 'bass' | 'other' | 'vocals'
export const STEM_NAMES: readonly StemName[] = ['drums', 'bass', 'other', 'vocals']

export interface Piece {
  readonly truth: Truth
  readonly stems: Record<StemName, Part[]>
}

const SCALES = { major: [0, 2, 4, 5, 7, 9, 11], minor: [0, 2, 3, 5, 7, 8, 10] }
const PROGRESSIONS = {
  major: [
    [0, 4, 5, 3],
    [0, 5, 3, 4],
    [0, 3, 4, 0],
    [0, 3, 0, 4],
  ],
  minor: [
    [0, 5, 2, 6],
    [0, 3, 4, 0],
    [0, 5, 3, 4],
    [0, 6, 5, 6],
  ],
}
const VELOCITY: Record<string, number> = { X: 112, x: 88, o: 42 }
const MAX_SECONDS = 100

interface Context {
  readonly spec: PieceSpec
  readonly style: Style
  readonly random: () => number
  readonly timeOf: (beat: number) => number
  readonly stepBeat: (bar: number, step: number) => number
}

const jitter = (context: Context, seconds: number): number => gaussian(context.random) * seconds

/** Returns the chord tones of a scale degree, in semitones above the tonic. */
const triad = (mode: 'major' | 'minor', degree: number): number[] =>
  [0, 2, 4].map((third) => {
    const index = degree + third
    return SCALES[mode][index % 7]! + 12 * Math.floor(index / 7)
  })

/** Stroke of a drum; percussion has no class. */
interface Stroke {
  readonly timeSeconds: number
  readonly velocity: number
  readonly pitch: number
  readonly drumClass: DrumClass | null
}

/**
 * Returns the drums of one bar; `fill` is set in the last bar of a section and chooses one of the fills of the style.
 */
function drumBar(context: Context, bar: number, patternIndex: number, fill: number | null, crash: boolean) {
  const strokes: Stroke[] = []
  const { style } = context
  const steps = style.beatsPerBar * style.stepsPerBeat
  const ownFills = fill === null ? [] : (style.fills ?? [])
  const pattern = ownFills[(fill ?? 0) % ownFills.length] ?? style.drums[patternIndex % style.drums.length]!
  const add = (name: string, step: number, velocity: number) => {
    const key = DRUM_KEYS[name]
    const late = style.delaySeconds?.[name] ?? 0
    strokes.push({
      timeSeconds: Math.max(0, context.timeOf(context.stepBeat(bar, step)) + late + jitter(context, 0.003)),
      velocity: velocity + jitter(context, 6),
      pitch: key?.pitch ?? PERCUSSION_KEYS[name]!,
      drumClass: key?.drumClass ?? null,
    })
  }
  const fillFrom = fill !== null && ownFills.length === 0 ? steps - style.stepsPerBeat : steps
  for (const [name, row] of Object.entries(pattern)) {
    for (let step = 0; step < steps; step++) {
      const velocity = VELOCITY[row[step] ?? '.']
      if (velocity === undefined || (step >= fillFrom && name !== 'kick')) continue
      // A drummer does not hit the hat and the crash at the same time.
      if (crash && step === 0 && DRUM_KEYS[name]?.drumClass === 'hat') continue
      add(name, step, velocity)
    }
  }
  const fillNames = ['snare', 'tomHigh', 'tomMid', 'tomLow']
  for (let step = fillFrom, i = 0; step < steps; step++, i++) add(fillNames[i % 4]!, step, 96)
  if (crash) add('crash', 0, 104)
  return strokes
}

function melodicBar(
  context: Context,
  bar: number,
  variant: number,
  layers: string,
  chord: number[],
  root: number,
) {
  const { style, spec } = context
  const steps = style.beatsPerBar * style.stepsPerBeat
  const barEnd = context.timeOf(context.stepBeat(bar + 1, 0))
  const stepSeconds =
    (context.timeOf(context.stepBeat(bar, 1)) - context.timeOf(context.stepBeat(bar, 0))) * 0.9
  const out: Record<'bass' | 'chords' | 'pad' | 'lead', Note[]> = { bass: [], chords: [], pad: [], lead: [] }
  const at = (step: number) =>
    Math.max(0, context.timeOf(context.stepBeat(bar, step)) + jitter(context, 0.005))
  const note = (timeSeconds: number, durationSeconds: number, pitch: number, velocity: number): Note => ({
    timeSeconds,
    durationSeconds,
    pitch,
    velocity: velocity + jitter(context, 6),
  })
  if (layers.includes('b')) {
    const row = style.bass[variant % style.bass.length]!
    const offsets: Record<string, number> = { 1: chord[0]!, 3: chord[1]!, 5: chord[2]!, 8: chord[0]! + 12 }
    for (let step = 0; step < steps; step++) {
      const offset = offsets[row[step] ?? '.']
      if (offset === undefined) continue
      let length = 1
      while (step + length < steps && row[step + length] === '.') length++
      const low = 28 + ((root + offset - 28 + 120) % 12) + (row[step] === '8' ? 12 : 0)
      out.bass.push(note(at(step), Math.min(length, 4) * stepSeconds, low, 96))
    }
  }
  if (layers.includes('c')) {
    const row = style.chords[variant % style.chords.length]!
    for (let step = 0; step < steps; step++) {
      if (row[step] !== 'x' && row[step] !== '-') continue
      const length =
        row[step] === '-' ? barEnd - at(step) - 0.02 : stepSeconds * (style.stepsPerBeat > 2 ? 2 : 1)
      const start = at(step)
      for (const offset of chord)
        out.chords.push(note(start, length, 48 + ((root + offset) % 12) + (offset > 11 ? 12 : 0), 78))
    }
  }
  if (layers.includes('p')) {
    const start = at(0)
    for (const offset of chord)
      out.pad.push(note(start, barEnd - start - 0.02, 60 + ((root + offset) % 12), 70))
  }
  if (layers.includes('l')) {
    const scale = SCALES[spec.mode]
    for (let step = 0; step < steps; step++) {
      const strong = step % style.stepsPerBeat === 0
      if (context.random() > style.leadDensity * (strong ? 1.5 : 0.6)) continue
      const offset = strong ? pick(context.random, chord) : pick(context.random, scale)
      const length = stepSeconds * (1 + Math.floor(context.random() * 3))
      out.lead.push(note(at(step), length, 67 + ((root + offset) % 12), 86))
    }
  }
  return out
}

/** Composes a piece from its specification: the notes of four stems and their ground truth. */
export function composePiece(spec: PieceSpec, style: Style = styleOf(spec.style)): Piece {
  const random = createRandom(spec.seed)
  const form: (readonly [string, number, string])[] = []
  const barSeconds = (style.beatsPerBar * 60) / Math.max(spec.bpm, spec.bpmLater ?? 0)
  let seconds = 0
  // Fast pieces repeat their form until they last a minute; slow ones stop before they are too long.
  for (let i = 0; seconds < 60; i = (i + 1) % style.form.length) {
    const section = style.form[i]!
    form.push(section)
    seconds += section[1] * barSeconds
    if (seconds > MAX_SECONDS) break
  }
  const bars = form.reduce((sum, section) => sum + section[1], 0)
  const times = beatTimes(spec, bars * style.beatsPerBar + 4)
  const timeOf = (beat: number): number => {
    const whole = Math.min(times.length - 2, Math.max(0, Math.floor(beat)))
    return times[whole]! + (beat - whole) * (times[whole + 1]! - times[whole]!)
  }
  const stepBeat = (bar: number, step: number): number => {
    const pair = Math.floor(step / 2)
    const inPair = step % 2 === 0 ? 0 : style.swing * 2
    return bar * style.beatsPerBar + (pair * 2 + inPair) / style.stepsPerBeat
  }
  const context: Context = { spec, style, random, timeOf, stepBeat }
  const progressions = [0, 1].map(() => pick(random, PROGRESSIONS[spec.mode]))
  const notes = {
    drums: [] as Note[],
    bass: [] as Note[],
    chords: [] as Note[],
    pad: [] as Note[],
    lead: [] as Note[],
  }
  const drumHits: DrumHit[] = []
  const sections: Section[] = []
  const modulatesAt = spec.modulate === undefined ? bars : bars - form.at(-1)![1] - (form.at(-2)?.[1] ?? 0)
  let bar = 0
  for (const [index, [label, length, layers]] of form.entries()) {
    sections.push({
      startSeconds: timeOf(bar * style.beatsPerBar),
      endSeconds: timeOf((bar + length) * style.beatsPerBar),
      label,
    })
    const variant = label === 'drop' || label === 'chorus' ? 1 : 0
    const progression = progressions[variant]!
    for (let i = 0; i < length; i++, bar++) {
      const root = spec.tonic + (bar >= modulatesAt ? (spec.modulate ?? 0) : 0)
      if (layers.includes('d') && style.drums.length > 0) {
        const fill = i === length - 1 ? index : null
        for (const stroke of drumBar(context, bar, variant, fill, i === 0 && index > 0)) {
          const { timeSeconds, velocity, pitch, drumClass } = stroke
          if (drumClass !== null) drumHits.push({ timeSeconds, instrument: drumClass, velocity })
          notes.drums.push({ timeSeconds, durationSeconds: 0.12, pitch, velocity })
        }
      }
      const chord = triad(spec.mode, progression[i % progression.length]!)
      const made = melodicBar(context, bar, variant, layers, chord, root)
      notes.bass.push(...made.bass)
      notes.chords.push(...made.chords)
      notes.pad.push(...made.pad)
      notes.lead.push(...made.lead)
    }
  }
  const beatCount = bars * style.beatsPerBar
  const firstRhythm = form[0]![2] === 'p' ? form[0]![1] * style.beatsPerBar : 0
  const beats = times.slice(firstRhythm, beatCount)
  const keys: KeySpan[] = [{ startSeconds: 0, tonic: spec.tonic % 12, mode: spec.mode }]
  if (spec.modulate !== undefined) {
    const later: KeySpan = {
      startSeconds: timeOf(modulatesAt * style.beatsPerBar),
      tonic: (spec.tonic + spec.modulate) % 12,
      mode: spec.mode,
    }
    if (modulatesAt >= bars / 2) keys.push(later)
    else keys.unshift(later)
  }
  const part = (channel: number, program: number, volume: number, pan: number, list: Note[]): Part => ({
    channel,
    program,
    volume,
    pan,
    notes: list,
  })
  return {
    truth: {
      id: spec.id,
      half: spec.half,
      style: spec.style,
      hasDrums: style.drums.length > 0,
      durationSeconds: timeOf(beatCount) + 1.5,
      tempoBpm: prevailingBpm(beats),
      beatsPerBar: style.beatsPerBar,
      beats,
      downbeats: beats.filter((_, i) => (i + firstRhythm) % style.beatsPerBar === 0),
      drumHits: drumHits.sort((a, b) => a.timeSeconds - b.timeSeconds),
      keys,
      sections,
    },
    stems: {
      drums: [part(9, spec.kit, 110, 64, notes.drums)],
      bass: [part(0, spec.programs.bass, 100, 64, notes.bass)],
      other: [
        part(1, spec.programs.chords, 84, 40, notes.chords),
        part(2, spec.programs.pad, 70, 88, notes.pad),
      ],
      vocals: [part(3, spec.programs.lead, 90, 64, notes.lead)],
    },
  }
}
