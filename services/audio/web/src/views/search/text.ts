import { formatCount, formatNumber } from '@assay/ui/format'

/** Texts of the search. */
export const TEXT = {
  title: 'Search',
  modes: { words: 'By words', like: 'Like a track', path: 'Path from A to B' },
  mode: 'How to search',
  words: {
    label: 'Describe how it should feel',
    hint: 'Feelings, tempo, key, drums. “Not” and “slightly” count.',
    go: 'Search',
    examples: [
      'dark and driving, but not aggressive',
      'calm, without drums',
      'euphoric at 128 bpm',
      'slow and warm in a minor key',
    ],
    try: 'Try',
    understood: 'Understood',
    filtered: 'Taken as a filter',
    notHeard: 'Could not be heard',
    notHeardText: 'Nothing in the sound says this, so it did not count.',
    nothingUnderstood:
      'No word was understood directly. Tracks are ranked by the general meaning of the text.',
  },
  like: {
    label: 'Find tracks like',
    sliders: {
      darkness: ['Less dark', 'Darkness', 'Darker'],
      tempo: ['Slower', 'Tempo', 'Faster'],
      drums: ['Fewer drums', 'Drums', 'More drums'],
    },
    same: 'as it is',
    amount: (percent: number) => `${percent > 0 ? '+' : '−'}${formatCount(Math.abs(percent))} %`,
    reset: 'Reset',
    choose: 'Choose a track of your library. The sliders then ask for tracks that differ from it.',
    nothing:
      'No track of your library is like this and differs from it in all the directions you asked for. Move a slider back.',
  },
  path: {
    from: 'From',
    to: 'To',
    steps: 'Steps',
    auto: 'As smooth as possible',
    stepCount: (steps: number) => (steps === 1 ? '1 step' : `${formatCount(steps)} steps`),
    swap: 'Swap',
    choose:
      'Choose where to start and where to end. The path goes by neighbouring keys on the Camelot wheel and small changes of tempo.',
    same: 'Choose two different tracks.',
    allCompatible: 'Every step has compatible keys and tempos.',
    notAll: 'Some steps clash or rest on a guess. They are marked.',
    fewer: (steps: number) =>
      `Your library has too few tracks in between: the path has ${steps === 1 ? '1 step' : `${formatCount(steps)} steps`}.`,
    compatible: 'Fits',
    clashes: 'Clashes',
    guess: 'Perhaps',
    key: 'Key',
    tempo: 'Tempo',
    relations: {
      same: 'same key',
      relative: 'relative key',
      fifth_up: 'a fifth up',
      fifth_down: 'a fifth down',
      diagonal: 'next on the wheel, other mode',
      whole_tone_up: 'a whole tone up',
      whole_tone_down: 'a whole tone down',
      distant: 'far apart on the wheel',
    },
    noKey: 'a key is missing',
    noTempo: 'a tempo is uncertain',
    change: (change: number, multiple: number) => {
      const percent = formatNumber(Math.abs(100 * change), 1)
      const size =
        Number(percent.replace(',', '.')) === 0 ? 'same tempo' : `${change > 0 ? '+' : '−'}${percent} %`
      return multiple === 1 ? size : `${multiple === 2 ? 'double time' : 'half time'}, ${size}`
    },
  },
  picker: {
    hint: 'Type part of a title or an artist',
    none: 'No track matches',
    loading: 'Loading…',
    removed: 'This track was removed',
    failed: 'The track could not be loaded',
  },
  hits: (count: number) => (count === 1 ? '1 track' : `${formatCount(count)} tracks, best first`),
  similar: 'More like this',
  similarTo: (title: string) => `More like this: ${title}`,
  nothingTitle: 'Nothing found',
  nothing:
    'No track of your library matches. Tracks without music, and tracks that are still being analysed, are not found.',
  emptyTitle: 'Your library is empty',
  empty: 'Add tracks first. They can be searched once they are analysed.',
  add: 'Add tracks',
  computed: 'Reasons come from measurements. Moods were not validated with listeners.',
} as const
