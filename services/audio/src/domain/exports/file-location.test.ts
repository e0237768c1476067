import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fileAddress, locationOf, pathWithin } from './file-location.ts'

describe('fileAddress', () => {
  it.each([
    ['/music/a b.mp3', 'file://localhost/music/a%20b.mp3'],
    ['/music/back\\slash & 100%.mp3', 'file://localhost/music/back%5Cslash%20%26%20100%25.mp3'],
    ['C:\\Music\\Drum & Bass\\a b#1?.mp3', 'file://localhost/C:/Music/Drum%20%26%20Bass/a%20b%231%3F.mp3'],
    ['d:/Music/Zoë – Ñandú.flac', 'file://localhost/d:/Music/Zo%C3%AB%20%E2%80%93%20%C3%91and%C3%BA.flac'],
    ['C:\\音楽\\🎧.wav', 'file://localhost/C:/%E9%9F%B3%E6%A5%BD/%F0%9F%8E%A7.wav'],
    ['\\\\nas\\share one\\a.mp3', 'file://localhost//nas/share%20one/a.mp3'],
    ['\\\\?\\C:\\deep\\a.mp3', 'file://localhost/C:/deep/a.mp3'],
    ['\\\\?\\UNC\\nas\\share\\a.mp3', 'file://localhost//nas/share/a.mp3'],
    ['Music\\a.mp3', 'file://localhost/Music/a.mp3'],
    ['a.mp3', 'file://localhost/a.mp3'],
    ['file://localhost/C:/a%20b.mp3', 'file://localhost/C:/a%20b.mp3'],
  ])('%s', (path, address) => {
    expect(fileAddress(path)).toBe(address)
  })

  it('gives the path back when the address is decoded, whatever the names', () => {
    const name = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
      .filter((text) => !/[\\/]/.test(text) && text.isWellFormed())
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), (parts) => {
        const windows = fileAddress(`C:\\${parts.join('\\')}`)
        expect(windows).toMatch(/^file:\/\/localhost\/C:\/[!'()*.~\w%/-]+$/)
        expect(decodeURIComponent(windows)).toBe(`file://localhost/C:/${parts.join('/')}`)
        expect(decodeURIComponent(fileAddress(`/${parts.join('/')}`))).toBe(
          `file://localhost/${parts.join('/')}`,
        )
      }),
    )
  })

  it('takes half a character without failing', () => {
    expect(fileAddress('C:\\\ud83c.mp3')).toBe('file://localhost/C:/%EF%BF%BD.mp3')
  })
})

describe('paths within a folder', () => {
  it('are written as the folder is', () => {
    expect(pathWithin('D:\\Music', 'House/a b.mp3')).toBe('D:\\Music\\House\\a b.mp3')
    expect(pathWithin('D:/Music/', 'a.mp3')).toBe('D:/Music\\a.mp3')
    expect(pathWithin('\\\\nas\\share\\', 'a.mp3')).toBe('\\\\nas\\share\\a.mp3')
    expect(pathWithin('/Users/dj/Music/', 'House/a.mp3')).toBe('/Users/dj/Music/House/a.mp3')
    expect(pathWithin('file://localhost/C:/Music/', 'a b.mp3')).toBe('file://localhost/C:/Music/a%20b.mp3')
  })

  it('are meant when the location ends as a folder does', () => {
    expect(locationOf('D:\\Music\\', 'a.mp3')).toBe('D:\\Music\\a.mp3')
    expect(locationOf('D:\\Music\\b.mp3', 'a.mp3')).toBe('D:\\Music\\b.mp3')
  })
})
