/** Renders recipes: a Groove performance on a kit, with accompaniment, degraded; and its ground truth. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRandom, gaussian } from '../../test/random.ts'
import { composePiece } from '../corpus/compose-piece.ts'
import { midiFile, type Note } from '../corpus/midi-file.ts'
import { DRUM_KEYS, type DrumHit } from '../corpus/piece.ts'
import { corpusFolder, play } from '../corpus/render.ts'
import { STYLES, type Style } from '../corpus/styles.ts'
import { readWav, writeWav } from '../corpus/wav.ts'
import { randomKit } from '../training/drum-synth.ts'
import { rootMeanSquare } from '../training/hearings.ts'
import { type Kit, playKit } from '../training/play-kit.ts'
import { drawKit } from '../training/sampled-kits.ts'
import { degrade, normalise } from './degrade.ts'
import { kitSources } from './kit-cache.ts'
import { PADS, performances, readPerformance } from './performances.ts'
import type { DrumSource, Recipe } from './recipe.ts'

const RATE = 44_100
/** Raise it when the renderer changes: it is part of the folder name. */
const RENDERER = 1
const BEATS_PER_BAR = 4
const TAIL_SECONDS = 1.5

/** Ground truth of a rendered recipe. */
export interface GrooveTruth {
  readonly id: string
  readonly tempoBpm: number
  readonly durationSeconds: number
  readonly beats: readonly number[]
  readonly downbeats: readonly number[]
  /** Hits with the MIDI velocity of the performance. */
  readonly drumHits: readonly DrumHit[]
}

/** Rendered recipe. */
export interface RenderedRecipe {
  readonly truth: GrooveTruth
  readonly folder: string
  readonly mixPath: string
}

/** Excerpt of a performance: notes by the pads' keys, and its truth. */
interface Excerpt {
  readonly truth: GrooveTruth
  readonly notes: readonly (Note & { readonly pad: number })[]
}

/** Level that the accompaniment has when there are no drums, root mean square; the mix is scaled afterwards. */
const ALONE = 0.1

async function excerptOf(recipe: Recipe): Promise<Excerpt> {
  const info = (await performances()).find(({ id }) => id === recipe.performance)
  if (info === undefined) throw new Error(`no performance ${recipe.performance}`)
  if (info.metre !== '4-4') throw new Error(`${recipe.performance} is not in 4/4`)
  const { ticksPerQuarter, quarterBpm, strikes } = await readPerformance(info)
  const beatSeconds = 60 / quarterBpm
  const firstBeat = recipe.fromBar * BEATS_PER_BAR
  const timeOf = (beat: number): number => recipe.startSeconds + (beat - firstBeat) * beatSeconds
  const beatCount = recipe.bars * BEATS_PER_BAR
  const beats = Array.from({ length: beatCount }, (_, i) => timeOf(firstBeat + i))
  const end = timeOf(firstBeat + beatCount)
  const notes = strikes
    .filter(({ pitch }) => !('none' in recipe.drums) && PADS[pitch] !== undefined)
    .map(({ tick, pitch, velocity }) => ({
      timeSeconds: timeOf(tick / ticksPerQuarter),
      durationSeconds: 0.12,
      pitch: PADS[pitch]!.generalMidi,
      velocity,
      pad: pitch,
    }))
    // A drummer who is early on the first beat still plays it.
    .filter(
      ({ timeSeconds }) => timeSeconds >= Math.max(0, recipe.startSeconds - 0.1) && timeSeconds < end - 0.1,
    )
  return {
    notes,
    truth: {
      id: recipe.id,
      tempoBpm: quarterBpm,
      durationSeconds: end + TAIL_SECONDS,
      beats,
      downbeats: beats.filter((_, i) => i % BEATS_PER_BAR === 0),
      drumHits: notes.map(({ timeSeconds, velocity, pad }) => ({
        timeSeconds,
        velocity,
        instrument: PADS[pad]!.drumClass,
      })),
    },
  }
}

/** Sounds that stand in for those that a kit does not have. */
const STAND_INS: Readonly<Record<string, readonly string[]>> = {
  rim: ['snare'],
  pedal: ['hat'],
  open: ['hat'],
  ride: ['crash', 'open'],
  crash: ['ride', 'open'],
  tomHigh: ['tomMid', 'tomLow'],
  tomMid: ['tomLow', 'tomHigh'],
  tomLow: ['tomMid', 'tomHigh'],
}

/** Share of the right channel by group: kick and snare in the middle, hats and cymbals right, toms left. */
const PANS = { middle: 0.5, high: 0.64, tom: 0.4 }
const groupOf = (sound: string): keyof typeof PANS => {
  if (['kick', 'snare', 'rim', 'clap'].includes(sound)) return 'middle'
  return sound.startsWith('tom') ? 'tom' : 'high'
}

async function kitOf(source: DrumSource, random: () => number): Promise<Kit> {
  if ('none' in source) return new Map()
  if ('synthetic' in source) return randomKit(createRandom(source.synthetic))
  if (!('kit' in source)) throw new Error('a soundfont plays its own drums')
  const found = (await kitSources()).find(({ name }) => name === source.kit)
  if (found === undefined) throw new Error(`no kit ${source.kit}; is its package in ASSAY_KITS?`)
  const sounds = new Map(found.sounds)
  for (const [sound, others] of Object.entries(STAND_INS)) {
    const other = others.find((name) => found.sounds.has(name))
    if (!sounds.has(sound) && other !== undefined) sounds.set(sound, found.sounds.get(other)!)
  }
  return drawKit({ ...found, sounds }, random, new Map())
}

async function playDrums(
  { notes, truth }: Excerpt,
  source: DrumSource,
  random: () => number,
  folder: string,
): Promise<Float32Array> {
  const frames = Math.ceil(truth.durationSeconds * RATE)
  const out = new Float32Array(2 * frames)
  if ('soundfont' in source) {
    const [midi, wav] = [join(folder, 'drums.mid'), join(folder, 'drums.wav')]
    const part = { channel: 9, program: source.program, volume: 110, pan: 64, notes }
    await writeFile(midi, midiFile([part], truth.durationSeconds))
    await play(source.soundfont, midi, wav)
    out.set((await readWav(wav)).samples.subarray(0, out.length))
    return out
  }
  const kit = await kitOf(source, random)
  for (const [group, right] of Object.entries(PANS)) {
    const some = notes
      .filter(({ pad }) => groupOf(PADS[pad]!.sound) === group)
      .map((note) => ({ ...note, pitch: DRUM_KEYS[PADS[note.pad]!.sound]!.pitch }))
    const mono = playKit(kit, some, frames)
    for (let i = 0; i < frames; i++) {
      out[2 * i]! += 2 * (1 - right) * mono[i]!
      out[2 * i + 1]! += 2 * right * mono[i]!
    }
  }
  return out
}

/** Sections of the accompaniment: always something, sometimes everything. */
const FORM: Style['form'] = [
  ['verse', 4, 'bc'],
  ['verse', 4, 'bcp'],
  ['chorus', 8, 'bcpl'],
  ['verse', 4, 'bp'],
  ['chorus', 4, 'bcl'],
]

async function playAccompaniment(recipe: Recipe, truth: GrooveTruth, folder: string): Promise<Float32Array> {
  const { style, soundfont, tonic, mode, programs } = recipe.accompaniment
  const { stems } = composePiece(
    {
      ...{ id: recipe.id, half: 'fresh', style, tonic, mode, soundfont, programs },
      ...{ bpm: truth.tempoBpm, startSeconds: recipe.startSeconds, seed: recipe.seed, kit: 0 },
    },
    { ...STYLES[style]!, form: FORM },
  )
  const random = createRandom(recipe.seed + 1)
  // A band is not exactly on the click either: every part is early or late as a whole and by note.
  const parts = [...stems.bass, ...stems.other, ...stems.vocals].map((part) => {
    const lag = 0.006 * gaussian(random)
    return {
      ...part,
      notes: part.notes
        .map((note) => ({
          ...note,
          timeSeconds: Math.max(0, note.timeSeconds + lag + 0.004 * gaussian(random)),
        }))
        .filter(({ timeSeconds }) => timeSeconds < truth.durationSeconds - TAIL_SECONDS),
    }
  })
  const [midi, wav] = [join(folder, 'others.mid'), join(folder, 'others.wav')]
  await writeFile(midi, midiFile(parts, truth.durationSeconds))
  await play(soundfont, midi, wav)
  const out = new Float32Array(2 * Math.ceil(truth.durationSeconds * RATE))
  out.set((await readWav(wav)).samples.subarray(0, out.length))
  return out
}

/** Makes the mix of a recipe in memory: interleaved stereo at 44.1 kHz, and its truth. */
export async function makeMix(recipe: Recipe): Promise<{ samples: Float32Array; truth: GrooveTruth }> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-groove-'))
  try {
    const excerpt = await excerptOf(recipe)
    const { truth } = excerpt
    const mix = await playDrums(excerpt, recipe.drums, createRandom(recipe.seed), folder)
    const { levelDb } = recipe.accompaniment
    if (levelDb !== null) {
      const others = await playAccompaniment(recipe, truth, folder)
      const level = 'none' in recipe.drums ? ALONE : 10 ** (levelDb / 20) * rootMeanSquare(mix)
      const gain = level / Math.max(1e-6, rootMeanSquare(others))
      for (let i = 0; i < mix.length; i++) mix[i]! += gain * others[i]!
    }
    return { samples: await degrade(normalise(mix), recipe.degradation, recipe.seed + 2, folder), truth }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Renders a recipe into the cache, once. */
export async function renderRecipe(recipe: Recipe): Promise<RenderedRecipe> {
  const hash = createHash('sha256')
    .update(JSON.stringify([RENDERER, recipe]))
    .digest('hex')
  const folder = join(corpusFolder(), `${recipe.id}-${hash.slice(0, 12)}`)
  const mixPath = join(folder, 'mix.wav')
  const truthPath = join(folder, 'truth.json')
  if (existsSync(folder))
    return { folder, mixPath, truth: JSON.parse(await readFile(truthPath, 'utf8')) as GrooveTruth }
  const { samples, truth } = await makeMix(recipe)
  const draft = `${folder}.${process.pid}.draft`
  await mkdir(draft, { recursive: true })
  await writeWav(join(draft, 'mix.wav'), { samples, sampleRateHz: RATE, channels: 2 })
  await writeFile(join(draft, 'truth.json'), JSON.stringify(truth))
  // Another process may have rendered the same recipe in the meantime; its folder is equally good.
  await rename(draft, folder).catch(() => rm(draft, { recursive: true }))
  return { folder, mixPath, truth }
}
