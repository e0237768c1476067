/**
 * Measures whether the playback level changes an answer: `node lab/level-independence.ts [--json]` analyses a minute of
 * 20 recorded tracks from Debian packages as they are (decoded to floats) and turned down by 6 and 14 dB (16 bit), and compares tempo, key,
 * description and the nine emotions.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { figure, type Row, report } from '@assay/kit/testing-report'
import { analyseTrack } from '../src/domain/analyse-track.ts'
import { EMOTIONS } from '../src/domain/emotion/emotion-model.ts'
import { describeTrack } from '../src/domain/semantic/describe-track.ts'
import { measureTrack } from '../src/domain/semantic/track-measures.ts'
import { keyName } from '../src/domain/tonality/find-key.ts'
import { featuresOfFile, frameNetwork } from './analyse-file.ts'
import { filesOf } from './tags/music-set.ts'

const run = promisify(execFile)
const TRACKS = [
  { package: 'warzone2100-music', files: '**/albums/**/*.*', count: 4 },
  { package: 'widelands-data', files: '**/data/music/**/*.ogg', count: 4 },
  { package: 'hyperrogue-music', files: '**/music/*.*', count: 4 },
  { package: 'hedgewars-data', files: '**/Music/*.ogg', count: 3 },
  { package: 'extremetuxracer-data', files: '**/music/*.*', count: 2 },
  { package: 'xmoto-data', files: '**/Musics/*.*', count: 2 },
  { package: 'lincity-ng-data', files: '**/music/**/*.*', count: 1 },
] as const
const GAINS_DB = [-6, -14]
/** Largest change of an emotion that counts as none, of 10. */
const ALLOWED = 0.3

async function answers(path: string, gainDb: number, folder: string) {
  const wav = join(folder, 'track.wav')
  const volume = [
    '-af',
    `volume=${gainDb}dB`,
    '-ar',
    '44100',
    '-ac',
    '2',
    '-c:a',
    gainDb === 0 ? 'pcm_f32le' : 'pcm_s16le',
  ]
  await run('ffmpeg', ['-v', 'error', '-y', '-ss', '20', '-t', '60', '-i', path, ...volume, wav])
  const analysis = analyseTrack(await featuresOfFile(wav), null, frameNetwork)
  return {
    tempo: Math.round(analysis.rhythm.tempoBpm),
    key: analysis.key === null ? null : keyName(analysis.key),
    description: describeTrack(measureTrack(analysis)),
    emotions: analysis.feeling.emotions,
    features: analysis.features,
  }
}

const folder = await mkdtemp(join(tmpdir(), 'assay-level-'))
const changed = { tempo: 0, key: 0, description: 0, emotions: 0 }
let worst = 0
let tracks = 0
for (const { count, ...group } of TRACKS) {
  const files = await filesOf(group)
  const step = Math.floor(files.length / count)
  for (let i = 0; i < count; i++) {
    let path = files[i * step]!
    let plain = await answers(path, 0, folder).catch(() => null)
    // ffmpeg cannot read every file of the packages.
    for (let j = 1; plain === null; j++) {
      path = files[i * step + j]!
      plain = await answers(path, 0, folder).catch(() => null)
    }
    tracks++
    for (const gain of GAINS_DB) {
      const quiet = await answers(path, gain, folder)
      const moved = EMOTIONS.map(
        (name) => [name, Math.abs(quiet.emotions[name] - plain.emotions[name])] as const,
      )
      const [name, most] = moved.toSorted((a, b) => b[1] - a[1])[0]!
      worst = Math.max(worst, most)
      if (most > ALLOWED) changed.emotions++
      for (const word of ['tempo', 'key', 'description'] as const)
        if (quiet[word] !== plain[word]) changed[word]++
      const differs = (['tempo', 'key', 'description'] as const)
        .filter((word) => quiet[word] !== plain[word])
        .map((word) => `${word}: ${plain[word]} → ${quiet[word]}`)
      console.log(`${path.split('/').at(-1)} ${gain} dB: ${name} ${most.toFixed(2)} ${differs.join('; ')}`)
    }
  }
}
await rm(folder, { recursive: true })
const rows: Row[] = [
  figure(`largest change of an emotion, ${tracks} recorded tracks at −6 and −14 dB`, worst),
  ...Object.entries(changed).map(([what, count]) =>
    figure(`versions with another ${what}, of ${2 * tracks}`, count),
  ),
]
report(rows)
