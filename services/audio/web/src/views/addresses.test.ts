import { expect, test } from 'vitest'
import { KEYS } from './keys.ts'
import { readLibrarySearch, requestOf } from './library/library-search.ts'
import { readSearchSearch } from './search/search-search.ts'

const given = (search: object) =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))

test('the address of the library: what is valid is kept, the rest left out', () => {
  const address = {
    ...{ text: 'night', tempo_min: '120,5', tempo_max: 'fast', key: '8A', energy_min: '11', mood: 'groove' },
    ...{ minutes_max: '7', sort: '-tempo', other: 'x' },
  }
  const search = readLibrarySearch(address)
  const kept = {
    text: 'night',
    tempo_min: '120,5',
    key: '8A',
    mood: 'groove',
    minutes_max: '7',
    sort: '-tempo',
  }
  expect(given(search)).toEqual(kept)
  expect(requestOf(search)).toEqual({
    ...{ text: 'night', tempo_min: 120.5, key: '8A', mood: 'groove', duration_max: 420, sort: '-tempo' },
  })
})

test('the usual order has one name, so that nothing is loaded twice', () => {
  expect(requestOf(readLibrarySearch({ sort: '-added' }))).toEqual(requestOf(readLibrarySearch({})))
  expect(requestOf(readLibrarySearch({ sort: 'added' }))).toEqual({ sort: 'added' })
})

test('the address of the search', () => {
  const like = '0198c0de-0000-7000-8000-000000000003'
  expect(
    given(
      readSearchSearch({ mode: 'like', like, darkness: '0.5', tempo: '0', drums: '2', steps: '21', q: ' ' }),
    ),
  ).toEqual({ mode: 'like', like, darkness: '0.5' })
})

test('keys in all notations, in the order of the wheel', () => {
  expect(KEYS).toHaveLength(24)
  expect(KEYS.slice(0, 2)).toEqual([
    { camelot: '1A', openKey: '6m', name: 'G# minor' },
    { camelot: '1B', openKey: '6d', name: 'B major' },
  ])
  expect(KEYS.find(({ camelot }) => camelot === '8B')).toEqual({
    camelot: '8B',
    openKey: '1d',
    name: 'C major',
  })
  expect(KEYS.find(({ camelot }) => camelot === '8A')).toEqual({
    camelot: '8A',
    openKey: '1m',
    name: 'A minor',
  })
})
