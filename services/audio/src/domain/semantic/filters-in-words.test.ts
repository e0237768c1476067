import { describe, expect, it } from 'vitest'
import { filtersInWords, unheardWords } from './filters-in-words.ts'

describe('filtersInWords', () => {
  it.each([
    ['workout music 140 bpm', { minBpm: 135.8, maxBpm: 144.2 }, 'workout music'],
    ['around 100 BPM, mellow', { minBpm: 92, maxBpm: 108 }, ', mellow'],
    ['house between 120 and 126 bpm', { minBpm: 120, maxBpm: 126 }, 'house'],
    ['126-120 bpm house', { minBpm: 120, maxBpm: 126 }, 'house'],
    ['calm, under 90 bpm', { maxBpm: 90 }, 'calm,'],
    ['at least 170 beats per minute', { minBpm: 170 }, ''],
    ['sad and shorter than 3 minutes', { maxSeconds: 180 }, 'sad and'],
    ['over 1 hour long, hypnotic', { minSeconds: 3600 }, ', hypnotic'],
    ['a 2-minute song', { minSeconds: 102, maxSeconds: 138 }, 'a'],
    ['dark in C minor', { key: 'C minor' }, 'dark'],
    ['in the key of f sharp minor', { key: 'F# minor' }, ''],
    ['in D# major', { key: 'Eb major' }, ''],
    ['something in 8a at 124 bpm', { key: '8A', minBpm: 120.28, maxBpm: 127.72 }, 'something'],
  ])('%s', (text, filter, rest) => {
    const stated = filtersInWords(text)
    const rounded = Object.fromEntries(
      Object.entries(stated.filter).map(([name, value]) => [
        name,
        typeof value === 'number' ? Number(value.toFixed(6)) : value,
      ]),
    )
    expect([rounded, stated.rest]).toEqual([filter, rest])
    expect(stated.filtered.length).toBeGreaterThan(0)
  })

  it.each([
    ['calm music without drums', ['drums'], ['without drums']],
    ['no vocals, no guitar', ['voices', 'guitar'], ['no vocals, no guitar']],
    ['ambient without any piano or strings', ['piano', 'strings'], ['without any piano or strings']],
    ['a slow instrumental', ['voices'], ['instrumental']],
  ])('leaves things out: "%s"', (text, without, filtered) => {
    expect(filtersInWords(text)).toEqual({ filter: { without }, rest: text, filtered })
  })

  it.each([
    'calm music for 5 minutes before sleep',
    'in a minor key',
    'in a minor mood',
    'not 140 bpm',
    'without a doubt',
    'no stringsong',
    'not instrumental',
    'a track for the 1990s',
  ])('leaves "%s" as it is', (text) => {
    expect(filtersInWords(text)).toEqual({ filter: {}, rest: text, filtered: [] })
  })
})

describe('unheardWords', () => {
  it('names what nothing here hears', () => {
    expect(unheardWords('happy 80s hits with female vocals and lyrics')).toEqual([
      'lyrics',
      'year or decade (80s)',
      'popularity (hits)',
    ])
    expect(unheardWords('songs about the sea, sung in French')).toEqual([
      'lyrics (songs about)',
      'language of the lyrics (sung in French)',
    ])
    expect(unheardWords('dark and driving, but not aggressive')).toEqual([])
  })
})
