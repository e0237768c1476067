/**
 * Reads the Groove MIDI Dataset (Gillick et al., Learning to groove with inverse sequence transformations, ICML 2019;
 * CC BY 4.0): performances of professional drummers on an electronic kit, played to a click. The data stays outside the
 * repository; `ASSAY_GROOVE` is its folder.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DrumClass } from '../corpus/piece.ts'
import { type MidiPerformance, readMidi } from './read-midi.ts'

/** Part of the data, as divided by its authors. */
export type Split = 'train' | 'validation' | 'test'

/** Line of `info.csv`. */
export interface PerformanceInfo {
  readonly id: string
  readonly style: string
  readonly bpm: number
  readonly kind: 'beat' | 'fill'
  readonly metre: string
  readonly path: string
  readonly durationSeconds: number
  readonly split: Split
}

/** Returns the folder of the data. */
export const grooveFolder = (): string =>
  process.env.ASSAY_GROOVE ?? join(import.meta.dirname, '../../../../../shared/data/audio/groove')

let known: Promise<readonly PerformanceInfo[]> | undefined
/** Returns all lines of `info.csv`, in the order of the file. */
export function performances(): Promise<readonly PerformanceInfo[]> {
  known ??= readFile(join(grooveFolder(), 'info.csv'), 'utf8').then((text) =>
    text
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => {
        const [, , id, style, bpm, kind, metre, path, , seconds, split] = line.trim().split(',') as string[]
        return {
          id: id!,
          style: style!,
          bpm: Number(bpm),
          kind: kind as PerformanceInfo['kind'],
          metre: metre!,
          path: path!,
          durationSeconds: Number(seconds),
          split: split as Split,
        }
      }),
  )
  return known
}

/** Reads the MIDI file of a performance. */
export async function readPerformance(info: PerformanceInfo): Promise<MidiPerformance> {
  return readMidi(await readFile(join(grooveFolder(), info.path)))
}

/** Sound of a pad of the electronic kit: General MIDI key that plays it, name of the kit's sound, and class. */
export interface Pad {
  readonly generalMidi: number
  /** Key of `DRUM_KEYS`. */
  readonly sound: string
  readonly drumClass: DrumClass
}

const pad = (generalMidi: number, sound: string, drumClass: DrumClass): Pad => ({
  generalMidi,
  sound,
  drumClass,
})

/** Pads by the key that the electronic kit sends (list of the data's authors). Others are left out. */
export const PADS: Readonly<Record<number, Pad>> = {
  36: pad(36, 'kick', 'kick'),
  37: pad(37, 'rim', 'snare'),
  38: pad(38, 'snare', 'snare'),
  40: pad(40, 'snare', 'snare'),
  22: pad(42, 'hat', 'hat'),
  42: pad(42, 'hat', 'hat'),
  44: pad(44, 'pedal', 'hat'),
  26: pad(46, 'open', 'hat'),
  46: pad(46, 'open', 'hat'),
  48: pad(48, 'tomHigh', 'tom'),
  50: pad(50, 'tomHigh', 'tom'),
  45: pad(45, 'tomMid', 'tom'),
  47: pad(47, 'tomMid', 'tom'),
  43: pad(43, 'tomLow', 'tom'),
  58: pad(43, 'tomLow', 'tom'),
  51: pad(51, 'ride', 'cymbal'),
  53: pad(53, 'ride', 'cymbal'),
  59: pad(59, 'ride', 'cymbal'),
  49: pad(49, 'crash', 'cymbal'),
  52: pad(52, 'crash', 'cymbal'),
  55: pad(55, 'crash', 'cymbal'),
  57: pad(57, 'crash', 'cymbal'),
}
