/**
 * Tests what the corpus does not contain: `node lab/robustness.ts`. The same pieces quieter, re-encoded, delayed,
 * resampled and noisy must keep their beats; freely licensed music of installed Debian packages must be analysed
 * without errors (`--music DIR` for another folder). `--full` takes every held-out piece instead of six, `--verbose`
 * names each piece that gets worse.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { runOptions } from '@assay/kit/testing-options'
import { atMost, figure, type Row, report } from '@assay/kit/testing-report'
import { analyseTrack } from '../src/domain/analyse-track.ts'
import { trackBeats } from '../src/domain/rhythm/track-beats.ts'
import { featuresOfFile, frameNetwork } from './analyse-file.ts'
import { PIECES } from './corpus/pieces.ts'
import { type RenderedPiece, renderPiece } from './corpus/render.ts'
import { BEAT_WINDOW_SECONDS, beatScores, MIN_BEAT_SECONDS } from './scoring/beat-scores.ts'

const run = promisify(execFile)
const { is, values } = runOptions({ flags: ['full', 'verbose'], options: ['music'] })
const { full, verbose } = is
/** Maximum loss of the beat F-measure by a change. */
const MOST_LOST = 0.03

interface Variant {
  readonly name: string
  readonly extension: string
  readonly arguments: readonly string[]
  readonly delaySeconds: number
}

/** Returns a variant with noise of amplitude 0.0316 added to a piece with a peak of 0.89. */
const noiseVariant = (name: string, colour: 'white' | 'pink', seed: number): Variant => ({
  name,
  extension: 'wav',
  arguments: [
    '-filter_complex',
    `anoisesrc=a=0.0316:c=${colour}:s=${seed}:r=44100[n];[0:a][n]amix=inputs=2:duration=first:normalize=0`,
  ],
  delaySeconds: 0,
})

const VARIANTS: readonly Variant[] = [
  { name: '20 dB quieter', extension: 'wav', arguments: ['-af', 'volume=-20dB'], delaySeconds: 0 },
  { name: 'mp3 of 96 kbit/s', extension: 'mp3', arguments: ['-b:a', '96k'], delaySeconds: 0 },
  { name: '20 ms later', extension: 'wav', arguments: ['-af', 'adelay=20:all=1'], delaySeconds: 0.02 },
  { name: '22.05 kHz', extension: 'wav', arguments: ['-ar', '22050'], delaySeconds: 0 },
  noiseVariant('noise at −30 dB', 'white', 1),
  noiseVariant('pink noise at −30 dB', 'pink', 2),
]

async function beatF(path: string, piece: RenderedPiece, delaySeconds: number): Promise<number> {
  const { beats } = trackBeats(await featuresOfFile(path, false))
  const from = Math.max(MIN_BEAT_SECONDS, piece.truth.beats[0]! - BEAT_WINDOW_SECONDS)
  return beatScores(
    piece.truth.beats.map((time) => time + delaySeconds),
    beats,
    from,
  ).fMeasure
}

const folder = await mkdtemp(join(tmpdir(), 'assay-robustness-'))
const rows: Row[] = []
try {
  const specs = PIECES.filter((piece) => piece.half === 'held-out').filter((_, i) => full || i % 4 === 0)
  const pieces = []
  for (const spec of specs) {
    const piece = await renderPiece(spec)
    pieces.push({ piece, clean: await beatF(piece.mixPath, piece, 0) })
  }
  for (const variant of VARIANTS) {
    let lost = 0
    let worst = 0
    let worstId = ''
    for (const { piece, clean } of pieces) {
      const path = join(folder, `variant.${variant.extension}`)
      await run('ffmpeg', ['-v', 'error', '-y', '-i', piece.mixPath, ...variant.arguments, path])
      const loss = clean - (await beatF(path, piece, variant.delaySeconds))
      if (loss > 0 && verbose) console.log(`${variant.name}: ${piece.truth.id} loses ${loss.toFixed(3)}`)
      lost += loss / pieces.length
      if (loss > worst) {
        worst = loss
        worstId = piece.truth.id
      }
    }
    rows.push(atMost(`${variant.name}: beat F lost, mean of ${pieces.length}`, lost, MOST_LOST))
    rows.push(
      atMost(
        `${variant.name}: beat F lost, worst piece${worst > 0 ? ` (${worstId})` : ''}`,
        worst,
        MOST_LOST,
      ),
    )
  }
} finally {
  await rm(folder, { recursive: true })
}

/** Returns the music files of installed Debian packages; without any, the count is 0. */
async function musicFiles(): Promise<string[]> {
  const root = values.music[0] ?? '/usr/share/games'
  const entries = await readdir(root, { recursive: true }).catch(() => [])
  const music = entries.filter((name) => /music/i.test(name) && /\.(ogg|mp3|flac|opus)$/.test(name)).sort()
  return music.map((name) => join(root, name)).slice(0, full ? 100 : 12)
}

let failures = 0
const files = await musicFiles()
for (const path of files) {
  try {
    const analysis = analyseTrack(await featuresOfFile(path), null, frameNetwork)
    const sane =
      Object.values(analysis.feeling.emotions).every((x) => x >= 0 && x <= 10) && analysis.durationSeconds > 0
    if (!sane) failures++
    if (verbose) {
      const { rhythm, feeling, key } = analysis
      console.log(
        `${path.split('/').at(-1)} ${rhythm.tempoBpm.toFixed(1)} BPM (${rhythm.confidence.toFixed(2)}) ${key?.tonic} ${key?.mode} ${feeling.dominant} ` +
          `${analysis.sections.map((s) => s.label).join(',')} ${JSON.stringify(Object.fromEntries(Object.entries(analysis.features).map(([k, v]) => [k, v === null ? null : Number(v.toFixed(2))])))}`,
      )
    }
  } catch (cause) {
    failures++
    console.error(`${path}: ${String(cause)}`)
  }
}
const games = [...new Set(files.map((path) => path.split('/').at(4) ?? ''))].join(', ')
rows.push(figure(`installed music files analysed (${games || 'none installed'})`, files.length))
rows.push(atMost('installed music files that failed', failures, 0))
report(rows, {
  recorded: {
    run: 'audio-robustness',
    command: 'npm run robustness -w @assay/audio-lab -- --full',
    form: full ? 'all held-out pieces' : 'some held-out pieces',
  },
})
