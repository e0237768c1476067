import type { PieceSpec } from '../corpus/piece.ts'
import { type Feel, JUDGED_STYLES } from './judged-styles.ts'

/** A piece as a musician would describe it from its specification: feel 0–10 and facts. */
export interface JudgedPiece {
  readonly id: string
  readonly style: string
  readonly feel: Feel
  readonly feltBpm: number
  readonly minor: boolean
  readonly triple: boolean
}

type Shift = Partial<Record<keyof Feel, number>>

/** Minor darkens and major brightens by the same amount (Hevner 1935). */
const MINOR: Shift = {
  darkness: 1.5,
  sadness: 1.5,
  joy: -1.5,
  tension: 0.75,
  brightness: -0.75,
  warmth: -0.5,
}
/** Effect per multiple of the style's middle tempo: 10 % faster changes energy by 0.8. */
const FASTER: Shift = { energy: 8, calm: -6, aggression: 4, sadness: -4, tension: 3, dance: 2, space: -2 }

/** Effect of a General MIDI program; other programs are neutral. */
const PROGRAM_SHIFTS: Readonly<Record<number, Shift>> = {
  4: { warmth: 1, brightness: -0.5 }, // electric piano
  5: { warmth: 0.5 },
  16: { warmth: 0.5, space: 0.3 }, // drawbar organ
  1: { brightness: 0.5, warmth: -0.3 }, // bright piano
  7: { warmth: -1, brightness: 0.7, groove: 0.3 }, // clavinet
  24: { warmth: 1, acoustic: 0.7, calm: 0.3 }, // nylon guitar
  28: { warmth: -0.3, groove: 0.3 }, // muted guitar
  48: { warmth: 0.4, space: 0.3 }, // strings
  49: { warmth: 0.4, space: 0.5 }, // slow strings
  89: { warmth: 0.7, space: 0.5 }, // warm pad
  91: { warmth: 0.3, space: 0.7 }, // choir pad
  95: { space: 1 }, // sweep pad
  80: { warmth: -0.8, brightness: 0.5, acoustic: -0.7 }, // square lead
  81: { warmth: -0.8, brightness: 0.7, aggression: 0.5, acoustic: -0.7 }, // saw lead
  65: { warmth: 0.4, acoustic: 0.5 }, // alto saxophone
  66: { warmth: 0.4, acoustic: 0.5 }, // tenor saxophone
  73: { warmth: 0.3, calm: 0.3, acoustic: 0.5 }, // flute
  56: { brightness: 0.5, acoustic: 0.5 }, // trumpet
  53: { warmth: 0.6, space: 0.3 }, // voice oohs
  85: { space: 0.3 }, // voice lead
  38: { acoustic: -0.5, bass: 0.3 }, // synth basses
  39: { acoustic: -0.5, bass: 0.3 },
  32: { acoustic: 0.5, warmth: 0.3 }, // upright bass
  35: { warmth: 0.3 }, // fretless bass
}
/** Drum kits of General MIDI level 2. */
const KIT_SHIFTS: Readonly<Record<number, Shift>> = {
  16: { energy: 0.4, aggression: 0.5, drums: 0.5 }, // power
  24: { acoustic: -0.7 }, // electronic
  25: { acoustic: -0.7, bass: 0.3 }, // TR-808
  32: { acoustic: 0.4, aggression: -0.3 }, // jazz
  40: { acoustic: 0.4, aggression: -0.5, drums: -0.7, calm: 0.3 }, // brush
}
/** A two-operator FM chip sounds thin and glassy. */
const FM_CHIP: Shift = { warmth: -1.2, brightness: 0.5, acoustic: -1.5 }

/** Judges one piece from its specification alone, on the absolute scale. */
function judgePiece(spec: PieceSpec): JudgedPiece {
  const judged = JUDGED_STYLES[spec.style]!
  const feel = { ...judged.feel } as Record<keyof Feel, number>
  const move = (shift: Shift | undefined, by = 1) => {
    for (const [name, amount] of Object.entries(shift ?? {})) feel[name as keyof Feel] += amount * by
  }
  const writtenBpm = spec.bpmLater === undefined ? spec.bpm : (spec.bpm + spec.bpmLater) / 2
  const feltBpm = writtenBpm * judged.feltRatio
  move(MINOR, spec.mode === 'minor' ? 1 : -1)
  move(FASTER, Math.max(-0.25, Math.min(0.25, feltBpm / judged.middleBpm - 1)))
  for (const program of Object.values(spec.programs)) move(PROGRAM_SHIFTS[program])
  if (judged.feel.drums > 0) move(KIT_SHIFTS[spec.kit])
  if (spec.soundfont.includes('OPL')) move(FM_CHIP)
  for (const name of Object.keys(feel) as (keyof Feel)[]) feel[name] = Math.max(0, Math.min(10, feel[name]))
  if (judged.feel.drums === 0) feel.drums = 0
  return {
    id: spec.id,
    style: spec.style,
    feel,
    feltBpm,
    minor: spec.mode === 'minor',
    triple: spec.style === 'waltz',
  }
}

/**
 * Judges a library: every feel is stretched so that the minimum of the library is 0 and the maximum 10, because "very
 * aggressive" means the most aggressive tracks of the library.
 */
export function judgeLibrary(specs: readonly PieceSpec[]): JudgedPiece[] {
  const pieces = specs.map(judgePiece)
  const names = Object.keys(pieces[0]!.feel) as (keyof Feel)[]
  const ranges = names.map((name) => {
    const values = pieces.map((piece) => piece.feel[name])
    return { name, least: Math.min(...values), most: Math.max(...values) }
  })
  return pieces.map((piece) => {
    const stretched = ranges.map(({ name, least, most }) => {
      const value = (10 * (piece.feel[name] - least)) / (most - least)
      return [name, Math.round(value * 100) / 100]
    })
    return { ...piece, feel: Object.fromEntries(stretched) as unknown as Feel }
  })
}
