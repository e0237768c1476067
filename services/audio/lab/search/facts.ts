/**
 * Facts about recordings of Debian's games that anybody would agree with, written on 2026-11-16 before the search was
 * changed (issue 16). They come from titles, genres and comments in the files, from the places in the games that the
 * music was written for, and from plain measurements made apart from the engine (numpy: share of percussive energy after
 * median filtering, mean spectral flux, onsets a second, level below 150 Hz against the whole). Nobody looked at an
 * answer of the search while writing them.
 */

/** Kinds of facts; `first` is a number of hits. */
export type Fact =
  /** A recording that no query and no example returns. */
  | { readonly never: string; readonly why: string }
  /** Of two recordings the better one ranks above the worse one. */
  | { readonly query: string; readonly better: string; readonly worse: string; readonly why: string }
  /** A recording that is not among the first hits. */
  | { readonly query: string; readonly outside: string; readonly first: number; readonly why: string }
  /** A recording that is among the first hits for an example. */
  | { readonly like: string; readonly within: string; readonly first: number; readonly why: string }
  /** A recording that is not among the first hits for an example. */
  | { readonly like: string; readonly outside: string; readonly first: number; readonly why: string }

const PROMPTS = 'announcements of a telephone exchange: speech'
const speech = (number: number): Fact => ({ never: `asterisk/speech-${number}`, why: PROMPTS })
const pair = (query: string, better: string, worse: string, why: string): Fact => ({
  query,
  better,
  worse,
  why,
})
const like = (example: string, within: string, first: number, why: string): Fact => ({
  ...{ like: example, within, first, why },
})
const unlike = (example: string, outside: string, why: string): Fact => ({
  ...{ like: example, outside, first: 10, why },
})
const drumless = (outside: string, why: string): Fact => ({
  ...{ query: 'music without drums', outside, first: 10, why },
})

const SAME = 'two versions of one piece, by their names'
const SERIES = 'sketches of one series by one author, by their titles'
const SPARSE = 'percussive share'

/** All facts. */
export const FACTS: readonly Fact[] = [
  speech(1),
  speech(2),
  speech(3),
  speech(4),
  speech(5),
  speech(6),

  // Calm against busy.
  pair('calm and peaceful', 'hedgewars/Nature', 'hedgewars/Rock', '1.1 onsets a second against 3.1; rock'),
  pair(
    'calm and peaceful',
    'widelands/ingame_03',
    'hedgewars/Brick',
    'titled Tranquilforest; 52 % percussive',
  ),
  pair('calm and peaceful', 'widelands/ingame_02', 'hedgewars/Halloween', '0.6 onsets a second against 4.8'),
  pair('calm', 'extremetuxracer/calmrace-ks', 'extremetuxracer/spunkyrace-ks', 'calm race, spunky race'),
  pair(
    'something to fall asleep to',
    'hedgewars/Nature',
    'hedgewars/Olympics',
    '1.1 onsets a second against 5.1',
  ),
  pair('relaxing ambient music', 'widelands/ingame_07', 'hedgewars/sdmusic', '5 % percussive against 32 %'),
  pair('quiet and gentle', 'hedgewars/snow', 'hedgewars/Brick', '7 % percussive against 52 %'),
  pair('music for meditation', 'hedgewars/Nature', 'hedgewars/bath', '12 % percussive against 42 %'),
  pair(
    'soft background music',
    'widelands/ingame_18',
    'hedgewars/olympics_sd',
    '19 % percussive against 49 %',
  ),
  pair('peaceful', 'ardentryst/holy', 'ardentryst/battle', 'a holy place and a battle'),
  pair('tranquil forest', 'widelands/ingame_03', 'hedgewars/hell', 'titled Tranquilforest; hell'),
  pair('slow and sparse', 'widelands/ingame_02', 'hedgewars/Brick', '0.6 onsets a second against 6.0'),

  // Energy and drive.
  pair('energetic', 'hedgewars/Brick', 'hedgewars/Nature', 'flux .349 against .189'),
  pair('energetic and driving', 'xmoto/speeditup', 'widelands/ingame_03', 'speed it up; Tranquilforest'),
  pair('driving beat for a race', 'extremetuxracer/spunkyrace-ks', 'widelands/ingame_02', 'music of a race'),
  pair('powerful battle music', 'ardentryst/battle', 'ardentryst/holy', 'a battle and a holy place'),
  pair('powerful battle music', 'ardentryst/battle2', 'hedgewars/Nature', 'a battle; 1.1 onsets a second'),
  pair('workout music', 'hedgewars/sdmusic', 'widelands/ingame_12', 'flux .360 against .161'),
  pair('lively and busy', 'hedgewars/Olympics', 'hedgewars/snow', 'flux .338 against .200'),
  pair('energetic', 'hedgewars/main_theme', 'widelands/ingame_07', '26 % percussive against 5 %'),
  pair('made for dancing', 'hedgewars/Olympics', 'widelands/ingame_12', '5.1 onsets a second against 2.6'),
  pair('dance music with a strong beat', 'hedgewars/Brick', 'hedgewars/snow', '52 % percussive against 7 %'),
  pair('club music', 'hedgewars/City', 'widelands/ingame_02', 'bass −2.1 dB and 4.2 onsets a second'),

  // Drums.
  pair('heavy drums', 'hedgewars/olympics_sd', 'widelands/ingame_07', '49 % percussive against 5 %'),
  pair('lots of percussion', 'hedgewars/bath', 'widelands/ingame_02', '42 % percussive against 10 %'),
  pair('drums', 'hedgewars/Halloween', 'widelands/ingame_22', '42 % percussive against 6 %'),
  pair('no drums', 'widelands/ingame_02', 'hedgewars/Brick', `${SPARSE} 10 % against 52 %`),
  pair('no drums', 'hedgewars/snow', 'hedgewars/Halloween', `${SPARSE} 7 % against 42 %`),
  pair('without drums', 'hedgewars/Nature', 'hedgewars/bath', `${SPARSE} 12 % against 42 %`),
  pair('without percussion', 'widelands/ingame_22', 'hedgewars/olympics_sd', `${SPARSE} 6 % against 49 %`),
  drumless('hedgewars/Brick', 'more than half of its energy is percussive'),
  drumless('hedgewars/olympics_sd', '49 % of its energy is percussive'),
  drumless('hedgewars/Halloween', '42 % of its energy is percussive'),
  drumless('hedgewars/bath', '42 % of its energy is percussive'),

  // Bass.
  pair('heavy bass', 'hedgewars/Olympics', 'hedgewars/snow', 'below 150 Hz −0.8 dB against −13.5'),
  pair('heavy bass', 'hedgewars/sdmusic', 'widelands/ingame_05', 'below 150 Hz −1.0 dB against −15.2'),
  pair('deep bass', 'hedgewars/Rock', 'widelands/ingame_03', 'below 150 Hz −1.2 dB against −15.4'),
  pair('deep bass', 'hedgewars/pirate', 'widelands/ingame_22', 'below 150 Hz −1.4 dB against −22.6'),

  // Instruments and genres.
  pair('orchestral music', 'widelands/ingame_18', 'hedgewars/Brick', 'titled orchestralsample'),
  pair(
    'classical orchestra with strings',
    'widelands/ingame_18',
    'asc/machine_wars',
    'titled orchestralsample',
  ),
  pair(
    'classical orchestra with strings',
    'widelands/ingame_02',
    'hedgewars/Olympics',
    'strings, hardly an onset',
  ),
  pair('electronic music', 'hedgewars/Brick', 'widelands/ingame_18', 'machine drums; orchestra'),
  pair('electronic music', 'asc/machine_wars', 'widelands/ingame_18', 'synthesizers; orchestra'),
  pair('techno beats', 'hedgewars/Olympics', 'widelands/ingame_02', 'machine drums; strings'),
  pair('flute', 'widelands/ingame_00', 'hedgewars/Brick', 'titled Recorder 2'),
  pair('folk music', 'widelands/ingame_28', 'hedgewars/Olympics', 'its genre is folk'),
  pair('rock', 'hedgewars/Rock', 'widelands/ingame_18', 'titled Rock; orchestra'),
  pair('acoustic', 'widelands/ingame_09', 'hedgewars/Brick', 'titled Renaissance Village'),
  pair('blues', 'lincity/02 - Robert van Herk - City Blues', 'widelands/ingame_02', 'titled City Blues'),

  // Moods that the music was written for.
  pair('tense and nervous', 'widelands/ingame_19', 'widelands/ingame_03', 'titled Tension 1; Tranquilforest'),
  pair('tense and nervous', 'widelands/ingame_20', 'hedgewars/Nature', 'titled Tension 2; nature'),
  pair('aggressive', 'hedgewars/hell', 'hedgewars/Nature', 'hell; nature'),
  pair('dark and menacing', 'hyperrogue/hr3-rlyeh', 'extremetuxracer/spunkyrace-ks', "R'Lyeh; a spunky race"),
  pair('dark and gloomy', 'hyperrogue/hr3-graveyard', 'ardentryst/shop', 'a graveyard; a shop'),

  // By example.
  like('ardentryst/castle', 'ardentryst/castle2', 5, SAME),
  like('ardentryst/castle2', 'ardentryst/castle', 5, SAME),
  like('ardentryst/theme1', 'ardentryst/theme1_raw', 10, SAME),
  like('ardentryst/theme1_raw', 'ardentryst/theme1', 10, SAME),
  like('widelands/ingame_10', 'widelands/ingame_04', 10, `${SERIES} (Desertsketch)`),
  like('widelands/ingame_04', 'widelands/ingame_11', 10, `${SERIES} (Desertsketch)`),
  like('scorched3d/mix3_loop1', 'scorched3d/mix3_loop2', 10, 'loops of one mix, by their names'),
  like('scorched3d/mix3_loop2', 'scorched3d/mix3_loop3', 10, 'loops of one mix, by their names'),
  like('warzone2100/track1', 'warzone2100/track2', 10, 'one album by one author'),
  like('warzone2100/track2', 'warzone2100/track3', 10, 'one album by one author'),
  like('asc/machine_wars', 'asc/time_to_strike', 10, 'one album by one author'),
  unlike('hedgewars/Nature', 'hedgewars/Brick', '12 % percussive against 52 %'),
  unlike('hedgewars/Brick', 'hedgewars/Nature', '52 % percussive against 12 %'),
  unlike('hedgewars/snow', 'hedgewars/olympics_sd', '7 % percussive against 49 %'),
  unlike('widelands/ingame_03', 'hedgewars/sdmusic', 'Tranquilforest; flux .189 against .360'),
  unlike('widelands/ingame_18', 'hedgewars/Halloween', 'orchestra; 42 % percussive'),
  unlike('xmoto/speeditup', 'widelands/ingame_02', 'speed it up; 0.6 onsets a second'),
]
