import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CONTAINERS } from './sniff-container.ts'
import { titleOfFile } from './track-title.ts'

describe('titleOfFile', () => {
  it.each([
    ['song.mp3', 'song'],
    ['Song.FLAC', 'Song'],
    ['a.b.wav', 'a.b'],
    ['mix.wav.mp3', 'mix.wav'],
    ['Mr. Brightside', 'Mr. Brightside'],
    ['Vol.2', 'Vol.2'],
    ['live 12.08.2026', 'live 12.08.2026'],
    ['.mp3', '.mp3'],
    ['audio', 'audio'],
  ])('%j is %j', (filename, title) => {
    expect(titleOfFile(filename)).toBe(title)
  })

  it('cuts the ending of every accepted kind of file and leaves any other name as it is', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1 }).filter((name) => !name.includes('.')),
        fc.constantFrom(...CONTAINERS),
        (name, ending) => {
          expect(titleOfFile(`${name}.${ending}`)).toBe(name)
          expect(titleOfFile(name)).toBe(name)
        },
      ),
    )
  })
})
