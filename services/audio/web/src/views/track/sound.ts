/** Instruments with a lane of their own, from the lowest to the highest. */
export const DRUMS = ['kick', 'snare', 'hat', 'tom', 'cymbal'] as const
export type Drum = (typeof DRUMS)[number]

/** A part of the track with a name. */
export interface Span {
  readonly start: number
  readonly end: number
  readonly label: string
  /** Kind of a section, which chooses its shade. */
  readonly kind?: string
  /** 0 to 1; below `CERTAIN_KEY` it is drawn as a guess. */
  readonly confidence?: number
}

/** Strokes of one drum: times in seconds, strengths and confidences from 0 to 1. */
export interface DrumLane {
  readonly times: readonly number[]
  readonly strengths: readonly number[]
  readonly confidences: readonly number[]
}

/** A value over time: one point for each moment, in order. */
export interface Curve {
  readonly name: string
  readonly times: readonly number[]
  readonly values: readonly number[]
  readonly lowest: number
  readonly highest: number
}

/** What is drawn of a track, in the units of the drawing: seconds and 0 to 1. */
export interface Sound {
  readonly duration: number
  readonly beats: readonly number[]
  readonly downbeats: readonly number[]
  /** Whether the lines of the beats are drawn broken. */
  readonly gridGuessed: boolean
  /** Whether the lines of the bars are drawn broken. */
  readonly barsGuessed: boolean
  readonly sections: readonly Span[]
  readonly drums: Readonly<Record<Drum, DrumLane>>
  readonly keys: readonly Span[]
  readonly tempos: readonly Span[]
  readonly curve: Curve | undefined
  /** Whether only the waveform is here yet: an empty lane then says nothing about the track. */
  readonly isWaiting?: boolean
}

const NO_STROKES: DrumLane = { times: [], strengths: [], confidences: [] }

/** Returns what is drawn of a track of which only the waveform is here. */
export const waitingSound = (duration: number): Sound => ({
  duration,
  beats: [],
  downbeats: [],
  gridGuessed: false,
  barsGuessed: false,
  sections: [],
  drums: { kick: NO_STROKES, snare: NO_STROKES, hat: NO_STROKES, tom: NO_STROKES, cymbal: NO_STROKES },
  keys: [],
  tempos: [],
  curve: undefined,
  isWaiting: true,
})
