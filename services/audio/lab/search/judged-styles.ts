/**
 * Expected feel of each style AS IT IS WRITTEN in `corpus/styles.ts` (patterns, layers, form), before mode, tempo and
 * instruments are known. Every number is 0–10, judged by reading the patterns; none was measured. The numbers are for a
 * piece between major and minor at the style's middle tempo; `judge-piece.ts` adapts them to the single piece.
 */
export interface Feel {
  readonly energy: number
  readonly aggression: number
  readonly tension: number
  readonly groove: number
  readonly warmth: number
  /** Openness, pads, room: atmospheric or dreamy. */
  readonly space: number
  readonly joy: number
  readonly sadness: number
  readonly darkness: number
  readonly brightness: number
  /** Hypnotic repetition. */
  readonly trance: number
  readonly dance: number
  readonly calm: number
  /** 10 for a band in a room, 0 for a machine. */
  readonly acoustic: number
  /** How much a melody leads. */
  readonly melody: number
  readonly drums: number
  readonly bass: number
}

export interface JudgedStyle {
  /** Middle of the perceived tempo of the corpus pieces of this style, beats per minute. */
  readonly middleBpm: number
  /** Perceived tempo divided by written tempo. */
  readonly feltRatio: number
  readonly why: string
  readonly feel: Feel
}

const style = (middleBpm: number, why: string, numbers: readonly number[], feltRatio = 1): JudgedStyle => {
  const [energy, aggression, tension, groove, warmth, space, joy, sadness, darkness] = numbers as number[]
  const [brightness, trance, dance, calm, acoustic, melody, drums, bass] = numbers.slice(9) as number[]
  return {
    middleBpm,
    feltRatio,
    why,
    feel: {
      energy: energy!,
      aggression: aggression!,
      tension: tension!,
      groove: groove!,
      warmth: warmth!,
      space: space!,
      joy: joy!,
      sadness: sadness!,
      darkness: darkness!,
      brightness: brightness!,
      trance: trance!,
      dance: dance!,
      calm: calm!,
      acoustic: acoustic!,
      melody: melody!,
      drums: drums!,
      bass: bass!,
    },
  }
}

/* Columns: energy aggression tension groove warmth space joy sadness darkness | brightness trance dance calm acoustic melody drums bass */
export const JUDGED_STYLES: Readonly<Record<string, JudgedStyle>> = {
  house: style(
    123,
    'Four on the floor, open hats off the beat and syncopated stabs: friendly, steady, made to dance; pads and a break keep it from being hard.',
    [7, 2.5, 3, 8, 5, 4, 7, 2, 2.5, 6.5, 7, 9.5, 2, 2, 5, 8, 7],
  ),
  techno: style(
    136,
    'Four on the floor with a bass on three of every four sixteenths and sixteenth hats in the drop, hardly a tune: driving, mechanical, insistent.',
    [8, 6, 6, 7, 2, 4, 4.5, 1.5, 5.5, 5, 9, 9, 1, 1, 3.5, 9, 8],
  ),
  dnb: style(
    174,
    'Backbeat with ghost notes above 170 beats a minute over long bass notes and pads: frantic drums below, wide chords above.',
    [9, 5.5, 5.5, 7, 3, 5.5, 6, 2, 4.5, 6.5, 6, 7, 1, 1, 5, 9, 8.5],
  ),
  breakbeat: style(
    133,
    'Broken, slightly swung funk drums with ghost snares and off-beat stabs: bouncy and rough, less straight than house.',
    [7.5, 5, 4.5, 8.5, 4, 3.5, 6.5, 1.5, 3.5, 6.5, 5, 8, 1.5, 2.5, 5, 9, 7],
  ),
  hiphop: style(
    89,
    'Laid-back swung beat around 90 with held chords and sparse bass: head-nodding, relaxed, a little smoky; starts with pads alone.',
    [4.5, 2.5, 2.5, 8, 6, 5, 5, 3, 4, 4, 6, 6, 4.5, 3, 4, 7, 7.5],
  ),
  trap: style(
    143,
    'Sparse heavy kicks and claps under rolling hats and chords held a whole bar: cold, spacious, menacing rather than fast.',
    [6, 5.5, 5.5, 6.5, 3, 6.5, 4, 3.5, 5.5, 4.5, 5.5, 6, 2.5, 1, 5.5, 7, 8],
  ),
  rock: style(
    132,
    'Eighths in drums, bass and chords with a hard backbeat, ride in the chorus, busy lead: loud, direct, a band playing.',
    [8, 5.5, 4, 5, 4.5, 2.5, 6, 2.5, 3, 7, 2, 4.5, 1.5, 6.5, 7, 8.5, 5.5],
  ),
  pop: style(
    105,
    'Plain backbeat, four chords to the bar, pads and a busy tune in the chorus: light, pleasant, singable.',
    [6, 1.5, 2, 5.5, 6, 4.5, 7, 2.5, 2, 7, 2, 6, 3.5, 5, 8, 6.5, 5],
  ),
  funk: style(
    102,
    'Sixteenth hats, ghost snares, syncopated octave bass and off-beat chords: all groove, playful, dry.',
    [7, 2, 2.5, 10, 6, 2, 7.5, 1, 1.5, 7, 4, 8.5, 1.5, 6, 6, 9, 7.5],
  ),
  swing: style(
    140,
    'Walking bass, swung ride and pedal hat, feathered kick, the liveliest tune of the corpus: cheerful, light on its feet, no force.',
    [6.5, 0.5, 2, 8, 7, 2, 7.5, 1.5, 2, 6.5, 1.5, 5.5, 3.5, 9.5, 8, 4.5, 5.5],
  ),
  bossa: style(
    132,
    'Syncopated rim and guitar-like chords in sixteenths at 132, so nearer a light samba than a lounge bossa: soft touch, busy, sunny.',
    [5.5, 0.5, 1.5, 7, 8, 3.5, 6.5, 2.5, 2, 6.5, 4, 6, 5, 9, 5.5, 5.5, 5],
  ),
  reggae: style(
    72,
    'One drop on the third beat, off-beat chops, melodic bass, felt at half the written tempo: easy, warm, sunny even in minor.',
    [4.5, 0.5, 1.5, 8, 8, 4, 7, 2, 2, 5, 6, 6, 6.5, 6, 5.5, 5, 8],
    0.5,
  ),
  waltz: style(
    120,
    'Three to the bar, soft snare and chords on two and three, a tune above: turning, courtly, a little nostalgic.',
    [4, 0.5, 2, 4, 7, 4.5, 5, 4.5, 2.5, 6, 3, 4, 5.5, 8.5, 7.5, 4, 3.5],
  ),
  ballad: style(
    79,
    'No drums at all, repeated chords, pads almost throughout and a slow tune: intimate, still, wistful.',
    [1.5, 0, 1.5, 1, 8, 7.5, 3.5, 5.5, 3, 4, 2.5, 0.5, 9, 8.5, 6, 0, 3],
  ),
  longIntro: style(
    122,
    'Ten bars of pad alone, then a plain four on the floor for the drop: patient, floating, later a dance track.',
    [6, 2, 3.5, 6.5, 5, 7.5, 6, 2.5, 3, 5, 7, 7.5, 3.5, 1.5, 5, 6.5, 6.5],
  ),
}
