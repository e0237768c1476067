/**
 * Creates mixes for training: a tuning piece without its drums, with other drums on any kit, at random balance, through
 * random rooms and masters.
 */

import { createRandom, pick } from '../../test/random.ts'
import { composePiece, STEM_NAMES, type StemName } from '../corpus/compose-piece.ts'
import type { DrumHit, PieceSpec } from '../corpus/piece.ts'
import { PIECES } from '../corpus/pieces.ts'
import { renderPiece } from '../corpus/render.ts'
import { STYLES } from '../corpus/styles.ts'
import { readWav } from '../corpus/wav.ts'
import { randomKit } from './drum-synth.ts'
import { type Kit, playKit } from './play-kit.ts'
import { randomDrums } from './random-groove.ts'
import { drawKit, type KitSource } from './sampled-kits.ts'

const RATE = 44_100
type Random = () => number

export interface Hearing {
  readonly samples: Float32Array
  /** Hits relative to the excerpt. */
  readonly drumHits: readonly DrumHit[]
  readonly beats: readonly number[]
  readonly beatsPerBar: number
  /** Source of the kit; validation leaves out whole sources. */
  readonly kitName: string
}

const SECONDS = 40
/** These two styles are only in the held-out half. */
const UNSEEN = new Set(['bossa', 'reggae'])
const seenStyles = Object.entries(STYLES).flatMap(([name, style]) => (UNSEEN.has(name) ? [] : [style]))

/** Adds four feedback delays with damping (Schroeder 1962): a room of unknown size. */
export function reverberate(samples: Float32Array, random: Random): Float32Array {
  const seconds = 0.2 + random() * 0.9
  const wet = 0.05 + 0.2 * random()
  const out = samples.slice()
  for (let line = 0; line < 4; line++) {
    const delay = Math.round((0.023 + 0.022 * random()) * RATE)
    const feedback = 10 ** ((-3 * delay) / (seconds * RATE))
    const damping = 0.2 + 0.4 * random()
    const ring = new Float32Array(delay)
    let low = 0
    for (let i = 0, at = 0; i < samples.length; i++, at = at + 1 === delay ? 0 : at + 1) {
      const held = ring[at]!
      low = (1 - damping) * held + damping * low
      ring[at] = samples[i]! + feedback * low
      out[i]! += wet * held
    }
  }
  return out
}

/** Applies a shelf at a random frequency up to ±8 dB: other kits and masters are brighter, darker or thicker. */
export function shelve(samples: Float32Array, random: Random): void {
  const a = Math.exp((-2 * Math.PI * 150 * 40 ** random()) / RATE)
  const gain = 10 ** ((16 * random() - 8) / 20) - 1
  const high = random() < 0.5
  let low = 0
  for (let i = 0; i < samples.length; i++) {
    low = (1 - a) * samples[i]! + a * low
    samples[i]! += gain * (high ? samples[i]! - low : low)
  }
}

/** Compresses by soft clipping at a random depth, after scaling to full scale. */
function master(samples: Float32Array, random: Random): void {
  let peak = 1e-9
  for (const x of samples) peak = Math.max(peak, Math.abs(x))
  const drive = random() < 0.5 ? 0.1 : 0.5 + 2 * random()
  for (let i = 0; i < samples.length; i++) samples[i] = Math.tanh((drive * samples[i]!) / peak)
}

const stems = new Map<string, Promise<Float32Array[]>>()
function stemsOf(spec: PieceSpec): Promise<Float32Array[]> {
  const known = stems.get(spec.id)
  if (known !== undefined) return known
  const read = async () => {
    const piece = await renderPiece(spec)
    const mono = async (name: StemName) => {
      const { samples } = await readWav(piece.stemPaths[name])
      return Float32Array.from(
        { length: samples.length / 2 },
        (_, i) => (samples[2 * i]! + samples[2 * i + 1]!) / 2,
      )
    }
    return Promise.all(STEM_NAMES.map(mono))
  }
  const made = read()
  stems.set(spec.id, made)
  return made
}

function chooseKit(sources: readonly KitSource[], random: Random): { kit: Kit; kitName: string } {
  if (random() < 0.35 || sources.length === 0) return { kit: randomKit(random), kitName: 'synthetic' }
  // FluidR3 has many kits that share drums: as a family it counts like three others.
  const families = sources.filter((source) => !source.name.startsWith('FluidR3'))
  const fluid = sources.filter((source) => source.name.startsWith('FluidR3'))
  const source =
    fluid.length > 0 && random() < 3 / (families.length + 3)
      ? pick(random, fluid)
      : pick(random, families.length > 0 ? families : sources)
  return { kit: drawKit(source, random, randomKit(random)), kitName: source.name }
}

/** Returns mix number `index`; the same number always gives the same mix. */
export async function hear(index: number, sources: readonly KitSource[]): Promise<Hearing> {
  const random = createRandom(50_000 + index * 7919)
  const specs = PIECES.filter((piece) => piece.half === 'tuning' && piece.style !== 'ballad')
  const spec = specs[index % specs.length]!
  const [, ...others] = await stemsOf(spec)
  const style = randomDrums(STYLES[spec.style]!, seenStyles, random)
  const { truth, stems: parts } = composePiece({ ...spec, seed: spec.seed + index }, style)
  const { kit, kitName } = chooseKit(sources, random)
  const from = Math.floor(random() * Math.max(0, truth.durationSeconds - SECONDS))
  const length = Math.min(SECONDS * RATE, others[0]!.length - from * RATE)
  const notes = parts.drums[0]!.notes.map((note) => ({ ...note, timeSeconds: note.timeSeconds - from }))
    .filter((note) => note.timeSeconds > -3 && note.timeSeconds < SECONDS)
    .sort((a, b) => a.timeSeconds - b.timeSeconds)
  let drums = playKit(kit, notes, length)
  if (random() < 0.5) shelve(drums, random)
  if (random() < 0.6) drums = reverberate(drums, random)
  const drumGain = 0.35 / Math.max(0.2, rootMeanSquare(drums) * 8)
  // One mix in twelve is drums alone.
  const alone = random() < 0.08
  const gains = others.map((stem) =>
    alone ? 0 : (0.045 / Math.max(0.005, rootMeanSquare(stem))) * 10 ** ((random() * 22 - 16) / 20),
  )
  const mixed = Float32Array.from({ length }, (_, i) => {
    let sum = drumGain * drums[i]!
    for (const [k, stem] of others.entries()) sum += gains[k]! * stem[from * RATE + i]!
    return sum
  })
  if (random() < 0.3) shelve(mixed, random)
  master(mixed, random)
  const move = (time: number) => time - from
  return {
    samples: mixed,
    drumHits: truth.drumHits
      .map((hit) => ({ ...hit, timeSeconds: move(hit.timeSeconds) }))
      .filter((hit) => hit.timeSeconds >= 0 && hit.timeSeconds < SECONDS),
    beats: truth.beats.map(move),
    beatsPerBar: truth.beatsPerBar,
    kitName,
  }
}

/** Returns the root mean square. */
export function rootMeanSquare(samples: Float32Array): number {
  let sum = 0
  for (const x of samples) sum += x * x
  return Math.sqrt(sum / Math.max(1, samples.length))
}
