/**
 * Loads recorded drum kits, for training only, from Debian packages, none of which is used in the held-out half:
 * FluidR3 (MIT), hydrogen-drumkits and hydrogen-data (CC0, CC-BY, CC-BY-SA, GPL by kit), sonic-pi-samples (CC0),
 * lmms-common and avldrums.lv2-soundfont (GPL). No sound is copied into the repository or the model. Methods were
 * chosen on csound-soundfont, so its kits are not included.
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { pick } from '../../test/random.ts'
import { midiFile } from '../corpus/midi-file.ts'
import { DRUM_KEYS } from '../corpus/piece.ts'
import { readWav } from '../corpus/wav.ts'
import type { Kit, KitSound } from './play-kit.ts'

const run = promisify(execFile)
const RATE = 44_100
const LONGEST_SECONDS = 2.5

/** Every sound that a source has for a drum key; a kit is drawn from it. */
export interface KitSource {
  readonly name: string
  readonly sounds: ReadonlyMap<string, readonly KitSound[]>
  /** Whether the source's own balance between drums is kept, or ours is used. */
  readonly balanced: boolean
}

/** Reads a sound as mono at 44.1 kHz from the attack on; everything before −40 dB of the peak is removed as latency. */
async function readSound(path: string): Promise<Float32Array> {
  const { stdout } = await run(
    'ffmpeg',
    ['-v', 'error', '-i', path, '-t', '4', '-ac', '1', '-ar', String(RATE), '-f', 'f32le', '-'],
    { encoding: 'buffer', maxBuffer: 1e8 },
  )
  return fromAttack(
    new Float32Array(stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.byteLength)),
  )
}

function fromAttack(samples: Float32Array): Float32Array {
  let peak = 0
  for (const x of samples) peak = Math.max(peak, Math.abs(x))
  const start = Math.max(0, samples.findIndex((x) => Math.abs(x) > 0.01 * peak) - 20)
  const out = samples.slice(start, start + LONGEST_SECONDS * RATE)
  const fade = Math.min(out.length, 2000)
  for (let i = 0; i < fade; i++) out[out.length - 1 - i]! *= i / fade
  return out
}

const peakOf = (samples: Float32Array): number =>
  samples.reduce((most, x) => Math.max(most, Math.abs(x)), 1e-9)

/** Returns the drum key of an instrument name; undefined when it is not one of our drums. */
function keyOfName(name: string): string | undefined {
  const n = name.toLowerCase()
  if (/roll|cowbell|whistle|zap|fx|tamb|agogo|conga|bongo|choke|swish/.test(n)) return undefined
  if (/hat|hh|cymbal_(closed|open|pedal)/.test(n)) {
    if (/ped|foot/.test(n)) return 'pedal'
    return /op|free/.test(n) ? 'open' : 'hat'
  }
  if (/kick|bass ?drum|bassdrum|^bd_|drum_bass|drum_heavy/.test(n)) return 'kick'
  if (/side ?stick|stick|rim click|^rim|_rim0|snare_rim/.test(n) && !/rimshot/.test(n)) return 'rim'
  if (/clap/.test(n)) return 'clap'
  if (/snare|^sn_/.test(n)) return 'snare'
  if (/ride|cymbal 2/.test(n) && !/crash/.test(n)) return 'ride'
  if (/crash|china|splash|cymbal/.test(n)) return 'crash'
  if (/tom/.test(n)) {
    if (/low|floor|_lo/.test(n)) return 'tomLow'
    return /mid|2/.test(n) ? 'tomMid' : 'tomHigh'
  }
  return undefined
}

async function sourceOfFiles(name: string, files: readonly (readonly [label: string, path: string])[]) {
  const sounds = new Map<string, KitSound[]>()
  for (const [label, path] of files) {
    const key = keyOfName(label)
    if (key === undefined) continue
    const samples = await readSound(path).catch(() => new Float32Array(0))
    if (samples.length < 400) continue
    const peak = peakOf(samples)
    const sound: KitSound = {
      layers: [{ upTo: 127, samples: samples.map((x) => x / peak), gain: 1 }],
      squared: true,
    }
    sounds.set(key, [...(sounds.get(key) ?? []), sound])
  }
  return { name, sounds, balanced: false }
}

const textOf = (xml: string, tag: string): string =>
  new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1] ?? ''

/** Reads a Hydrogen kit: instruments by name, layers by velocity. */
async function hydrogenKit(folder: string, name: string): Promise<KitSource> {
  const xml = await readFile(join(folder, 'drumkit.xml'), 'utf8')
  const sounds = new Map<string, KitSound[]>()
  for (const [, instrument] of xml.matchAll(/<instrument>([\s\S]*?)<\/instrument>/g)) {
    const key = keyOfName(textOf(instrument!, 'name').replaceAll('&quot;', '"'))
    if (key === undefined) continue
    const parts = [...instrument!.matchAll(/<layer>([\s\S]*?)<\/layer>/g)].map(([, layer]) => layer!)
    const files = parts.length > 0 ? parts : [instrument!]
    const layers = []
    for (const part of files) {
      const path = join(folder, textOf(part, 'filename').replaceAll('&amp;', '&'))
      if (!existsSync(path) || textOf(part, 'filename') === '') continue
      const samples = await readSound(path).catch(() => new Float32Array(0))
      if (samples.length < 400) continue
      layers.push({ upTo: 127 * Number(textOf(part, 'max') || '1'), samples, gain: 1 })
    }
    if (layers.length === 0) continue
    layers.sort((a, b) => a.upTo - b.upTo)
    // Recorded layers differ in loudness; a kit whose layers are alike is made softer by velocity.
    const top = peakOf(layers.at(-1)!.samples)
    const squared = layers.length === 1 || peakOf(layers[0]!.samples) > 0.7 * top
    const sound: KitSound = { layers: layers.map((layer) => ({ ...layer, gain: 1 / top })), squared }
    sounds.set(key, [...(sounds.get(key) ?? []), sound])
  }
  return { name, sounds, balanced: false }
}

const VELOCITIES = [42, 88, 112]
const SLOT_SECONDS = 3

/** Reads a kit of a soundfont, with every key struck at three velocities. */
async function soundfontKit(
  path: string,
  name: string,
  program: number,
  channel: number,
): Promise<KitSource> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-kit-'))
  try {
    const keys = Object.entries(DRUM_KEYS)
    const notes = keys.flatMap(([, { pitch }], k) =>
      VELOCITIES.map((velocity, v) => ({
        timeSeconds: (k * VELOCITIES.length + v) * SLOT_SECONDS + 0.1,
        durationSeconds: 0.12,
        pitch,
        velocity,
      })),
    )
    const seconds = keys.length * VELOCITIES.length * SLOT_SECONDS
    await writeFile(
      join(folder, 'kit.mid'),
      midiFile([{ channel, program, volume: 110, pan: 64, notes }], seconds),
    )
    const quiet = [
      '-n',
      '-i',
      '-q',
      '-R',
      '0',
      '-C',
      '0',
      '-O',
      's16',
      '-T',
      'wav',
      '-r',
      String(RATE),
      '-g',
      '0.5',
    ]
    await run('fluidsynth', [...quiet, '-F', join(folder, 'kit.wav'), path, join(folder, 'kit.mid')])
    const { samples } = await readWav(join(folder, 'kit.wav'))
    const sounds = new Map<string, KitSound[]>()
    for (const [k, [key]] of keys.entries()) {
      const layers = VELOCITIES.map((velocity, v) => {
        const from = Math.round(((k * VELOCITIES.length + v) * SLOT_SECONDS + 0.09) * RATE)
        const mono = Float32Array.from(
          { length: LONGEST_SECONDS * RATE },
          (_, i) => ((samples[2 * (from + i)] ?? 0) + (samples[2 * (from + i) + 1] ?? 0)) / 2,
        )
        return { upTo: velocity + 12, samples: fromAttack(mono), gain: 1 }
      })
      if (peakOf(layers.at(-1)!.samples) > 0.005) sounds.set(key, [{ layers, squared: false }])
    }
    const loudest = peakOf(sounds.get('kick')?.[0]?.layers.at(-1)?.samples ?? new Float32Array([1]))
    for (const [key, list] of sounds)
      sounds.set(
        key,
        list.map(({ layers, squared }) => ({
          squared,
          layers: layers.map((layer) => ({ ...layer, gain: 1 / loudest })),
        })),
      )
    return { name, sounds, balanced: true }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Kits of FluidR3 that differ in at least one drum. */
const FLUID_KITS = [0, 1, 3, 5, 7, 8, 9, 12, 14, 16, 17, 19, 24, 25, 32, 33, 35, 40, 41, 42]

/** Loads all sources below the given roots (folders that contain `usr/share` of unpacked packages, or `/`). */
export async function loadKitSources(roots: readonly string[]): Promise<KitSource[]> {
  const out: KitSource[] = []
  const taken = new Set<string>()
  for (const root of roots) {
    const share = join(root, 'usr/share')
    const kits = join(share, 'hydrogen/data/drumkits')
    for (const name of await readdir(kits).catch(() => [])) {
      if (taken.has(name) || /circAfrique|Gimme|Guitar/.test(name)) continue
      taken.add(name)
      out.push(await hydrogenKit(join(kits, name), `hydrogen ${name}`))
    }
    for (const [name, folder] of [
      ['lmms', 'lmms/samples/drums'],
      ['sonic-pi', 'sonic-pi/samples'],
    ] as const) {
      const files = await readdir(join(share, folder)).catch(() => [])
      if (files.length === 0) continue
      out.push(
        await sourceOfFiles(
          name,
          files
            .filter((f) => /\.(ogg|flac|wav)$/.test(f))
            .map((f) => [f.replace(/^elec_.*snare/, 'snare'), join(share, folder, f)] as const),
        ),
      )
    }
    for (const font of ['Black_Pearl_4_LV2', 'Red_Zeppelin_4_LV2']) {
      const path = join(share, 'sounds/sf2', `${font}.sf2`)
      if (existsSync(path)) out.push(await soundfontKit(path, font, 0, 0))
    }
    const fluid = join(share, 'sounds/sf2/FluidR3_GM.sf2')
    if (existsSync(fluid))
      for (const program of FLUID_KITS) out.push(await soundfontKit(fluid, `FluidR3 ${program}`, program, 9))
  }
  return out.filter(({ sounds }) => ['kick', 'snare', 'hat'].every((key) => sounds.has(key)))
}

const BALANCE: Record<string, number> = {
  kick: 1,
  snare: 0.8,
  clap: 0.7,
  rim: 0.5,
  hat: 0.35,
  pedal: 0.25,
  open: 0.35,
  ride: 0.35,
  crash: 0.5,
  tomHigh: 0.8,
  tomMid: 0.8,
  tomLow: 0.8,
}

/** Draws a kit from a source: one sound per key, with gains and pitches varied a little. */
export function drawKit(source: KitSource, random: () => number, spareKit: Kit): Kit {
  const kit = new Map<number, KitSound>()
  const spread = source.balanced ? 6 : 10
  for (const [key, { pitch }] of Object.entries(DRUM_KEYS)) {
    const sounds = source.sounds.get(key)
    if (sounds === undefined) {
      const spare = spareKit.get(pitch)
      if (spare !== undefined) kit.set(pitch, spare)
      continue
    }
    const { layers, squared } = pick(random, sounds)
    const gain = 10 ** ((spread * (random() - 0.5)) / 20) * (source.balanced ? 1 : BALANCE[key]!)
    const ratio = random() < 0.5 ? 1 : 2 ** ((random() - 0.5) * 0.5)
    kit.set(pitch, {
      squared,
      layers: layers.map((layer) => ({
        ...layer,
        samples: resample(layer.samples, ratio),
        gain: layer.gain * gain,
      })),
    })
  }
  return kit
}

/** Plays samples at another speed, by linear interpolation. */
function resample(samples: Float32Array, ratio: number): Float32Array {
  if (ratio === 1) return samples
  return Float32Array.from({ length: Math.floor((samples.length - 1) / ratio) }, (_, i) => {
    const at = i * ratio
    const whole = Math.floor(at)
    return samples[whole]! + (at - whole) * (samples[whole + 1]! - samples[whole]!)
  })
}
