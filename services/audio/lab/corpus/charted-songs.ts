/**
 * Recorded songs with beats written by their authors: the songs of a game (Debian's fretsonfire-songs-muldjord,
 * CC-BY-SA 3.0, and fretsonfire-songs-sectoid, MIT) come with a chart, a MIDI file with a tempo map. There are eight
 * songs, all metal, so they only show whether recordings work at all.
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { corpusFolder } from './render.ts'

const run = promisify(execFile)

export interface ChartedSong {
  readonly id: string
  readonly folder: string
  /** Path of the mix of song and guitar, as WAV. */
  readonly mixPath: string
  /** Times in seconds, to the end of the chart. */
  readonly beats: readonly number[]
}

interface TempoMap {
  /** Microseconds per quarter from a tick on, sorted. */
  readonly tempi: readonly { readonly tick: number; readonly microseconds: number }[]
  readonly ticksPerQuarter: number
  readonly lastTick: number
}

/** Reads tempo events and length of a Standard MIDI file (MIDI 1.0 specification, 1996). */
export function readTempoMap(bytes: Buffer): TempoMap {
  const tempi: { tick: number; microseconds: number }[] = []
  let lastTick = 0
  let at = 14
  const variable = (): number => {
    let value = 0
    for (;;) {
      const byte = bytes.readUInt8(at++)
      value = (value << 7) | (byte & 0x7f)
      if (byte < 0x80) return value
    }
  }
  while (at + 8 <= bytes.length) {
    const end = at + 8 + bytes.readUInt32BE(at + 4)
    at += 8
    let tick = 0
    let status = 0
    while (at < end) {
      tick += variable()
      if (bytes.readUInt8(at) >= 0x80) status = bytes.readUInt8(at++)
      if (status === 0xff || status === 0xf0 || status === 0xf7) {
        const type = status === 0xff ? bytes.readUInt8(at++) : 0
        const length = variable()
        if (type === 0x51) tempi.push({ tick, microseconds: bytes.readUIntBE(at, 3) })
        at += length
      } else at += status >> 4 === 0xc || status >> 4 === 0xd ? 1 : 2
    }
    lastTick = Math.max(lastTick, tick)
  }
  tempi.sort((a, b) => a.tick - b.tick)
  return { tempi, ticksPerQuarter: bytes.readUInt16BE(12), lastTick }
}

/** Returns the times of the quarters of a tempo map, seconds. */
export function quartersOf({ tempi, ticksPerQuarter, lastTick }: TempoMap): number[] {
  const beats: number[] = []
  let seconds = 0
  for (let tick = 0; tick <= lastTick; tick += ticksPerQuarter) {
    beats.push(seconds)
    for (let step = tick; step < tick + ticksPerQuarter; ) {
      const tempo = tempi.findLast((event) => event.tick <= step)?.microseconds ?? 500_000
      const next = tempi.find((event) => event.tick > step)?.tick ?? Number.POSITIVE_INFINITY
      const until = Math.min(tick + ticksPerQuarter, next)
      seconds += ((until - step) / ticksPerQuarter) * (tempo / 1e6)
      step = until
    }
  }
  return beats
}

/**
 * Finds all charted songs below a root that contains `usr/share` of the unpacked packages; their mixes are made once.
 */
export async function chartedSongs(root: string): Promise<ChartedSong[]> {
  const songs = join(root, 'usr/share/games/fretsonfire/data/songs')
  const out: ChartedSong[] = []
  for (const chart of (await readdir(songs, { recursive: true }))
    .filter((name) => name.endsWith('notes.mid'))
    .sort()) {
    const source = join(songs, chart, '..')
    const id = `recorded-${chart
      .split('/')
      .at(-2)!
      .toLowerCase()
      .replaceAll(/[^a-z]+/g, '-')}`
    const folder = join(corpusFolder(), id)
    const mixPath = join(folder, 'mix.wav')
    if (!existsSync(mixPath)) {
      await mkdir(folder, { recursive: true })
      const inputs = ['-i', join(source, 'song.ogg'), '-i', join(source, 'guitar.ogg')]
      const sum = 'amix=inputs=2:duration=longest:normalize=0,volume=0.6'
      const format = ['-ac', '2', '-ar', '44100', '-c:a', 'pcm_s16le', '-f', 'wav']
      await run('ffmpeg', [
        '-nostdin',
        '-v',
        'error',
        '-y',
        ...inputs,
        '-filter_complex',
        sum,
        ...format,
        `${mixPath}.draft`,
      ])
      await rename(`${mixPath}.draft`, mixPath)
    }
    out.push({ id, folder, mixPath, beats: quartersOf(readTempoMap(await readFile(join(songs, chart)))) })
  }
  return out
}
