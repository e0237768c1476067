/** What is done to a finished mix. `noise` is white, with an amplitude 30 dB below full scale, as in `robustness.ts`. */
export type Degradation = 'none' | 'mp3' | 'room' | 'compression' | 'noise'
/** All degradations. */
export const DEGRADATIONS: readonly Degradation[] = ['none', 'mp3', 'room', 'compression', 'noise']

/**
 * Drums of a recipe: a kit of recorded sounds by name, a kit of a soundfont by program, a kit synthesised from a seed,
 * or none.
 */
export type DrumSource =
  | { readonly kit: string }
  | { readonly soundfont: string; readonly program: number }
  | { readonly synthetic: number }
  | { readonly none: true }

/** Everything that decides how a piece sounds, without any note of the performance. */
export interface Recipe {
  readonly id: string
  /** Performance of the Groove MIDI Dataset. */
  readonly performance: string
  /** First bar of the excerpt, and number of bars. */
  readonly fromBar: number
  readonly bars: number
  /** Silence before the first bar, seconds. */
  readonly startSeconds: number
  readonly drums: DrumSource
  /** Style whose bass and chords play along, with General MIDI programs. */
  readonly accompaniment: {
    readonly style: string
    readonly soundfont: string
    readonly tonic: number
    readonly mode: 'major' | 'minor'
    readonly programs: Readonly<Record<'bass' | 'chords' | 'pad' | 'lead', number>>
    /** Level relative to the drums, dB (root mean square); null for drums alone. */
    readonly levelDb: number | null
  }
  readonly degradation: Degradation
  readonly seed: number
}

/**
 * Kits of recorded sounds that play in the second fresh set. Named before anything was trained on Groove performances;
 * training leaves them out. None is related to another kit.
 */
export const KITS_SET_APART: readonly string[] = [
  'hydrogen ColomboAcousticDrumkit',
  'hydrogen ForzeeStereo',
  'Red_Zeppelin_4_LV2',
]
/**
 * Soundfonts that play drums and accompaniment of the second fresh set, and no training mix: TimGM6mb (fluidsynth) and
 * Freepats (wildmidi).
 */
export const FONTS_SET_APART: readonly string[] = ['sf2/TimGM6mb.sf2', '/etc/timidity/freepats.cfg']
