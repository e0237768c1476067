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

/** Tuned on, held out, or written later than the engine that it judges (`fresh-pieces.ts`). */
export type Half = 'tuning' | 'held-out' | 'fresh'

/** What is exactly true of a rendered piece. */
export interface Truth {
  readonly id: string
  readonly half: Half
  readonly style: string
  readonly hasDrums: boolean
  readonly durationSeconds: number
  /** The tempo that holds longest, beats per minute. */
  readonly tempoBpm: number
  readonly beatsPerBar: number
  /** From the first section with a rhythm on; a pad alone has no beat to find. */
  readonly beats: readonly number[]
  readonly downbeats: readonly number[]
  readonly drumHits: readonly DrumHit[]
  /** First the key that holds longest. */
  readonly keys: readonly KeySpan[]
  readonly sections: readonly Section[]
}

/** Everything that decides how a piece sounds. */
export interface PieceSpec {
  readonly id: string
  readonly half: Half
  readonly style: string
  readonly bpm: number
  /** When the first beat falls, seconds; half a second where nothing is said. */
  readonly startSeconds?: number
  /** Second tempo for the last half, or depth of rubato, by style. */
  readonly bpmLater?: number
  /** The second tempo is reached little by little, at the end. */
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

/** A kit maps a drum class and an accent to General MIDI keys. */
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
 * Percussion that belongs to no class: it sounds in the drums' stem and is an onset, but a hit of it is no hit to find.
 * Apart from the drums because training draws a sound for each of those.
 */
export const PERCUSSION_KEYS: Record<string, number> = {
  tambourine: 54,
  cowbell: 56,
  conga: 63,
  shaker: 70,
}
