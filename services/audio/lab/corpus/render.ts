import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { composePiece, STEM_NAMES, type StemName } from './compose-piece.ts'
import { midiFile } from './midi-file.ts'
import type { PieceSpec, Truth } from './piece.ts'
import { readWav, writeWav } from './wav.ts'

const run = promisify(execFile)
const RATE = 44_100
const SOUNDS = '/usr/share/sounds'
/** Raise it when the renderer changes: it is part of the folder name. */
const RENDERER = 1

export interface RenderedPiece {
  readonly truth: Truth
  readonly folder: string
  readonly mixPath: string
  readonly stemPaths: Record<StemName, string>
}

export const corpusFolder = (): string =>
  join(process.env.ASSAY_CACHE ?? join(homedir(), '.cache', 'assay'), 'corpus')

/**
 * Renders MIDI to WAV with a soundfont (fluidsynth) or with a list of patches (wildmidi), both with their
 * reverberation.
 */
export async function play(soundfont: string, midiPath: string, wavPath: string): Promise<void> {
  if (soundfont.endsWith('.cfg')) {
    const playing = run('wildmidi', ['-b', '-c', soundfont, '-r', String(RATE), '-o', wavPath, midiPath])
    // wildmidi reads keys while it plays and begins when its input is closed.
    playing.child.stdin?.end()
    await playing
  } else {
    const quiet = ['-n', '-i', '-q', '-O', 's16', '-T', 'wav', '-r', String(RATE), '-g', '0.5']
    await run('fluidsynth', [...quiet, '-F', wavPath, join(SOUNDS, soundfont), midiPath])
  }
}

/** Renders one piece into the cache, once: four stems that sum to the mix, and the ground truth. */
export async function renderPiece(spec: PieceSpec): Promise<RenderedPiece> {
  const piece = composePiece(spec)
  const midi = Object.fromEntries(
    STEM_NAMES.map((name) => [name, midiFile(piece.stems[name], piece.truth.durationSeconds)]),
  ) as Record<StemName, Buffer>
  const hash = createHash('sha256').update(JSON.stringify([RENDERER, spec, piece.truth]))
  for (const name of STEM_NAMES) hash.update(midi[name])
  const folder = join(corpusFolder(), `${spec.id}-${hash.digest('hex').slice(0, 12)}`)
  const paths = Object.fromEntries(STEM_NAMES.map((name) => [name, join(folder, `${name}.wav`)])) as Record<
    StemName,
    string
  >
  const rendered = { truth: piece.truth, folder, mixPath: join(folder, 'mix.wav'), stemPaths: paths }
  if (existsSync(folder)) return rendered
  const draft = `${folder}.${process.pid}.draft`
  await mkdir(draft, { recursive: true })
  const frames = Math.ceil(piece.truth.durationSeconds * RATE)
  const mix = new Float32Array(frames * 2)
  const stems = {} as Record<StemName, Float32Array>
  for (const name of STEM_NAMES) {
    const midiPath = join(draft, `${name}.mid`)
    await writeFile(midiPath, midi[name])
    const wavPath = join(draft, `${name}.wav`)
    await play(spec.soundfont, midiPath, wavPath)
    const stem = new Float32Array(frames * 2)
    stem.set((await readWav(wavPath)).samples.subarray(0, stem.length))
    for (let i = 0; i < stem.length; i++) mix[i]! += stem[i]!
    stems[name] = stem
  }
  let peak = 0
  for (const x of mix) peak = Math.max(peak, Math.abs(x))
  const gain = peak > 0 ? 0.89 / peak : 1
  const scale = (samples: Float32Array) => ({
    samples: samples.map((x) => x * gain),
    sampleRateHz: RATE,
    channels: 2,
  })
  for (const name of STEM_NAMES) await writeWav(join(draft, `${name}.wav`), scale(stems[name]))
  await writeWav(join(draft, 'mix.wav'), scale(mix))
  await writeFile(join(draft, 'truth.json'), JSON.stringify(piece.truth))
  // Another process may have rendered the same piece in the meantime; its folder is equally good.
  await rename(draft, folder).catch(() => rm(draft, { recursive: true }))
  return rendered
}

/** Returns the digest of a soundfont for the report, so that two machines can be compared. */
export async function soundfontDigest(spec: PieceSpec): Promise<string> {
  return createHash('sha256')
    .update(await readFile(resolve(SOUNDS, spec.soundfont)))
    .digest('hex')
    .slice(0, 12)
}
