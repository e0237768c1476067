import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contentDisposition, downloadName } from './content-disposition.ts'

test.each([
  ['track.wav', `attachment; filename="track.wav"; filename*=UTF-8''track.wav`],
  // RFC 6266 section 5 shows this name.
  ['€ rates', `attachment; filename="_ rates"; filename*=UTF-8''%E2%82%AC%20rates`],
  [`it's (1)*.wav`, `attachment; filename="it's (1)*.wav"; filename*=UTF-8''it%27s%20%281%29%2A.wav`],
  [
    'a"; filename="b.exe',
    `attachment; filename="a_; filename=_b.exe"; filename*=UTF-8''a%22%3B%20filename%3D%22b.exe`,
  ],
  [
    'a\r\nSet-Cookie: x=1',
    `attachment; filename="aSet-Cookie: x=1"; filename*=UTF-8''aSet-Cookie%3A%20x%3D1`,
  ],
  ['../../etc/passwd', `attachment; filename="passwd"; filename*=UTF-8''passwd`],
  ['C:\\music\\a.mp3', `attachment; filename="a.mp3"; filename*=UTF-8''a.mp3`],
  ['', `attachment; filename="download"; filename*=UTF-8''download`],
  ['\0\n', `attachment; filename="download"; filename*=UTF-8''download`],
  ['song\u202evaw.exe', `attachment; filename="songvaw.exe"; filename*=UTF-8''songvaw.exe`],
  ['\ud800.wav', `attachment; filename="_.wav"; filename*=UTF-8''%EF%BF%BD.wav`],
])('the name %j', (filename, expected) => expect(contentDisposition(filename)).toBe(expected))

test('whatever the name, the header is one line of printable ASCII, quoted safely, and gives the name back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (filename) => {
      const match = /^attachment; filename="([^"\\]*)"; filename\*=UTF-8''([\w!#$&+.^`|~%-]*)$/.exec(
        contentDisposition(filename),
      )
      expect(match?.[0]).toMatch(/^[\x20-\x7e]+$/)
      expect(decodeURIComponent(match?.[2] ?? '')).toBe(downloadName(filename))
    }),
  )
})
