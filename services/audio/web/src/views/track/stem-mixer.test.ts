import { expect, test } from 'vitest'
import { audible, isOriginal, type StemChannel } from './stem-mixer.ts'

const channels = (soloed: string, muted: string): StemChannel[] =>
  ['vocals', 'drums', 'bass', 'other'].map((name) => ({
    name,
    solo: soloed.includes(name),
    mute: muted.includes(name),
  }))

test('solo wins over the others, mute over solo; without both it is the original', () => {
  expect(audible(channels('', ''))).toEqual(['vocals', 'drums', 'bass', 'other'])
  expect(audible(channels('drums', ''))).toEqual(['drums'])
  expect(audible(channels('drums bass', 'bass'))).toEqual(['drums'])
  expect(audible(channels('', 'vocals'))).toEqual(['drums', 'bass', 'other'])
  expect([
    isOriginal(channels('', '')),
    isOriginal(channels('bass', '')),
    isOriginal(channels('', 'bass')),
  ]).toEqual([true, false, false])
})
