import { execFile } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { startProcess } from '@assay/kit/testing-process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const run = promisify(execFile)
const MAIN = join(import.meta.dirname, '../../src/cli/main.ts')
let folder: string
let track: string
/** Three seconds of it. */
let short: string

interface Outcome {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

async function audio(...words: string[]): Promise<Outcome> {
  try {
    const { stdout, stderr } = await run(process.execPath, [MAIN, ...words], { cwd: folder, maxBuffer: 1e8 })
    return { code: 0, stdout, stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as Outcome
    return { code, stdout, stderr }
  }
}

/** Clicks at 120 a minute over a low tone: enough for beats, a key is not promised. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'audio-cli-'))
  track = join(folder, 'clicks.wav')
  const source = "aevalsrc='0.2*sin(2*PI*110*t)+0.7*sin(2*PI*1000*t)*lt(mod(t,0.5),0.02)':d=20:s=44100"
  await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', source, track])
  short = join(folder, 'short.wav')
  await run('ffmpeg', ['-v', 'error', '-i', track, '-t', '3', short])
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the command line without a server', () => {
  test('beats finds the clicks', async () => {
    const { code, stdout } = await audio('beats', track, '--json')
    expect(code).toBe(0)
    const { beats } = JSON.parse(stdout) as { beats: { tempo: number; beats: number[] } }
    expect(beats.tempo).toBeCloseTo(120, 0)
    for (const beat of beats.beats) expect(Math.abs(beat * 2 - Math.round(beat * 2))).toBeLessThan(0.08)
  })
  test('beats says so where there is no music', async () => {
    const silence = join(folder, 'silence.wav')
    await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'anullsrc=d=5', silence])
    const { code, stdout } = await audio('beats', silence)
    expect({ code, stdout }).toEqual({ code: 0, stdout: `${silence}: no music heard\n` })
  })
  test('semantic alone lists its commands', async () => {
    const { code, stdout } = await audio('semantic')
    expect(code).toBe(2)
    expect(stdout.match(/^ {2}semantic \w+/gm)?.sort()).toEqual(
      ['emotions', 'index', 'renew', 'search', 'stats'].map((name) => `  semantic ${name}`),
    )
  })
  test('the same file gives byte-identical JSON', async () => {
    const [first, second] = await Promise.all([
      audio('analyze', track, '--json'),
      audio('analyze', track, '--json'),
    ])
    expect(first.code).toBe(0)
    expect(second.stdout).toBe(first.stdout)
  })
  test('--out writes the records and the exports', async () => {
    const out = join(folder, 'out')
    const { code } = await audio('analyze', track, '--out', out)
    expect(code).toBe(0)
    expect(readdirSync(join(out, 'clicks')).sort()).toEqual([
      'analysis.json',
      'audacity-labels.txt',
      'beats.csv',
      'drums.csv',
      'drums.mid',
      'emotional_profile.json',
      'keys.csv',
      'metadata.json',
      'rekordbox.xml',
      'sections.csv',
      'segments.json',
      'summary.txt',
      'technical_features.jsonl',
      'track.jams',
    ])
    const { title } = JSON.parse(readFileSync(join(out, 'clicks', 'metadata.json'), 'utf8')) as {
      title: string
    }
    expect(title).toBe('clicks')
    const lines = readFileSync(join(out, 'clicks', 'technical_features.jsonl'), 'utf8')
      .trim()
      .split('\n')
    for (const line of lines.filter((text) => text !== '')) {
      expect(JSON.parse(line)).toMatchObject({ time: expect.any(Number), feature_type: expect.any(String) })
    }
  })
  test('noise is no music: no tempo, key or drum in any export', async () => {
    const noise = join(folder, 'noise.wav')
    await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'anoisesrc=d=10:seed=7', noise])
    const { stdout } = await audio('analyze', noise, '--out', 'doubt')
    expect(stdout).toContain('No music heard')
    expect(readFileSync(join(folder, 'doubt', 'rekordbox.xml'), 'utf8')).not.toContain('Tonality')
    const { annotations } = JSON.parse(
      readFileSync(join(folder, 'doubt', 'noise', 'track.jams'), 'utf8'),
    ) as {
      annotations: { namespace: string; data: { confidence: number }[] }[]
    }
    for (const { namespace, data } of annotations)
      if (/^(beat|tempo|key_mode)/.test(namespace)) expect(data).toEqual([])
  })
  test('a folder stands for the audio in it, and rekordbox finds the files where they are', async () => {
    const sets = join(folder, 'sets')
    mkdirSync(join(sets, 'Deep House'), { recursive: true })
    copyFileSync(short, join(sets, 'Deep House', 'a b.wav'))
    copyFileSync(short, join(sets, 'c.wav'))
    writeFileSync(join(sets, 'broken.flac'), 'fLaC and nothing more')
    writeFileSync(join(sets, 'cover.jpg'), 'a picture')
    writeFileSync(join(sets, 'notes.txt'), 'words')
    const { code, stderr } = await audio(
      'analyze',
      sets,
      '--out',
      'sets-out',
      '--location',
      '\\\\nas\\dj sets',
    )
    expect(code).toBe(1)
    expect(stderr).toContain('Skipped 2 files that are not audio.')
    expect(stderr).toMatch(/broken\.flac: /)
    const collection = readFileSync(join(folder, 'sets-out', 'rekordbox.xml'), 'utf8')
    expect(collection.match(/Location="[^"]+"/g)).toEqual([
      'Location="file://localhost//nas/dj%20sets/Deep%20House/a%20b.wav"',
      'Location="file://localhost//nas/dj%20sets/c.wav"',
    ])
    expect((await audio('analyze', track, '--location', 'D:\\Music')).code).toBe(2)
  })
  test('files of the same name get folders of their own, and rekordbox one collection of all', async () => {
    const files = ['a', 'b'].map((name) => join(folder, name, 'same.wav'))
    for (const file of files) {
      mkdirSync(dirname(file))
      copyFileSync(short, file)
    }
    expect((await audio('analyze', ...files, '--out', 'twins')).code).toBe(0)
    expect(readdirSync(join(folder, 'twins')).sort()).toEqual(['rekordbox.xml', 'same', 'same-2'])
    const collection = readFileSync(join(folder, 'twins', 'rekordbox.xml'), 'utf8')
    expect(collection).toContain('<COLLECTION Entries="2">')
    for (const file of files) expect(collection).toContain(`Location="file://localhost${file}"`)
    const { stdout } = await audio('stems', ...files, '--out', 'twin-stems', '--json')
    const told = stdout
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { stems: { bass: string } }).stems.bass)
    expect(told).toEqual(['same', 'same-2'].map((name) => join('twin-stems', name, 'bass.wav')))
  })
  test.for(['analyze', 'stems'])('%s says before its work that nothing can be written', async (command) => {
    writeFileSync(join(folder, 'in-the-way'), '')
    mkdirSync(join(folder, 'blocked'), { recursive: true })
    writeFileSync(join(folder, 'blocked', 'short'), '')
    for (const out of ['in-the-way', 'in-the-way/below', 'blocked', '/sys/nowhere']) {
      const { code, stdout, stderr } = await audio(command, short, '--out', out)
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toMatch(/^assay-audio \w+: Cannot write to \S+: .*--out.*\.\n$/)
    }
  })
  test('semantic emotions gives nine dimensions between 0 and 10', async () => {
    const { stdout } = await audio('semantic', 'emotions', track, '--json')
    const { emotions } = JSON.parse(stdout) as { emotions: Record<string, number> }
    expect(Object.keys(emotions)).toHaveLength(9)
    for (const value of Object.values(emotions)) expect(value >= 0 && value <= 10).toBe(true)
  })
  test('a file that is no audio is said so, the others are done, and the exit code is 1', async () => {
    const text = join(folder, 'notes.txt')
    writeFileSync(text, 'not audio at all')
    const { code, stdout, stderr } = await audio('beats', text, join(folder, 'missing.wav'), track, '--json')
    expect(code).toBe(1)
    expect(stderr).toContain('notes.txt: ')
    expect(stderr).toContain('missing.wav: ')
    expect(JSON.parse(stdout)).toMatchObject({ file: track })
  })
  test('files that are analysed at once are told in the order of the list', async () => {
    const files = [track, short, track, short]
    const { code, stdout } = await audio('beats', ...files, '--json')
    expect(code).toBe(0)
    const told = stdout.trim().split('\n')
    expect(told.map((line) => (JSON.parse(line) as { file: string }).file)).toEqual(files)
  })
  test('stems sum to the mix, and say how good they are', async () => {
    const { code, stdout } = await audio('stems', track, '--out', join(folder, 'stems'), '--json')
    expect(code).toBe(0)
    const { stems, quality, engine } = JSON.parse(stdout) as Record<string, Record<string, string>>
    expect({ engine, vocals: quality!.vocals }).toEqual({ engine: 'dsp', vocals: 'not usable' })
    const mixed = ['drums', 'bass', 'other', 'vocals'].flatMap((stem) => ['-i', stems![stem]!])
    // Their sum minus the file itself is silent: -90 dB is the last bit of 16.
    const filter =
      '[0][1][2][3]amix=inputs=4:normalize=0[sum];[4]aformat=channel_layouts=stereo,volume=-1[minus];[sum][minus]amix=inputs=2:normalize=0,volumedetect'
    const { stderr } = await run('ffmpeg', [
      '-hide_banner',
      ...mixed,
      '-i',
      track,
      '-filter_complex',
      filter,
      '-f',
      'null',
      '-',
    ])
    expect(Number(/max_volume: (-?[\d.]+) dB/.exec(stderr)?.[1])).toBeLessThan(-78)
  })
  test.for(['analyze', 'beats', 'stems', 'stems --codec flac', 'semantic index'])(
    'Ctrl-C ends audio %s with 130 and leaves nothing half-done behind',
    async (command) => {
      const long = join(folder, 'long.wav')
      await run('ffmpeg', ['-v', 'error', '-y', '-stream_loop', '14', '-i', track, '-c', 'copy', long])
      const out = join(folder, `interrupted-${command}`)
      const writes = command !== 'beats' && command !== 'semantic index'
      const words = [...command.split(' '), long, ...(writes ? ['--out', out] : [])]
      const env = { PATH: process.env.PATH, DATA_DIR: join(folder, 'data') }
      const running = startProcess(MAIN, words, { env, cwd: folder })
      await running.wrote(/ [1-9]\d? % /)
      running.signal('SIGINT')
      const { code, output } = await running.ended
      expect(output).toMatch(/Interrupted\.\n$/)
      expect(code).toBe(130)
      const left = existsSync(out) ? readdirSync(out, { recursive: true, withFileTypes: true }) : []
      expect(left.filter((entry) => entry.isFile())).toEqual([])
    },
  )
  test.for([
    'drums',
    'stems',
    'semantic index',
    'stems track.wav --colour red',
    'stems track.wav --codec mp3',
    'stems track.wav --weights network.onnx',
    'beats track.wav --out folder',
    'analyze track.wav --out=',
    'stems track.wav --out=',
    'semantic search',
    'semantic stats all',
    'semantic renew --all',
    'openapi --yaml',
    'api-key a b',
  ])('asked for in a wrong way, it exits with 2 and points at the help: assay-audio %s', async (words) => {
    const { code, stderr } = await audio(...words.split(' '))
    expect(stderr).toContain('--help" lists the options.')
    expect(code).toBe(2)
  })
  test('a mistyped command is answered with the nearest one', async () => {
    const { code, stderr } = await audio('semantic', 'serch', 'dark')
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining('Did you mean "assay-audio semantic search"?'),
    })
  })
  test('a call without a file says what to do', async () => {
    const { stderr } = await audio('drums')
    expect(stderr).toContain('Name at least one audio file, for example: assay-audio drums track.mp3')
  })
})
