/**
 * Patterns of a bar, one character per step: `X` accent, `x` hit, `o` ghost, `.` rest. Written from the basic patterns
 * in drummers' method books; variations alternate by section.
 */
export interface Style {
  readonly beatsPerBar: number
  readonly stepsPerBeat: number
  /** Share of a pair of steps taken by the first: 0.5 straight, 0.667 triplet swing. */
  readonly swing: number
  readonly drums: readonly Readonly<Record<string, string>>[]
  /** Whole bars that end a section, in turn; without them the last beat is a run over the toms. */
  readonly fills?: readonly Readonly<Record<string, string>>[]
  /** Delay of a drum behind its step, seconds. */
  readonly delaySeconds?: Readonly<Record<string, number>>
  /** Bass rhythm in steps; digits choose the chord tone (1 root, 5 fifth, 8 octave, 3 third). */
  readonly bass: readonly string[]
  /** Chord rhythm in steps: `x` short stab, `-` held from here for the whole bar. */
  readonly chords: readonly string[]
  readonly leadDensity: number
  /** Section plan: label, bars, which layers play (d drums, b bass, c chords, p pad, l lead). */
  readonly form: readonly (readonly [label: string, bars: number, layers: string])[]
}

/** Sections of a dance track. */
export const dance: Style['form'] = [
  ['intro', 4, 'd'],
  ['verse', 8, 'dbp'],
  ['build', 4, 'dcp'],
  ['drop', 8, 'dbcl'],
  ['break', 4, 'pl'],
  ['drop', 8, 'dbcl'],
  ['outro', 4, 'db'],
]
/** Sections of a song. */
export const song: Style['form'] = [
  ['intro', 4, 'c'],
  ['verse', 8, 'dbc'],
  ['chorus', 8, 'dbcpl'],
  ['verse', 8, 'dbc'],
  ['chorus', 8, 'dbcpl'],
  ['outro', 2, 'cp'],
]
const quiet: Style['form'] = [
  ['intro', 4, 'c'],
  ['verse', 8, 'cp'],
  ['chorus', 8, 'bcpl'],
  ['outro', 4, 'cp'],
]

export const STYLES: Record<string, Style> = {
  house: {
    beatsPerBar: 4,
    stepsPerBeat: 4,
    swing: 0.5,
    drums: [
      {
        kick: 'X...X...X...X...',
        clap: '....X.......X...',
        open: '..x...x...x...x.',
        hat: 'o.o.o.o.o.o.o.o.',
      },
      {
        kick: 'X...X...X...X..o',
        clap: '....X.......X...',
        open: '..X...X...X...X.',
        hat: 'ooxooox.ooxooox.',
      },
    ],
    bass: ['..1...1...1...1.', '1..1..1.5...8.1.'],
    chords: ['x..x..x...x..x..', '-...............'],
    leadDensity: 0.35,
    form: dance,
  },
  techno: {
    beatsPerBar: 4,
    stepsPerBeat: 4,
    swing: 0.5,
    drums: [
      { kick: 'X...X...X...X...', hat: '..x...x...x...x.', rim: '...o..o....o..o.' },
      {
        kick: 'X...X...X...X...',
        hat: 'xxxxxxxxxxxxxxxx',
        snare: '....x.......x...',
        open: '..X...X...X...X.',
      },
    ],
    bass: ['.111.111.111.111', '..1...1...1..11.'],
    chords: ['..x..x....x..x..', '-...............'],
    leadDensity: 0.25,
    form: dance,
  },
  dnb: {
    beatsPerBar: 4,
    stepsPerBeat: 4,
    swing: 0.5,
    drums: [
      { kick: 'X.........x.....', snare: '....X.......X...', hat: 'x.x.x.x.x.x.x.x.' },
      { kick: 'X.x.......x..x..', snare: '....X..o.o..X..o', hat: 'x.xxx.x.x.xxx.x.' },
    ],
    bass: ['1.......1.....5.', '1..1......1...3.'],
    chords: ['-...............', 'x.....x.........'],
    leadDensity: 0.3,
    form: [
      ['intro', 8, 'dp'],
      ...dance.slice(1, 4),
      ['drop', 8, 'dbcpl'],
      ['break', 8, 'pl'],
      ...dance.slice(5),
    ],
  },
  breakbeat: {
    beatsPerBar: 4,
    stepsPerBeat: 4,
    swing: 0.54,
    drums: [
      { kick: 'X.x.......xx....', snare: '....X..o.o..X..o', hat: 'x.x.x.x.x.x.x.x.' },
      { kick: 'X.x...x...x.....', snare: '....X..o.o....X.', hat: 'x.x.x.x.x.x.x.x.' },
    ],
    bass: ['1..1..5...1.3...', '1.....1.8...5...'],
    chords: ['..x...x...x...x.', '-...............'],
    leadDensity: 0.35,
    form: dance,
  },
  hiphop: {
    beatsPerBar: 4,
    stepsPerBeat: 4,
    swing: 0.58,
    drums: [
      { kick: 'X......x..x.....', snare: '....X.......X...', hat: 'x.x.x.x.x.x.x.x.' },
      { kick: 'X..x......x..x..', snare: '....X.......X..o', hat: 'xxx.x.xxx.x.xox.' },
    ],
    bass: ['1......1..5.....', '1...........8.5.'],
    chords: ['-...............', 'x.....x...x.....'],
    leadDensity: 0.25,
    form: [
      ['intro', 4, 'cp'],
      ['verse', 8, 'dbc'],
      ['chorus', 8, 'dbcpl'],
      ['verse', 8, 'dbc'],
      ['outro', 2, 'cp'],
    ],
  },
  trap: {
    beatsPerBar: 4,
    stepsPerBeat: 4,
    swing: 0.5,
    drums: [
      { kick: 'X.....x...x.....', clap: '....X.......X...', hat: 'x.x.x.x.x.x.xxxx' },
      { kick: 'X..x......xx....', clap: '....X.......X...', hat: 'x.xxx.x.xxx.x.xx' },
    ],
    bass: ['1.....1...1.....', '1..........1....'],
    chords: ['-...............', '-...............'],
    leadDensity: 0.3,
    form: [
      ['intro', 4, 'cp'],
      ['verse', 8, 'dbc'],
      ['drop', 8, 'dbcpl'],
      ['break', 4, 'pl'],
      ['drop', 8, 'dbcpl'],
    ],
  },
  rock: {
    beatsPerBar: 4,
    stepsPerBeat: 2,
    swing: 0.5,
    drums: [
      { kick: 'X...XX..', snare: '..X...X.', hat: 'xxxxxxxx' },
      { kick: 'X..xX...', snare: '..X...X.', ride: 'XxXxXxXx' },
    ],
    bass: ['11111111', '1.11518.'],
    chords: ['x.xxx.xx', '-.......'],
    leadDensity: 0.45,
    form: song,
  },
  pop: {
    beatsPerBar: 4,
    stepsPerBeat: 4,
    swing: 0.5,
    drums: [
      { kick: 'X.....x.X.......', snare: '....X.......X...', hat: 'x.x.x.x.x.x.x.x.' },
      { kick: 'X...X...X...X...', snare: '....X.......X...', open: '..x...x...x...x.' },
    ],
    bass: ['1.....1.1.....5.', '1.1.1.1.1.1.1.1.'],
    chords: ['x...x...x...x...', '-...............'],
    leadDensity: 0.5,
    form: song,
  },
  funk: {
    beatsPerBar: 4,
    stepsPerBeat: 4,
    swing: 0.53,
    drums: [
      { kick: 'X.x...x...x..x..', snare: '....X..o.o.oX..o', hat: 'xxxxxxxxxxxxxxxx' },
      { kick: 'X..x..x.x.....x.', snare: '....X..o.o..X.oo', hat: 'x.xxx.xxx.xxx.xx' },
    ],
    bass: ['1..8..1..5.1..3.', '1.1...8..1.5.1..'],
    chords: ['..x..x....x..x..', '....x.......x...'],
    leadDensity: 0.4,
    form: song,
  },
  swing: {
    beatsPerBar: 4,
    stepsPerBeat: 2,
    swing: 0.64,
    drums: [
      { ride: 'X.XxX.Xx', pedal: '..x...x.', kick: 'o.o.o.o.', snare: '...o....' },
      { ride: 'X.XxX.Xx', pedal: '..x...x.', kick: 'o...o..o', snare: '.....o.x' },
    ],
    bass: ['1.3.5.3.', '1.5.8.5.'],
    chords: ['...x..x.', 'x..x....'],
    leadDensity: 0.5,
    form: song,
  },
  bossa: {
    beatsPerBar: 4,
    stepsPerBeat: 4,
    swing: 0.5,
    drums: [
      { kick: 'x..xx..xx..xx..x', rim: 'x..x..x...x..x..', hat: 'x.x.x.x.x.x.x.x.' },
      { kick: 'x..xx..xx..xx..x', rim: '..x...x..x..x...', hat: 'xoxoxoxoxoxoxoxo' },
    ],
    bass: ['1..55..55..11..1', '1..5....5..1....'],
    chords: ['x..x..x...x..x..', '..x...x..x..x...'],
    leadDensity: 0.35,
    form: song,
  },
  reggae: {
    beatsPerBar: 4,
    stepsPerBeat: 2,
    swing: 0.56,
    drums: [
      { kick: '....X...', rim: '....X...', hat: 'xoxoxoxo' },
      { kick: 'x...X...', snare: '....X..o', hat: '.x.x.x.x' },
    ],
    bass: ['1..135..', '1.1...53'],
    chords: ['..x...x.', '..x...x.'],
    leadDensity: 0.35,
    form: song,
  },
  waltz: {
    beatsPerBar: 3,
    stepsPerBeat: 2,
    swing: 0.5,
    drums: [
      { kick: 'X.....', snare: '..x.x.', hat: 'x.x.x.' },
      { kick: 'X.....', snare: '..o.o.', ride: 'X.xxx.' },
    ],
    bass: ['1.....', '1...5.'],
    chords: ['..x.x.', '-.....'],
    leadDensity: 0.45,
    form: song,
  },
  ballad: {
    beatsPerBar: 4,
    stepsPerBeat: 2,
    swing: 0.5,
    drums: [],
    bass: ['1.....5.', '1...1...'],
    chords: ['x.x.x.x.', 'xxxxxxxx'],
    leadDensity: 0.4,
    form: quiet,
  },
  longIntro: {
    beatsPerBar: 4,
    stepsPerBeat: 4,
    swing: 0.5,
    drums: [
      { kick: 'X...X...X...X...', clap: '....X.......X...', hat: '..x...x...x...x.' },
      {
        kick: 'X...X...X...X...',
        clap: '....X.......X...',
        open: '..x...x...x...x.',
        hat: 'x.x.x.x.x.x.x.x.',
      },
    ],
    bass: ['..1...1...1...1.', '1...1...5...8...'],
    chords: ['-...............', 'x..x..x...x..x..'],
    leadDensity: 0.3,
    form: [
      ['intro', 10, 'p'],
      ['verse', 8, 'dbp'],
      ['drop', 16, 'dbcl'],
      ['outro', 4, 'db'],
    ],
  },
}
