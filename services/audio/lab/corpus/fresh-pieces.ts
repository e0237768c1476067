/**
 * The fresh set: 36 pieces committed before anything scored them, at a commit whose engine was chosen without them.
 * Nothing is tuned on them. None of their soundfonts is related to FluidR3, the tuning font: TimGM6mb and OPL-3, which
 * the held-out half has too, and Freepats, which the project had never used. csound-soundfont is not included, because
 * methods were chosen on it, nor are the kits that the drums were trained on. Programs belong to neither half, except
 * four basses. The first 24 have the styles of the held-out half, the last twelve have styles that no other piece has.
 */
import type { PieceSpec } from './piece.ts'

/** Patches for the Gravis Ultrasound, played by wildmidi; the package names its list after TiMidity. */
export const FREEPATS = '/etc/timidity/freepats.cfg'
const FONTS = ['sf2/TimGM6mb.sf2', FREEPATS, 'sf2/OPL-3_FM_128M.sf2']

type Line = readonly [
  style: string,
  bpm: number,
  tonic: number,
  mode: 'major' | 'minor',
  extra?: Partial<PieceSpec>,
]

const LINES: readonly Line[] = [
  ['house', 120, 6, 'minor'],
  ['house', 129, 1, 'major'],
  ['techno', 134, 10, 'minor'],
  ['techno', 142, 3, 'minor'],
  ['dnb', 168, 6, 'minor'],
  ['dnb', 174, 0, 'minor', { modulate: 3 }],
  ['breakbeat', 124, 9, 'minor'],
  ['breakbeat', 133, 2, 'minor'],
  ['hiphop', 82, 5, 'minor'],
  ['hiphop', 95, 11, 'major'],
  ['trap', 143, 8, 'minor'],
  ['rock', 104, 7, 'major'],
  ['rock', 155, 0, 'major'],
  ['pop', 123, 5, 'major', { modulate: 2 }],
  ['funk', 111, 1, 'minor'],
  ['swing', 145, 8, 'major'],
  ['waltz', 116, 4, 'minor'],
  ['waltz', 156, 10, 'major'],
  ['ballad', 75, 2, 'major'],
  ['ballad', 87, 7, 'minor', { rubato: 0.055 }],
  ['pop', 97, 9, 'major', { bpmLater: 112 }],
  ['longIntro', 127, 4, 'minor'],
  ['bossa', 126, 11, 'minor'],
  ['reggae', 150, 3, 'minor'],
  ['garage', 131, 2, 'minor'],
  ['disco', 117, 9, 'minor'],
  ['jungle', 164, 5, 'minor'],
  ['dubstep', 140, 4, 'minor'],
  ['shuffle', 118, 10, 'major'],
  ['sixEight', 70, 7, 'major'],
  ['fiveFour', 168, 3, 'minor'],
  ['motown', 125, 0, 'major'],
  ['dembow', 93, 6, 'minor'],
  ['samba', 102, 2, 'major'],
  ['neoSoul', 86, 8, 'minor'],
  ['punk', 154, 4, 'major', { bpmLater: 176, gradual: true }],
]

const PROGRAMS = {
  bass: [37, 34, 33, 38, 32],
  chords: [2, 25, 6, 26, 15, 19, 46],
  pad: [88, 61, 94, 44],
  lead: [71, 57, 68, 84, 40],
}
/**
 * Kits of TimGM6mb without the orchestra kit, whose keys have other meanings; the other two fonts have one kit each.
 */
const KITS = [16, 25, 0, 8, 24, 32, 40]

export const FRESH_PIECES: readonly PieceSpec[] = LINES.map(([style, bpm, tonic, mode, extra], i) => {
  const of = (list: readonly number[]) => list[i % list.length]!
  const soundfont = FONTS[i % FONTS.length]!
  return {
    id: `fresh-set-${String(i + 1).padStart(2, '0')}-${style.toLowerCase()}-${bpm}`,
    half: 'fresh',
    style,
    bpm,
    // Not all music starts after half a second.
    startSeconds: 0.15 + ((i * 7) % 12) * 0.17,
    tonic,
    mode,
    seed: 7_310_000 + i * 211,
    soundfont,
    kit: soundfont === FONTS[0] ? KITS[(i / FONTS.length) % KITS.length]! : 0,
    programs: {
      bass: of(PROGRAMS.bass),
      chords: of(PROGRAMS.chords),
      pad: of(PROGRAMS.pad),
      lead: of(PROGRAMS.lead),
    },
    ...extra,
  }
})
