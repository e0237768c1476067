/**
 * Recordings that the facts of `facts.ts` are about, from Debian packages: unpacked once into the cache, never
 * committed. Thirty seconds of each are measured, as the service would index them.
 */

import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, extname, join } from 'node:path'
import { promisify } from 'node:util'
import type { TrackMeasures } from '../../src/domain/semantic/track-measures.ts'
import { corpusFolder } from '../corpus/render.ts'
import { filesOf } from '../tags/music-set.ts'
import { engineDigest, loadMeasuring } from './measured-corpus.ts'

const run = promisify(execFile)
/** Seconds of a recording that are measured, from a quarter of its length on. */
const SECONDS = 30

const MUSIC = [
  {
    package: 'hedgewars-data',
    files:
      '**/Data/Music/{Beach,Brick,City,Compost,EarthRise,Freeway,Halloween,Nature,Olympics,Rock,bath,hell,main_theme,olympics_sd,oriental,pirate,sdmusic,snow,underwater}.ogg',
  },
  {
    package: 'widelands-data',
    files: '**/data/music/ingame_{00,02,03,04,05,07,09,10,11,12,15,16,18,19,20,22,24,28}.ogg',
  },
  {
    package: 'hyperrogue-music',
    files: '**/music/hr3-{caves,graveyard,hell,icyland,jungle,laboratory,rlyeh}.ogg',
  },
  {
    package: 'ardentryst',
    files: '**/Music/{Snodom,battle,battle2,castle,castle2,holy,shop,theme1,theme1_raw}.ogg',
  },
  { package: 'xmoto-data', files: '**/Musics/{batcave,foxrun,menu,ridealong,speeditup}.ogg' },
  {
    package: 'extremetuxracer-data',
    files: '**/music/{calmrace-ks,credits1-cp,freezingpoint,race1-jt,spunkyrace-ks,start1-jt}.ogg',
  },
  { package: 'lincity-ng-data', files: '**/music/default/*.ogg' },
  { package: 'asc-music', files: '**/music/*.mp3' },
  { package: 'scorched3d-data', files: '**/music/*.ogg' },
  { package: 'warzone2100-music', files: '**/albums/original_soundtrack/*.opus' },
] as const
/** Announcements of a telephone exchange: speech, many short files joined to one. */
const SPEECH = { package: 'asterisk-core-sounds-en-wav', files: '**/en_US_f_Allison/[a-z]*.wav' } as const
const SPEECH_FILES = 30
const SPEECH_COUNT = 6

/** Recording as the search knows it. */
export interface Recording {
  /** Package and file name without its ending, such as `hedgewars/Rock`. */
  readonly id: string
  readonly measures: TrackMeasures
}

const ffmpeg = (...words: string[]) => run('ffmpeg', ['-v', 'error', '-y', ...words])

async function secondsOf(file: string): Promise<number> {
  const words = ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', file]
  return Number((await run('ffprobe', words)).stdout)
}

async function cut(file: string, out: string): Promise<void> {
  const length = await secondsOf(file)
  const start = length > SECONDS ? Math.min(length / 4, length - SECONDS) : 0
  await ffmpeg('-ss', String(start), '-i', file, '-t', String(SECONDS), '-ar', '44100', '-ac', '2', out)
}

async function join40(files: readonly string[], out: string): Promise<void> {
  const inputs = files.flatMap((file) => ['-i', file])
  const parts = files.map((_, i) => `[${i}:a]aresample=44100,apad=pad_dur=0.2[a${i}]`)
  const graph = `${parts.join(';')};${files.map((_, i) => `[a${i}]`).join('')}concat=n=${files.length}:v=0:a=1[o]`
  await ffmpeg(...inputs, '-filter_complex', graph, '-map', '[o]', '-t', '30', out)
}

interface Source {
  readonly id: string
  make(out: string): Promise<void>
}

/** Returns all recordings that can be read, without decoding them. */
async function sources(): Promise<Source[]> {
  const all: Source[] = []
  for (const group of MUSIC) {
    for (const file of await filesOf(group)) {
      const id = `${group.package.replace(/-(?:data|music)$|-ng-data$/, '')}/${basename(file, extname(file))}`
      all.push({ id, make: (out) => cut(file, out) })
    }
  }
  const speech = await filesOf(SPEECH)
  for (let i = 0; i < SPEECH_COUNT; i++) {
    const files = speech.slice(i * SPEECH_FILES, (i + 1) * SPEECH_FILES)
    all.push({ id: `asterisk/speech-${i + 1}`, make: (out) => join40(files, out) })
  }
  return all
}

/** Measures all recordings with the engine of this tree; each is measured once per engine. */
export async function measureRecordings(): Promise<Recording[]> {
  const digest = await engineDigest()
  const cache = join(corpusFolder(), '../recorded-measures')
  await mkdir(cache, { recursive: true })
  const scratch = await mkdtemp(join(tmpdir(), 'assay-recorded-'))
  let engine: ReturnType<typeof loadMeasuring> | undefined
  const found: Recording[] = []
  for (const { id, make } of await sources()) {
    const name = createHash('sha256').update(`${digest} ${id}`).digest('hex').slice(0, 24)
    const path = join(cache, `${name}.json`)
    const known = await readFile(path, 'utf8').catch(() => null)
    if (known !== null) {
      found.push({ id, measures: JSON.parse(known) as TrackMeasures })
      continue
    }
    const wav = join(scratch, 'excerpt.wav')
    // ffmpeg cannot read every file of the packages.
    if (
      !(await make(wav)
        .then(() => true)
        .catch(() => false))
    )
      continue
    engine ??= loadMeasuring()
    const measures = await (await engine)(wav)
    await writeFile(`${path}.${process.pid}`, JSON.stringify(measures))
    await rename(`${path}.${process.pid}`, path)
    found.push({ id, measures })
  }
  await rm(scratch, { recursive: true })
  return found
}
