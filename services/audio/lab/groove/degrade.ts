import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createRandom } from '../../test/random.ts'
import { readWav, writeWav } from '../corpus/wav.ts'
import { reverberate } from '../training/hearings.ts'
import type { Degradation } from './recipe.ts'

const run = promisify(execFile)
const RATE = 44_100
const NOISE_AMPLITUDE = 10 ** (-30 / 20)
const THRESHOLD = 10 ** (-24 / 20)
const RATIO = 4
const ATTACK_SECONDS = 0.004
const RELEASE_SECONDS = 0.12
const DRIVE = 1.6

/** Scales interleaved samples to a peak of .89, in place. */
export function normalise(samples: Float32Array): Float32Array {
  let peak = 1e-9
  for (const x of samples) peak = Math.max(peak, Math.abs(x))
  for (let i = 0; i < samples.length; i++) samples[i]! *= 0.89 / peak
  return samples
}

/** Compresses interleaved stereo: 4:1 above −24 dB of full scale with a linked follower, then soft clipping. */
export function compress(samples: Float32Array): void {
  const attack = Math.exp(-1 / (ATTACK_SECONDS * RATE))
  const release = Math.exp(-1 / (RELEASE_SECONDS * RATE))
  let envelope = 0
  for (let i = 0; i < samples.length; i += 2) {
    const level = Math.max(Math.abs(samples[i]!), Math.abs(samples[i + 1]!))
    const rate = level > envelope ? attack : release
    envelope = rate * envelope + (1 - rate) * level
    const gain = envelope > THRESHOLD ? (envelope / THRESHOLD) ** (1 / RATIO - 1) : 1
    for (let c = 0; c < 2; c++) samples[i + c] = Math.tanh(DRIVE * 4 * gain * samples[i + c]!)
  }
}

/** Plays both channels in a room, each with its own delays. */
export function playInRoom(samples: Float32Array, random: () => number): Float32Array {
  const out = new Float32Array(samples.length)
  for (let c = 0; c < 2; c++) {
    const channel = reverberate(
      Float32Array.from({ length: samples.length / 2 }, (_, i) => samples[2 * i + c]!),
      random,
    )
    for (let i = 0; i < channel.length; i++) out[2 * i + c] = channel[i]!
  }
  return out
}

/** Encodes as mp3 of 96 kbit/s and decodes again; `folder` holds the files meanwhile. */
async function throughMp3(samples: Float32Array, folder: string): Promise<Float32Array> {
  const [before, coded, after] = ['before.wav', 'coded.mp3', 'after.wav'].map((name) => join(folder, name))
  await writeWav(before!, { samples, sampleRateHz: RATE, channels: 2 })
  await run('ffmpeg', ['-v', 'error', '-y', '-i', before!, '-b:a', '96k', coded!])
  await run('ffmpeg', ['-v', 'error', '-y', '-i', coded!, '-c:a', 'pcm_s16le', after!])
  const out = new Float32Array(samples.length)
  out.set((await readWav(after!)).samples.subarray(0, samples.length))
  return out
}

/** Degrades interleaved stereo at 44.1 kHz with a peak of .89. The result has the same length and peak. */
export async function degrade(
  samples: Float32Array,
  degradation: Degradation,
  seed: number,
  folder: string,
): Promise<Float32Array> {
  const random = createRandom(seed)
  if (degradation === 'mp3') return normalise(await throughMp3(samples, folder))
  if (degradation === 'room') return normalise(playInRoom(samples, random))
  const out = samples.slice()
  if (degradation === 'compression') compress(out)
  if (degradation === 'noise')
    for (let i = 0; i < out.length; i++) out[i]! += NOISE_AMPLITUDE * (2 * random() - 1)
  return normalise(out)
}
