/** Drum classes that are scored. */
export type DrumClass = 'kick' | 'snare' | 'hat' | 'tom' | 'cymbal'

export interface DrumHit {
  readonly timeSeconds: number
  readonly instrument: DrumClass
  readonly velocity: number
}

export interface Section {
  readonly startSeconds: number
  readonly endSeconds: number
  readonly label: string
}

export interface KeySpan {
  readonly startSeconds: number
  /** Pitch class 0–11, C = 0. */
  readonly tonic: number
  readonly mode: 'major' | 'minor'
}

/** Set of a piece: for tuning, held out, or written later than the engine that it judges (`fresh-pieces.ts`). */
export type Half = 'tuning' | 'held-out' | 'fresh'

/** Ground truth of a rendered piece. */
export interface Truth {
  readonly id: string
  readonly half: Half
  readonly style: string
  readonly hasDrums: boolean
  readonly durationSeconds: number
  /** Tempo that lasts longest, beats per minute. */
  readonly tempoBpm: number
  readonly beatsPerBar: number
  /** Beats from the first section with a rhythm on; a pad alone has no beat. */
  readonly beats: readonly number[]
  readonly downbeats: readonly number[]
  readonly drumHits: readonly DrumHit[]
  /** Keys; the first one lasts longest. */
  readonly keys: readonly KeySpan[]
  readonly sections: readonly Section[]
}

/** Specification of a piece: everything that decides how it sounds. */
export interface PieceSpec {
  readonly id: string
  readonly half: Half
  readonly style: string
  readonly bpm: number
  /** Time of the first beat, seconds; half a second by default. */
  readonly startSeconds?: number
  /** Second tempo for the last half, or depth of rubato, depending on the style. */
  readonly bpmLater?: number
  /** Whether the second tempo is reached gradually, at the end. */
  readonly gradual?: boolean
  readonly rubato?: number
  readonly tonic: number
  readonly mode: 'major' | 'minor'
  readonly modulate?: number
  readonly seed: number
  readonly soundfont: string
  readonly kit: number
  readonly programs: {
    readonly bass: number
    readonly chords: number
    readonly pad: number
    readonly lead: number
  }
}

/** Maps a drum class and an accent to General MIDI keys. */
export const DRUM_KEYS: Record<string, { pitch: number; drumClass: DrumClass }> = {
  kick: { pitch: 36, drumClass: 'kick' },
  snare: { pitch: 38, drumClass: 'snare' },
  clap: { pitch: 39, drumClass: 'snare' },
  rim: { pitch: 37, drumClass: 'snare' },
  hat: { pitch: 42, drumClass: 'hat' },
  pedal: { pitch: 44, drumClass: 'hat' },
  open: { pitch: 46, drumClass: 'hat' },
  ride: { pitch: 51, drumClass: 'cymbal' },
  crash: { pitch: 49, drumClass: 'cymbal' },
  tomHigh: { pitch: 48, drumClass: 'tom' },
  tomMid: { pitch: 45, drumClass: 'tom' },
  tomLow: { pitch: 41, drumClass: 'tom' },
}

/**
 * Percussion without a class: it sounds in the drum stem and counts as an onset, but not as a hit. Separate from the
 * drums, because training draws a sound for each of those.
 */
export const PERCUSSION_KEYS: Record<string, number> = {
  tambourine: 54,
  cowbell: 56,
  conga: 63,
  shaker: 70,
}
