/**
 * Recordings for the decision between music and other sound, from Debian packages: unpacked once into the cache, never
 * committed. The packages marked `fit` are used for fitting, the others only for the report.
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { glob, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { corpusFolder } from '../corpus/render.ts'
import { writeWav } from '../corpus/wav.ts'
import { NOISE_RATE_HZ, NOISES } from './noises.ts'
import { SIMPLE_MUSIC } from './simple-music.ts'

const run = promisify(execFile)
const RECORDINGS = join(corpusFolder(), '../recordings')
const EXCERPTS = join(corpusFolder(), '../music-or-not')
const EXCERPT_SECONDS = 20

interface Group {
  readonly package: string
  /** Pattern of the files within the package. */
  readonly files: string
  readonly music: boolean
  readonly fit: boolean
  /** Number of excerpts: whole files for music, joined files for other sound. */
  readonly count: number
}

const voices = (name: string, fit: boolean): Group => ({
  package: 'hedgewars-data',
  files: `**/Sounds/voices/${name}/*.ogg`,
  music: false,
  fit,
  count: 1,
})

const GROUPS: readonly Group[] = [
  { package: 'warzone2100-music', files: '**/albums/**/*.*', music: true, fit: true, count: 14 },
  { package: 'widelands-data', files: '**/data/music/**/*.ogg', music: true, fit: true, count: 14 },
  { package: 'ardentryst', files: '**/Music/*.*', music: true, fit: true, count: 10 },
  { package: 'xmoto-data', files: '**/Musics/*.*', music: true, fit: true, count: 7 },
  { package: 'hedgewars-data', files: '**/Music/*.ogg', music: true, fit: false, count: 14 },
  { package: 'hyperrogue-music', files: '**/music/*.*', music: true, fit: false, count: 14 },
  { package: 'extremetuxracer-data', files: '**/music/*.*', music: true, fit: false, count: 10 },
  { package: 'lincity-ng-data', files: '**/music/**/*.*', music: true, fit: false, count: 3 },
  { package: 'asc-music', files: '**/*.*', music: true, fit: false, count: 3 },
  {
    package: 'asterisk-core-sounds-en-wav',
    files: '**/en_US_f_Allison/[a-z]*.wav',
    music: false,
    fit: true,
    count: 8,
  },
  { package: 'widelands-data', files: '**/data/sound/**/*.ogg', music: false, fit: true, count: 5 },
  { package: 'ardentryst', files: '**/Sounds/*.ogg', music: false, fit: true, count: 2 },
  voices('Russian', true),
  voices('Default', false),
  voices('British', false),
  voices('Pirate', false),
  voices('Mobster', false),
  { package: 'lincity-ng-data', files: '**/sounds/*.wav', music: false, fit: false, count: 5 },
  { package: 'scorched3d-data', files: '**/wav/**/*.wav', music: false, fit: false, count: 4 },
  { package: 'hedgewars-data', files: '**/Data/Sounds/*.ogg', music: false, fit: false, count: 2 },
]

/** Excerpt of a recording, or a synthesised sound. */
export interface Excerpt {
  readonly name: string
  readonly path: string
  readonly music: boolean
  readonly fit: boolean
}

async function unpack(name: string): Promise<string> {
  const folder = join(RECORDINGS, name)
  if (existsSync(folder)) return folder
  const draft = await mkdtemp(join(tmpdir(), 'assay-recordings-'))
  await run('apt-get', ['download', '-q', name], { cwd: draft })
  const [archive] = (await readdir(draft)).filter((file) => file.endsWith('.deb'))
  await mkdir(RECORDINGS, { recursive: true })
  await run('dpkg-deb', ['-x', join(draft, archive!), `${folder}.draft`])
  await rename(`${folder}.draft`, folder)
  await rm(draft, { recursive: true })
  return folder
}

/** Returns the audio files of a package that match a pattern, sorted; unpacks the package once. */
export async function filesOf({ package: name, files }: Pick<Group, 'package' | 'files'>): Promise<string[]> {
  const found: string[] = []
  const folder = await unpack(name)
  for await (const file of glob(join(folder, files))) {
    if (/\.(ogg|mp3|opus|wav|flac)$/i.test(file) && (await stat(file)).isFile()) found.push(file)
  }
  return found.toSorted()
}

const ffmpeg = (...words: string[]) => run('ffmpeg', ['-v', 'error', '-y', ...words])

/** A third of the way into the file. */
async function cut(file: string, out: string): Promise<void> {
  const { stdout } = await run('ffprobe', [
    '-v',
    'error',
    '-show_entries',
    'format=duration',
    '-of',
    'csv=p=0',
    file,
  ])
  const start = Math.max(0, Math.min(Number(stdout) / 3, Number(stdout) - EXCERPT_SECONDS))
  await ffmpeg(
    '-ss',
    String(start),
    '-i',
    file,
    '-t',
    String(EXCERPT_SECONDS),
    '-ar',
    '44100',
    '-ac',
    '2',
    out,
  )
}

/** Short files, one after the other. */
async function joinFiles(files: readonly string[], out: string): Promise<void> {
  const inputs = files.flatMap((file) => ['-i', file])
  const parts = files.map(
    (_, i) => `[${i}:a]aresample=44100,aformat=channel_layouts=mono,apad=pad_dur=0.2[a${i}]`,
  )
  const graph = `${parts.join(';')};${files.map((_, i) => `[a${i}]`).join('')}concat=n=${files.length}:v=0:a=1[o]`
  await ffmpeg(...inputs, '-filter_complex', graph, '-map', '[o]', '-t', String(EXCERPT_SECONDS), out)
}

/** Makes all excerpts, once, and returns them. */
export async function musicSet(): Promise<readonly Excerpt[]> {
  await mkdir(EXCERPTS, { recursive: true })
  const all: Excerpt[] = []
  for (const group of GROUPS) {
    const files = await filesOf(group)
    const label = group.files.replaceAll(/[^\w]+/g, '-')
    for (let i = 0; i < Math.min(group.count, files.length); i++) {
      const path = join(EXCERPTS, `${group.package}${label}${i}.wav`)
      const part = Math.floor(files.length / group.count)
      if (!existsSync(path)) {
        const making = group.music
          ? cut(files[Math.floor((i * files.length) / Math.min(group.count, files.length))]!, path)
          : joinFiles(files.slice(i * part, i * part + Math.min(part, 30)), path)
        // ffmpeg cannot read every file of the packages.
        if (!(await making.then(() => true).catch(() => false))) continue
      }
      all.push({ name: `${group.package} ${group.files} ${i}`, path, music: group.music, fit: group.fit })
    }
  }
  const made = [
    ...NOISES.map((noise) => ({ ...noise, music: false })),
    ...SIMPLE_MUSIC.map((piece) => ({ ...piece, music: true })),
  ]
  for (const { name, fit, make, music } of made) {
    const path = join(EXCERPTS, `${name.replaceAll(' ', '-')}.wav`)
    if (!existsSync(path)) await writeWav(path, { samples: make(), sampleRateHz: NOISE_RATE_HZ, channels: 1 })
    all.push({ name, path, music, fit })
  }
  for (const folder of (await readdir(corpusFolder())).toSorted()) {
    const match = /^(held-out|tuning)-\d*[05]-/.exec(folder)
    if (match === null) continue
    for (const stem of ['drums', 'bass', 'other']) {
      const from = join(corpusFolder(), folder, `${stem}.wav`)
      const path = join(EXCERPTS, `${folder}-${stem}.wav`)
      if (!existsSync(from)) continue
      if (!existsSync(path)) await cut(from, path)
      all.push({ name: `${folder} ${stem}`, path, music: true, fit: match[1] === 'tuning' })
    }
  }
  return all
}

/** Where measurements of the set are kept. */
export const measuredPath = join(EXCERPTS, 'measured.json')
