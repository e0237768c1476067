import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanFileName } from './file-name.ts'

const clean = (filename: string) => cleanFileName(filename, 60, 'audio')

test.each([
  ['track.wav', 'track.wav'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\music\\a.mp3', 'a.mp3'],
  ['a\r\nSet-Cookie: x=1', 'aSet-Cookie: x=1'],
  ['song\u202evaw.exe', 'songvaw.exe'],
  ['\u200fa\ufeffb\u00ad.wav', 'ab.wav'],
  ['  spaces .wav ', 'spaces .wav'],
  ['می\u200cخواهم.mp3', 'می\u200cخواهم.mp3'],
  ['👩\u200d🎤.flac', '👩\u200d🎤.flac'],
  ['\ud800.wav', '\ufffd.wav'],
  ['\0\n', 'audio'],
  ['', 'audio'],
])('the name %j', (filename, expected) => expect(clean(filename)).toBe(expected))

test('a long name keeps its extension', () => {
  expect(clean(`${'x'.repeat(5000)}.flac`)).toMatch(/^x{55}\.flac$/)
  expect([...clean('🎵'.repeat(200))]).toHaveLength(60)
})

test('cleaning keeps the limit and leaves no folder and no control character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (filename) => {
      const name = clean(filename)
      expect([...name].length).toBeLessThanOrEqual(60)
      expect(name).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069/\\]/u)
      expect(name.isWellFormed()).toBe(true)
      expect(name).not.toBe('')
    }),
  )
})
