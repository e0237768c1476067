/**
 * Creates programmed mixes for training the listener: bass, chords, pads and leads of a style at any tempo, played by a
 * soundfont of training, with programmed drums on any kit of training, at random balance, through random rooms and
 * masters. Bossa and reggae are kept for the held-out half.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRandom, pick } from '../../test/random.ts'
import { composePiece } from '../corpus/compose-piece.ts'
import { midiFile } from '../corpus/midi-file.ts'
import type { DrumHit } from '../corpus/piece.ts'
import { play } from '../corpus/render.ts'
import { STYLES } from '../corpus/styles.ts'
import { readWav } from '../corpus/wav.ts'
import { kitSources } from '../groove/kit-cache.ts'
import { KITS_SET_APART } from '../groove/recipe.ts'
import { VALIDATION_KITS } from '../groove/training-recipes.ts'
import { randomKit } from '../training/drum-synth.ts'
import { reverberate, rootMeanSquare, shelve } from '../training/hearings.ts'
import { type Kit, playKit } from '../training/play-kit.ts'
import { randomDrums } from '../training/random-groove.ts'
import { drawKit } from '../training/sampled-kits.ts'

const RATE = 44_100
const SECONDS = 34
/** Middle of the tempo of each style, beats per minute. Tempos lie within a quarter of it. */
const TEMPO: Readonly<Record<string, number>> = {
  house: 124,
  techno: 134,
  dnb: 172,
  breakbeat: 130,
  hiphop: 90,
  trap: 140,
  rock: 126,
  pop: 108,
  funk: 104,
  swing: 145,
  waltz: 125,
  ballad: 76,
}
const SPREAD = 0.25
const FAST = 190
/** Share of mixes in three, because the data of drummers is all in four. */
const WALTZES = 0.3
const WITHOUT_DRUMS = 0.12
const DRUMS_ALONE = 0.06
const seen = Object.entries(STYLES).flatMap(([name, style]) => (name in TEMPO ? [style] : []))

/** Mix with its truth. */
export interface ProgrammedMix {
  /** Mono, 44.1 kHz. */
  readonly samples: Float32Array
  readonly drumHits: readonly DrumHit[]
  readonly beats: readonly number[]
  readonly downbeats: readonly number[]
}

async function chooseKit(random: () => number): Promise<Kit> {
  if (random() < 0.35) return randomKit(random)
  const usable = (await kitSources()).filter(
    ({ name }) => !KITS_SET_APART.includes(name) && !VALIDATION_KITS.includes(name),
  )
  // FluidR3 has many kits that share drums: as a family it counts like three others.
  const fluid = usable.filter(({ name }) => name.startsWith('FluidR3'))
  const others = usable.filter(({ name }) => !name.startsWith('FluidR3'))
  const source = random() < 3 / (others.length + 3) ? pick(random, fluid) : pick(random, others)
  return drawKit(source, random, randomKit(random))
}

/** Compresses by soft clipping at a random depth, after scaling to full scale. */
function master(samples: Float32Array, random: () => number): void {
  let peak = 1e-9
  for (const x of samples) peak = Math.max(peak, Math.abs(x))
  const drive = random() < 0.5 ? 0.1 : 0.5 + 2.5 * random()
  const hiss = random() < 0.2 ? 10 ** (-(25 + 15 * random()) / 20) : 0
  for (let i = 0; i < samples.length; i++)
    samples[i] = Math.tanh((drive * samples[i]!) / peak) / Math.tanh(drive) + hiss * (2 * random() - 1)
}

/** Returns mix number `index`, played with one of the soundfonts; the same number always gives the same mix. */
export async function programmedMix(index: number, soundfonts: readonly string[]): Promise<ProgrammedMix> {
  const random = createRandom(90_000_000 + index * 7919)
  const name = random() < WALTZES ? 'waltz' : pick(random, Object.keys(TEMPO))
  const own = STYLES[name]!
  const withoutDrums = random() < WITHOUT_DRUMS || own.drums.length === 0
  const style = withoutDrums || random() < 0.4 ? own : randomDrums(own, seen, random)
  const spec = {
    id: `programmed-${index}`,
    half: 'fresh' as const,
    style: name,
    bpm: Math.min(FAST, TEMPO[name]! * (1 + SPREAD * (2 * random() - 1))),
    tonic: Math.floor(random() * 12),
    mode: random() < 0.5 ? ('major' as const) : ('minor' as const),
    seed: 1000 + index,
    soundfont: pick(random, soundfonts),
    kit: 0,
    programs: {
      bass: pick(random, [32, 33, 34, 35, 36, 37, 38, 39]),
      chords: pick(random, [0, 1, 2, 4, 5, 7, 15, 16, 18, 24, 25, 27, 28, 29, 30, 46, 61]),
      pad: pick(random, [48, 49, 50, 51, 52, 88, 89, 90, 91, 92, 95]),
      lead: pick(random, [52, 53, 54, 56, 65, 66, 73, 75, 80, 81, 82, 40, 27, 29, 30]),
    },
    ...(random() < 0.15 ? { rubato: 0.02 + 0.04 * random() } : {}),
  }
  const { truth, stems } = composePiece(spec, style)
  const from = random() * Math.max(0, truth.durationSeconds - SECONDS)
  const moved = <T extends { readonly timeSeconds: number }>(list: readonly T[], before: number): T[] =>
    list
      .map((one) => ({ ...one, timeSeconds: one.timeSeconds - from }))
      .filter(({ timeSeconds }) => timeSeconds >= before && timeSeconds < SECONDS)
      .sort((a, b) => a.timeSeconds - b.timeSeconds)
  const parts = [...stems.bass, ...stems.other, ...stems.vocals].map((part) => ({
    ...part,
    volume: Math.round(part.volume * (0.5 + 0.6 * random())),
    notes: moved(part.notes, 0),
  }))
  const frames = SECONDS * RATE
  const mixed = new Float32Array(frames)
  let drums = playKit(await chooseKit(random), moved(stems.drums[0]!.notes, -2), frames)
  if (random() < 0.5) shelve(drums, random)
  if (random() < 0.5) drums = reverberate(drums, random)
  const drumGain = withoutDrums ? 0 : 0.1 / Math.max(0.01, rootMeanSquare(drums))
  for (let i = 0; i < frames; i++) mixed[i] = drumGain * drums[i]!
  if (withoutDrums || random() >= DRUMS_ALONE) {
    const folder = await mkdtemp(join(tmpdir(), 'assay-programmed-'))
    const [midi, wav] = [join(folder, 'others.mid'), join(folder, 'others.wav')]
    await writeFile(midi, midiFile(parts, SECONDS))
    await play(spec.soundfont, midi, wav)
    const { samples } = await readWav(wav)
    await rm(folder, { recursive: true })
    const gain = (0.1 * 10 ** ((16 * random() - 10) / 20)) / Math.max(1e-4, rootMeanSquare(samples))
    for (let i = 0; i < Math.min(frames, samples.length / 2); i++)
      mixed[i]! += (gain * (samples[2 * i]! + samples[2 * i + 1]!)) / 2
  }
  if (random() < 0.3) shelve(mixed, random)
  master(mixed, random)
  const within = (times: readonly number[]) =>
    times.map((time) => time - from).filter((time) => time >= 0 && time < SECONDS)
  return {
    samples: mixed,
    drumHits: withoutDrums ? [] : moved(truth.drumHits, 0),
    beats: within(truth.beats),
    downbeats: within(truth.downbeats),
  }
}
