/**
 * Files that no honest encoder made: `npm run hostile -w @assay/audio` (`-- --full` for 2 000, `--json` for machines).
 * Each must end in a refusal or a sane result, in time, and leave neither process nor temporary file behind.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { progressBar } from '@assay/kit/progress'
import { runOptions } from '@assay/kit/testing-options'
import { slowdown } from '@assay/kit/testing-process'
import { atMost, report } from '@assay/kit/testing-report'
import { decode } from '../src/adapters/ffmpeg/decode.ts'
import { probe } from '../src/adapters/ffmpeg/probe.ts'
import { loadLevelMeters } from '../src/adapters/kernels/frame-levels.ts'
import { loadFrameNetworks } from '../src/adapters/kernels/frame-network.ts'
import { loadTransforms } from '../src/adapters/pffft/create-transform.ts'
import { shippedFrameModel } from '../src/domain/hearing/frame-network.ts'
import { Refusal } from '../src/domain/refusal.ts'
import { analyseFile } from '../src/operations/analyse-file.ts'
import type { AnalysisDepth } from '../src/operations/ports.ts'
import { createRandom } from '../test/random.ts'

const COUNT = runOptions({ flags: ['full'] }).is.full ? 2000 : 150
const WITHIN_MS = 20_000
const SEED = 20_261_115

const work = mkdtempSync(join(tmpdir(), 'assay-hostile-'))
const honest = join(work, 'honest')
mkdirSync(honest)

/** Three seconds of clicks and tones in every container, and the odd shapes that are still audio. */
const SOURCES: Readonly<Record<string, readonly string[]>> = {
  'plain.wav': ['-c:a', 'pcm_s16le'],
  'float.wav': ['-c:a', 'pcm_f32le'],
  'eight-channels.wav': ['-ac', '8', '-c:a', 'pcm_s16le'],
  'slow.wav': ['-ar', '8000', '-c:a', 'pcm_u8'],
  'fast.wav': ['-ar', '192000', '-c:a', 'pcm_s24le'],
  'silent.wav': ['-af', 'volume=0', '-c:a', 'pcm_s16le'],
  'dc.wav': ['-af', 'volume=0,dcshift=0.9', '-c:a', 'pcm_s16le'],
  'plain.aiff': ['-c:a', 'pcm_s24be'],
  'little-endian.aifc': ['-c:a', 'pcm_s16le', '-f', 'aiff'],
  'plain.mp3': ['-c:a', 'libmp3lame'],
  'plain.flac': ['-c:a', 'flac'],
  'plain.aac': ['-c:a', 'aac', '-f', 'adts'],
  'plain.m4a': ['-c:a', 'aac'],
  'plain.ogg': ['-c:a', 'libvorbis'],
  'plain.opus': ['-c:a', 'libopus'],
}
for (const [name, encoding] of Object.entries(SOURCES)) {
  const source = 'aevalsrc=0.5*sin(2*PI*220*t)*lt(mod(t\\,0.5)\\,0.1):d=3:s=44100'
  execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', source, ...encoding, join(honest, name)])
}

/** Things that only call themselves audio. */
const IMPOSTORS: readonly Uint8Array[] = [
  new Uint8Array(0),
  Buffer.from('RIFF'),
  Buffer.from('ID3'),
  Buffer.from('FORM\0\0\0\0AIFF'),
  Buffer.from('fLaC'),
  Buffer.from('OggS'),
  Buffer.from('#EXTM3U\n#EXTINF:1,\n/etc/passwd\n'),
  Buffer.from('ffconcat version 1.0\nfile /etc/passwd\n'),
  Buffer.from('<?xml version="1.0"?><MPD/>'),
  Buffer.from('%PDF-1.7'),
  Buffer.from('GIF89a'),
  Buffer.alloc(65_536),
  Buffer.alloc(65_536, 0xff),
]

const random = createRandom(SEED)
const whole = (below: number) => Math.floor(random() * below)
const names = Object.keys(SOURCES)
const originals = new Map(names.map((name) => [name, readFileSync(join(honest, name))]))

type Mutation = (bytes: Buffer) => Buffer
const MUTATIONS: Readonly<Record<string, Mutation>> = {
  truncated: (bytes) => bytes.subarray(0, whole(bytes.length)),
  'bits flipped': (bytes) => {
    for (let i = 0; i < 1 + whole(200); i++) bytes[whole(bytes.length)]! ^= 1 << whole(8)
    return bytes
  },
  'header garbled': (bytes) => {
    for (let i = 0; i < 1 + whole(40); i++) bytes[whole(Math.min(128, bytes.length))] = whole(256)
    return bytes
  },
  'sizes absurd': (bytes) => {
    for (let i = 0; i < 4; i++) bytes.writeUInt32LE(0xffffffff, whole(Math.min(64, bytes.length - 4)))
    return bytes
  },
  'middle missing': (bytes) =>
    Buffer.concat([bytes.subarray(0, bytes.length >> 2), bytes.subarray(bytes.length >> 1)]),
  'two glued': (bytes) => Buffer.concat([bytes, originals.get(names[whole(names.length)]!)!]),
  'noise inside': (bytes) => {
    const at = whole(bytes.length)
    for (let i = at; i < Math.min(bytes.length, at + 4096); i++) bytes[i] = whole(256)
    return bytes
  },
  untouched: (bytes) => bytes,
}

const analyse = analyseFile({
  decoder: { probe, decode },
  createTransform: await loadTransforms(),
  createLevelMeter: await loadLevelMeters(),
  frameNetwork: (await loadFrameNetworks())(shippedFrameModel()),
})

/** What is wrong with an outcome; undefined when it is a refusal or a sane result. */
async function flawOf(path: string, depth: AnalysisDepth): Promise<string | undefined> {
  const started = performance.now()
  try {
    const { analysis, rhythm } = await analyse(path, { depth, maxDurationSeconds: 3600 })
    const text = JSON.stringify([analysis, rhythm], (_key, value) =>
      typeof value === 'number' && !Number.isFinite(value) ? 'NOT-A-NUMBER' : value,
    )
    if (text.includes('NOT-A-NUMBER')) return 'a result that is not a number'
    if (analysis && !(analysis.durationSeconds >= 0 && analysis.durationSeconds <= 3600))
      return 'an absurd duration'
  } catch (error) {
    if (!(error instanceof Refusal)) return `an error instead of a refusal: ${(error as Error).message}`
    if (/\/(tmp|var|home|root)\//.test(error.message)) return 'a path in the refusal'
  }
  const took = performance.now() - started
  return took > WITHIN_MS && took > WITHIN_MS * slowdown() ? 'too slow' : undefined
}

const children = () =>
  execFileSync('ps', ['--ppid', String(process.pid), '-o', 'comm='], { encoding: 'utf8' })
    .split('\n')
    .filter((name) => /ffmpeg|ffprobe/.test(name)).length

const flaws: string[] = []
const path = join(work, 'upload')
const bar = progressBar('hostile files')
for (let i = 0; i < COUNT; i++) {
  const impostor = i < IMPOSTORS.length ? IMPOSTORS[i] : undefined
  const name = names[whole(names.length)]!
  const kind = Object.keys(MUTATIONS)[whole(Object.keys(MUTATIONS).length)]!
  const bytes = impostor ?? MUTATIONS[kind]!(Buffer.from(originals.get(name)!))
  writeFileSync(path, bytes)
  bar.show(i / COUNT, `${i + 1} of ${COUNT}, ${flaws.length} with flaws`)
  // Every third as `beats` reads it: ffmpeg starts beside ffprobe there.
  const flaw = await flawOf(path, i % 3 === 2 ? 'rhythm' : 'full')
  if (flaw !== undefined) flaws.push(`file ${i} (${impostor ? 'impostor' : `${name}, ${kind}`}): ${flaw}`)
}
bar.end()
const left = readdirSync(work).filter((name) => name !== 'honest' && name !== 'upload').length
rmSync(work, { recursive: true, force: true })

for (const flaw of flaws.slice(0, 20)) console.log(flaw)
console.log(`${COUNT} files`)
report([
  atMost('files that crash, hang or give nonsense', flaws.length, 0),
  atMost('ffmpeg processes left behind', children(), 0),
  atMost('files left in the folder of the upload', left, 0),
])
