import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CONTAINERS, id3Length, sniffContainer } from './sniff-container.ts'

const bytes = (...parts: (string | number[])[]): Uint8Array =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? [...part].map((c) => c.charCodeAt(0)) : part)),
  )

describe('sniffContainer', () => {
  it.each([
    ['wav', bytes('RIFF', [0, 0, 0, 0], 'WAVE')],
    ['wav', bytes('RF64', [255, 255, 255, 255], 'WAVE')],
    ['aiff', bytes('FORM', [0, 0, 0, 0], 'AIFFCOMM')],
    ['aiff', bytes('FORM', [0, 0, 0, 0], 'AIFCFVER')],
    ['flac', bytes('fLaC', [0, 0, 0, 34])],
    ['opus', bytes('OggS', Array(24).fill(0), 'OpusHead')],
    ['ogg', bytes('OggS', Array(24).fill(0), [1], 'vorbis')],
    ['m4a', bytes([0, 0, 0, 32], 'ftypM4A ')],
    ['mp3', bytes([0xff, 0xfb, 0x90, 0x64])],
    ['aac', bytes([0xff, 0xf1, 0x50, 0x80])],
  ])('knows %s', (name, content) => {
    expect(sniffContainer(content)).toBe(name)
  })

  it.each([
    ['a playlist', bytes('#EXTM3U\n#EXT-X-TARGETDURATION:1')],
    ['a concat script', bytes('ffconcat version 1.0\nfile secret.wav')],
    ['an AVI in RIFF', bytes('RIFF', [0, 0, 0, 0], 'AVI ')],
    ['a picture in FORM', bytes('FORM', [0, 0, 0, 0], 'ILBM')],
    ['Matroska', bytes([0x1a, 0x45, 0xdf, 0xa3, 0x8b, 0x42, 0x82, 0x88], 'matroska')],
    [
      'webm behind another EBML type',
      bytes([0x1a, 0x45, 0xdf, 0xa3, 0x8b, 0x42, 0x82, 0x84], 'else', [0x42, 0x82, 0x84], 'webm'),
    ],
    ['nothing', bytes()],
  ])('does not take %s', (_name, content) => {
    expect(sniffContainer(content)).toBeUndefined()
  })

  it('skips padding only after a tag', () => {
    const padded = bytes([0, 0, 0, 0xff, 0xfb, 0x90, 0x64])
    expect(sniffContainer(padded)).toBeUndefined()
    expect(sniffContainer(padded, true)).toBe('mp3')
  })

  it('answers for any bytes without throwing', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), fc.boolean(), (content, afterTag) => {
        const found = sniffContainer(content, afterTag)
        return (found === undefined || CONTAINERS.includes(found)) && id3Length(content) >= 0
      }),
    )
  })
})
