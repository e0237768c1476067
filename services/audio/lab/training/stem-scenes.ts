/**
 * Creates scenes for training the separation: twenty-four seconds of a random piece, as four stems. Instruments are
 * those of FluidR3, without the programs of the held-out half, and synthetic ones; drums are any kit of
 * `sampled-kits.ts` and synthetic ones; styles are those of the tuning half.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createRandom, pick } from '../../test/random.ts'
import { composePiece, type StemName } from '../corpus/compose-piece.ts'
import { midiFile, type Note, type Part } from '../corpus/midi-file.ts'
import { STYLES, type Style } from '../corpus/styles.ts'
import { readWav } from '../corpus/wav.ts'
import { randomKit } from './drum-synth.ts'
import { playNotes, randomTimbre } from './note-synth.ts'
import { playKit } from './play-kit.ts'
import { randomDrums } from './random-groove.ts'
import { drawKit, type KitSource } from './sampled-kits.ts'

const run = promisify(execFile)
const RATE = 44_100
type Random = () => number
/** Interleaved stereo of every stem. */
export type Scene = Record<StemName, Float32Array>

export const SCENE_SECONDS = 24
const SOUNDFONT = '/usr/share/sounds/sf2/FluidR3_GM.sf2'
/** FluidR3's kits of the tuning half. */
const KITS = [0, 8, 25, 16]
const PROGRAMS = {
  bass: [33, 33, 34, 34, 37, 38, 38, 43, 58, 87, 26, 0, 45],
  chords: [0, 2, 3, 4, 6, 8, 11, 16, 17, 18, 19, 21, 25, 26, 27, 29, 30, 46],
  pad: [48, 50, 52, 88, 89, 90, 92, 93, 94, 41, 42],
  lead: [80, 65, 73, 53, 52, 64, 71, 60, 57, 82, 84, 40],
}
const UNSEEN = new Set(['bossa', 'reggae'])
const SEEN = Object.entries(STYLES).filter(([name]) => !UNSEEN.has(name))

/** Adds four feedback delays per channel with damping (Schroeder 1962), at a random width and level. */
function placeInRoom(mono: Float32Array, random: Random, spread: number): Float32Array {
  const out = new Float32Array(2 * mono.length)
  const wet = random() < 0.35 ? 0 : 0.02 + 0.15 * random()
  const seconds = 0.2 + random() * 1.2
  const damping = 0.2 + 0.4 * random()
  const place = spread * (2 * random() - 1)
  for (let channel = 0; channel < 2; channel++) {
    const gain = channel === 0 ? Math.min(1, 1 - place) : Math.min(1, 1 + place)
    for (let i = 0; i < mono.length; i++) out[2 * i + channel] = gain * mono[i]!
    if (wet === 0) continue
    for (let line = 0; line < 4; line++) {
      const delay = Math.round((0.023 + 0.022 * random()) * RATE)
      const feedback = 10 ** ((-3 * delay) / (seconds * RATE))
      const ring = new Float32Array(delay)
      let low = 0
      for (let i = 0, at = 0; i < mono.length; i++, at = at + 1 === delay ? 0 : at + 1) {
        const held = ring[at]!
        low = (1 - damping) * held + damping * low
        ring[at] = mono[i]! + feedback * low
        out[2 * i + channel]! += wet * held
      }
    }
  }
  return out
}

/** Renders parts with the soundfont, with reverberation and chorus as in the corpus. */
async function playParts(parts: readonly Part[]): Promise<Float32Array> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-scene-'))
  try {
    const midi = join(folder, 'part.mid')
    const wav = join(folder, 'part.wav')
    await writeFile(midi, midiFile(parts, SCENE_SECONDS))
    const quiet = ['-n', '-i', '-q', '-O', 's16', '-T', 'wav', '-r', String(RATE), '-g', '0.5']
    await run('fluidsynth', [...quiet, '-F', wav, SOUNDFONT, midi])
    const out = new Float32Array(2 * SCENE_SECONDS * RATE)
    out.set((await readWav(wav)).samples.subarray(0, out.length))
    return out
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Returns the notes within the scene, which starts `from` seconds into the piece, transposed by semitones. */
const excerpt = (notes: readonly Note[], from: number, semitones = 0): Note[] =>
  notes
    .filter((note) => note.timeSeconds >= from && note.timeSeconds < from + SCENE_SECONDS)
    .map((note) => ({ ...note, timeSeconds: note.timeSeconds - from, pitch: note.pitch + semitones }))
    .sort((a, b) => a.timeSeconds - b.timeSeconds)

/** Returns the style with the rhythms of other styles for bass and chords, half of the time. */
function randomNotes(style: Style, random: Random): Style {
  const alike = SEEN.filter(
    ([, other]) => other.beatsPerBar === style.beatsPerBar && other.stepsPerBeat === style.stepsPerBeat,
  )
  if (random() < 0.5 || alike.length === 0) return style
  return { ...style, bass: pick(random, alike)[1].bass, chords: pick(random, alike)[1].chords }
}

async function drumsOf(
  notes: readonly Note[],
  part: Part,
  sources: readonly KitSource[],
  random: Random,
): Promise<Float32Array> {
  const draw = random()
  if (draw < 0.25) return playParts([{ ...part, program: pick(random, KITS), notes }])
  // FluidR3's other kits are left out, because related kits are used in the held-out half.
  const families = sources.filter((source) => !source.name.startsWith('FluidR3'))
  const kit =
    draw < 0.55 || families.length === 0
      ? randomKit(random)
      : drawKit(pick(random, families), random, randomKit(random))
  return placeInRoom(playKit(kit, notes, SCENE_SECONDS * RATE), random, 0)
}

/** Returns scene number `index`; the same number always gives the same scene. */
export async function makeScene(index: number, sources: readonly KitSource[]): Promise<Scene> {
  const random = createRandom(7_000_000 + index * 7919)
  const [name, written] = pick(random, SEEN)
  const style = randomNotes(
    written.drums.length > 0
      ? randomDrums(
          written,
          SEEN.map(([, s]) => s),
          random,
        )
      : written,
    random,
  )
  const { truth, stems } = composePiece(
    {
      id: `scene-${index}`,
      half: 'tuning',
      style: name,
      bpm: Math.round(70 + 108 * random()),
      tonic: Math.floor(12 * random()),
      mode: random() < 0.5 ? 'minor' : 'major',
      seed: 5_000_000 + index,
      soundfont: 'sf2/FluidR3_GM.sf2',
      kit: 0,
      programs: {
        bass: pick(random, PROGRAMS.bass),
        chords: pick(random, PROGRAMS.chords),
        pad: pick(random, PROGRAMS.pad),
        lead: pick(random, PROGRAMS.lead),
      },
    },
    style,
  )
  const from = Math.max(0, random() * (truth.durationSeconds - SCENE_SECONDS))
  const melodic = async (
    parts: readonly Part[],
    { semitones, synthetic, spread }: { semitones: number; synthetic: number; spread: number },
  ) => {
    const moved = parts.map((part) => ({
      ...part,
      pan: Math.round(Math.min(127, Math.max(0, part.pan + 50 * spread * (2 * random() - 1)))),
      notes: excerpt(part.notes, from, semitones),
    }))
    if (random() >= synthetic) return playParts(moved)
    const sum = new Float32Array(2 * SCENE_SECONDS * RATE)
    for (const part of moved) {
      const stereo = placeInRoom(
        playNotes(randomTimbre(random), part.notes, SCENE_SECONDS * RATE),
        random,
        spread,
      )
      for (let i = 0; i < sum.length; i++) sum[i]! += 0.2 * stereo[i]!
    }
    return sum
  }
  const bassShift = random() < 0.15 ? 12 : random() < 0.1 ? -5 : 0
  const chordShift = random() < 0.2 ? -12 : random() < 0.2 ? 12 : 0
  const drums = stems.drums[0]!
  return {
    drums: await drumsOf(excerpt(drums.notes, from), drums, sources, random),
    bass: await melodic(stems.bass, { semitones: bassShift, synthetic: 0.5, spread: 0.1 }),
    other: await melodic(stems.other, { semitones: chordShift, synthetic: 0.3, spread: 0.7 }),
    vocals: await melodic(stems.vocals, { semitones: random() < 0.3 ? -12 : 0, synthetic: 0.2, spread: 0.2 }),
  }
}
