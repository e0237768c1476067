import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { folderNames } from './output-folders.ts'

describe('folderNames', () => {
  it('numbers files of the same name, also where only the case differs', () => {
    expect(folderNames(['a/same.mp3', 'b/same.wav', 'c/Same.flac', 'other.mp3'])).toEqual([
      'same',
      'same-2',
      'Same-3',
      'other',
    ])
  })
  it('leaves a file its own name when a number leads to it', () => {
    expect(folderNames(['a/same.mp3', 'b/same.mp3', 'same-2.mp3'])).toEqual(['same', 'same-3', 'same-2'])
  })
  it('keeps away from reserved names', () => {
    expect(folderNames(['rekordbox.xml.mp3'], ['rekordbox.xml'])).toEqual(['rekordbox.xml-2'])
  })
  it('never gives two files one folder', () => {
    const name = fc.constantFrom('a.mp3', 'A.wav', 'x/a.mp3', 'a-2.mp3', 'a-2-2.mp3', 'A-3.flac', 'b.mp3')
    fc.assert(
      fc.property(fc.array(name, { maxLength: 20 }), (files) => {
        expect(new Set(folderNames(files).map((folder) => folder.toLowerCase())).size).toBe(files.length)
      }),
    )
  })
})
