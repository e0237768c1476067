import { FRESH_PIECES } from './fresh-pieces.ts'
import type { Half, PieceSpec } from './piece.ts'

const FLUID = 'sf2/FluidR3_GM.sf2'
/**
 * A font that states that it is based on FluidR3: other mixes and loops, partly the same recordings. Its figures are
 * reported separately.
 */
export const RELATED_FONT = 'sf3/MuseScore_General_Lite.sf3'
/** None of these is used in the tuning half. */
const OTHERS = ['sf2/TimGM6mb.sf2', RELATED_FONT, 'sf2/OPL-3_FM_128M.sf2']

/** Piece of one of the two halves. */
export interface CorpusPiece extends PieceSpec {
  readonly half: 'tuning' | 'held-out'
}

type Line = readonly [
  style: string,
  bpm: number,
  tonic: number,
  mode: 'major' | 'minor',
  extra?: Partial<Omit<PieceSpec, 'half'>>,
]

/** Rendered with FluidR3. Every choice of method and every constant is made only on these. */
const TUNING: readonly Line[] = [
  ['house', 122, 9, 'minor'],
  ['house', 127, 5, 'minor'],
  ['techno', 132, 7, 'minor'],
  ['techno', 140, 2, 'minor'],
  ['dnb', 172, 4, 'minor'],
  ['dnb', 176, 10, 'major'],
  ['breakbeat', 134, 0, 'minor'],
  ['hiphop', 88, 1, 'minor'],
  ['hiphop', 96, 8, 'major'],
  ['trap', 140, 6, 'minor'],
  ['rock', 112, 4, 'major'],
  ['rock', 148, 9, 'major'],
  ['pop', 104, 0, 'major', { modulate: 2 }],
  ['funk', 106, 2, 'major'],
  ['swing', 138, 10, 'major'],
  ['swing', 164, 3, 'major'],
  ['waltz', 96, 7, 'major'],
  ['waltz', 150, 2, 'minor'],
  ['ballad', 72, 5, 'major'],
  ['ballad', 84, 11, 'minor', { rubato: 0.06 }],
  ['pop', 100, 3, 'major', { bpmLater: 118 }],
  ['longIntro', 124, 1, 'minor'],
]

/** Other soundfonts, kits and programs, and styles (bossa, reggae) that the tuning half does not have. */
const HELD_OUT: readonly Line[] = [
  ['house', 118, 3, 'minor'],
  ['house', 126, 11, 'minor', { modulate: 2 }],
  ['techno', 128, 0, 'minor'],
  ['techno', 145, 5, 'minor'],
  ['dnb', 170, 9, 'minor'],
  ['dnb', 178, 2, 'minor'],
  ['breakbeat', 128, 7, 'minor'],
  ['breakbeat', 138, 5, 'major'],
  ['hiphop', 78, 4, 'minor'],
  ['hiphop', 92, 6, 'minor'],
  ['trap', 146, 1, 'minor'],
  ['rock', 120, 2, 'major'],
  ['rock', 162, 7, 'major'],
  ['pop', 110, 10, 'major'],
  ['funk', 98, 4, 'minor'],
  ['swing', 126, 5, 'major'],
  ['waltz', 108, 0, 'major'],
  ['waltz', 168, 9, 'minor'],
  ['ballad', 70, 8, 'major'],
  ['ballad', 90, 2, 'minor', { rubato: 0.05 }],
  ['rock', 132, 6, 'minor', { bpmLater: 116 }],
  ['longIntro', 121, 9, 'minor'],
  ['bossa', 132, 2, 'major'],
  ['reggae', 144, 7, 'minor'],
]

/** General MIDI programs: 33–38 basses, 0–7 and 24–30 chords, 48–54 and 88–95 pads, 52–85 leads. */
const PROGRAMS = {
  tuning: { bass: [33, 38, 34], chords: [0, 4, 27, 16], pad: [48, 89, 50], lead: [80, 65, 73, 53] },
  'held-out': {
    bass: [32, 39, 36, 35],
    chords: [1, 5, 24, 28, 7],
    pad: [49, 91, 51, 95],
    lead: [81, 66, 56, 54, 85],
  },
}
const KITS = { tuning: [0, 8, 25, 16], 'held-out': [0, 24, 32, 8, 40] }

const specs = (half: CorpusPiece['half'], lines: readonly Line[], seedFrom: number): CorpusPiece[] =>
  lines.map(([style, bpm, tonic, mode, extra], i) => {
    const programs = PROGRAMS[half]
    const of = (list: readonly number[], stride: number) => list[(i * stride) % list.length]!
    return {
      id: `${half}-${String(i + 1).padStart(2, '0')}-${style.toLowerCase()}-${bpm}`,
      half,
      style,
      bpm,
      tonic,
      mode,
      seed: seedFrom + i * 101,
      soundfont: half === 'tuning' ? FLUID : OTHERS[i % OTHERS.length]!,
      kit: of(KITS[half], 1),
      programs: {
        bass: of(programs.bass, 1),
        chords: of(programs.chords, 1),
        pad: of(programs.pad, 1),
        lead: of(programs.lead, 1),
      },
      ...extra,
    }
  })

/** All pieces of the corpus: 22 for tuning and 24 held out. */
export const PIECES: readonly CorpusPiece[] = [
  ...specs('tuning', TUNING, 1000),
  ...specs('held-out', HELD_OUT, 900_000),
]

/** Returns the pieces of a half, or the fresh ones. */
export const piecesOf = (half: Half): readonly PieceSpec[] =>
  half === 'fresh' ? FRESH_PIECES : PIECES.filter((piece) => piece.half === half)

/** Eight held-out pieces that CI scores, spread over styles, tempos and all three soundfonts. */
const CI_INDEXES = [0, 4, 8, 9, 13, 17, 19, 23]
export const CI_IDS: readonly string[] = PIECES.filter((piece) => piece.half === 'held-out')
  .filter((_, i) => CI_INDEXES.includes(i))
  .map((piece) => piece.id)
