/**
 * Styles of the fresh pieces that neither half has: other metres (5/4, 6/8, shuffle), other backbeats (half time, on
 * every beat, dembow, behind the beat), percussion beside the kit, and fills of a whole bar. Separate from `styles.ts`,
 * because training draws its grooves from there.
 */
import { dance, STYLES, type Style, song } from './styles.ts'

const straight16 = { beatsPerBar: 4, stepsPerBeat: 4, swing: 0.5 }

const FRESH_STYLES: Record<string, Style> = {
  garage: {
    ...straight16,
    swing: 0.58,
    drums: [
      {
        kick: 'X.........x.....',
        snare: '....X.......X...',
        hat: '..x...x...x..xx.',
        rim: '.......o......o.',
      },
      {
        kick: 'X..x......x..x..',
        clap: '....X.......X...',
        hat: '.xx..xx..xx..xxx',
        shaker: 'o.o.o.o.o.o.o.o.',
      },
    ],
    fills: [
      { kick: 'X.........x.....', snare: '....X..x.x..xxxx', hat: '..x...x...x.....' },
      { kick: 'X...............', snare: '....X...........' },
    ],
    bass: ['1..1....8..1..5.', '1.....3...1...8.'],
    chords: ['...x..x....x..x.', 'x.....x.........'],
    leadDensity: 0.3,
    form: dance,
  },
  disco: {
    ...straight16,
    drums: [
      {
        kick: 'X...X...X...X...',
        snare: '....X.......X...',
        open: '..x...x...x...x.',
        hat: 'xx.xxx.xxx.xxx.x',
      },
      {
        kick: 'X...X...X...X...',
        snare: '....X.......X...',
        open: '..X...X...X...X.',
        tambourine: 'x.x.x.x.x.x.x.x.',
      },
    ],
    fills: [
      { kick: 'X...X...X...X...', snare: '....X...x.xxX.xx', open: '..x...x.........' },
      {
        kick: 'X...X...X...X...',
        tomHigh: '........xx......',
        tomMid: '..........xx....',
        tomLow: '............xxxx',
      },
    ],
    bass: ['1.8.1.8.1.8.1.8.', '1.88.1.81.88.5.8'],
    chords: ['..x...x...x...x.', '-...............'],
    leadDensity: 0.4,
    form: song,
  },
  jungle: {
    ...straight16,
    drums: [
      { kick: 'X.x.......xx....', snare: '....X..o.o..X..o', ride: 'x.x.x.x.x.x.x.x.' },
      { kick: 'X.x.......x.....', snare: '.o..X..o.o.o..X.', hat: 'x.x.x.x.x.x.x.x.' },
    ],
    fills: [
      { kick: 'X.x...x...x...x.', snare: '....X..x.xx.X.xx', crash: '..........x.....' },
      { snare: 'x.xxx.xxx.xxxxxx', kick: 'X.......X.......' },
    ],
    bass: ['1.....1...5.....', '1...........8.3.'],
    chords: ['-...............', '......x.........'],
    leadDensity: 0.25,
    form: dance,
  },
  dubstep: {
    ...straight16,
    drums: [
      { kick: 'X.....x.........', snare: '........X.......', hat: 'x...x...x...x.x.' },
      { kick: 'X..x......x..x..', snare: '........X.......', hat: 'x.xxx.x.x.xxx.xx' },
    ],
    fills: [
      { kick: 'X...............', snare: '........X.x.xxxx' },
      { kick: 'X.....x.....x...', clap: '........X.....x.' },
    ],
    bass: ['1.1.1.1.5.......', '1..1..1..1..8.8.'],
    chords: ['-...............', 'x...............'],
    leadDensity: 0.25,
    form: dance,
  },
  shuffle: {
    beatsPerBar: 4,
    stepsPerBeat: 3,
    swing: 0.5,
    drums: [
      { kick: 'X.....X.....', snare: '...X.....X..', hat: 'x.xx.xx.xx.x' },
      { kick: 'X....xX....x', snare: '..oX.o..oX.o', ride: 'X.xX.xX.xX.x' },
    ],
    fills: [
      { kick: 'X.....X.....', snare: '...X..xxx...', tomLow: '.........xxx' },
      { kick: 'X.....X.....', snare: '...X.....X.x', crash: '...........x' },
    ],
    bass: ['1.13.35.53.3', '1..5..8..5..'],
    chords: ['..x..x..x..x', '-...........'],
    leadDensity: 0.45,
    form: song,
  },
  sixEight: {
    beatsPerBar: 2,
    stepsPerBeat: 3,
    swing: 0.5,
    drums: [
      { kick: 'X.....', snare: '...X..', hat: 'xxxxxx' },
      { kick: 'X.x..x', snare: '...X..', ride: 'XxxXxx' },
    ],
    fills: [
      { kick: 'X.....', snare: '...X.x', tomLow: '....x.' },
      { kick: 'X.....', snare: '...xxx' },
    ],
    bass: ['1....5', '1..5..'],
    chords: ['xxxxxx', '-.....'],
    leadDensity: 0.4,
    form: [
      ['intro', 4, 'c'],
      ['verse', 16, 'dbc'],
      ['chorus', 16, 'dbcpl'],
      ['verse', 16, 'dbc'],
      ['outro', 4, 'cp'],
    ],
  },
  fiveFour: {
    beatsPerBar: 5,
    stepsPerBeat: 2,
    swing: 0.62,
    drums: [
      { ride: 'X.XxX.XxX.', pedal: '..x...x...', kick: 'x.....x...', snare: '...o....o.' },
      { ride: 'X.XxX.XxXx', pedal: '..x...x...', kick: 'x..o..x...', snare: '.o...o..x.' },
    ],
    fills: [{ kick: 'x.....x...', snare: 'x.xx..xxxx', crash: '......x...' }],
    bass: ['1..3..5.1.', '1..5..8.5.'],
    chords: ['x..x..x.x.', '-.........'],
    leadDensity: 0.4,
    form: [
      ['intro', 4, 'c'],
      ['verse', 8, 'dbc'],
      ['chorus', 8, 'dbcl'],
      ['verse', 8, 'dbc'],
      ['outro', 4, 'cp'],
    ],
  },
  motown: {
    ...straight16,
    stepsPerBeat: 2,
    drums: [
      { kick: 'X..xX..x', snare: 'x.x.x.x.', hat: 'xxxxxxxx' },
      { kick: 'X..xX.xx', snare: 'X.X.X.X.', tambourine: '.x.x.x.x' },
    ],
    fills: [
      { kick: 'X...X...', snare: 'x.x.xxxx', tomLow: '.......x' },
      { kick: 'X...X...', tomHigh: '....xx..', tomLow: '......xx' },
    ],
    bass: ['1..15.35', '1.8.5.35'],
    chords: ['..x...x.', 'x.x.x.x.'],
    leadDensity: 0.45,
    form: song,
  },
  dembow: {
    ...straight16,
    drums: [
      { kick: 'X...X...X...X...', snare: '...x..x....x..x.', hat: 'x.x.x.x.x.x.x.x.' },
      { kick: 'X...X...X...X...', rim: '...X..X....X..X.', shaker: 'xoxoxoxoxoxoxoxo' },
    ],
    fills: [
      { kick: 'X...X...X.......', snare: '...x..x....xxxxx' },
      { kick: 'X...X...........', snare: '...x..x.........', tomLow: '........x..x..x.' },
    ],
    bass: ['1..1..1.1..1..5.', '1.....5...1...3.'],
    chords: ['...x..x....x..x.', '-...............'],
    leadDensity: 0.35,
    form: song,
  },
  samba: {
    ...straight16,
    drums: [
      {
        tomLow: '....X.......X...',
        rim: 'x.x..x.xx.x..x.x',
        shaker: 'XooxXooxXooxXoox',
        kick: 'x..xx..xx..xx..x',
      },
      {
        tomLow: '....X.......X..x',
        snare: 'XooxoXooXooxoXoo',
        cowbell: 'x.x.xx.x.x.x.xx.',
        kick: 'x..xx..xx..xx..x',
      },
    ],
    fills: [
      { snare: 'x.xxx.xxx.xxx.xx', kick: 'x.......x.......' },
      { tomHigh: 'x..x..x.........', tomLow: '........x..x..x.', shaker: 'XooxXooxXooxXoox' },
    ],
    bass: ['1..55..55..11..1', '1..5....5..1...3'],
    chords: ['x.x..x.xx.x..x.x', '..x..x..x..x..x.'],
    leadDensity: 0.35,
    form: song,
  },
  neoSoul: {
    ...straight16,
    swing: 0.56,
    drums: [
      { kick: 'X..x...x..x.....', snare: '....X.......X...', hat: 'x.x.x.xxx.x.x.x.' },
      {
        kick: 'X......x.xx..x..',
        rim: '....X..o....X...',
        hat: 'xox.xox.xox.xoxo',
        conga: '......x.......xx',
      },
    ],
    fills: [
      { kick: 'X..x............', snare: '....X.......X.oo', open: '..............x.' },
      { kick: 'X...............', snare: '....X..o.oo.X...', tomLow: '..............xx' },
    ],
    // The snare is late by a sixtieth of a second and the hats are early: this is called behind the beat.
    delaySeconds: { snare: 0.018, rim: 0.018, hat: -0.006 },
    bass: ['1..1...5..1.....', '1.....3...5..8..'],
    chords: ['-...............', '..x....x..x.....'],
    leadDensity: 0.3,
    form: song,
  },
  punk: {
    ...straight16,
    stepsPerBeat: 2,
    drums: [
      { kick: 'X..xX..x', snare: '..X...X.', hat: 'x.x.x.x.' },
      { kick: 'X.x.X.x.', snare: '.X.X.X.X', crash: 'x...x...' },
    ],
    fills: [
      { kick: 'X...X...', snare: 'xxxxxxxx' },
      { kick: 'X.......', snare: '..X.....', crash: 'X.......' },
    ],
    bass: ['11111111', '11115555'],
    chords: ['xxxxxxxx', 'x.xxx.xx'],
    leadDensity: 0.4,
    form: song,
  },
}

/** Returns a style by name, of the corpus or of the fresh pieces. */
export function styleOf(name: string): Style {
  const style = STYLES[name] ?? FRESH_STYLES[name]
  if (style === undefined) throw new Error(`no style is called ${name}`)
  return style
}

/** Whether only fresh pieces have the style. */
export const isNewStyle = (name: string): boolean => FRESH_STYLES[name] !== undefined
