import { describe, expect, it } from 'vitest'
import { Refusal } from '../domain/refusal.ts'
import { complaint } from './complaint.ts'

const broken = { field: 'file', issue: 'broken', provided: null }
const unknown = new Refusal('UNSUPPORTED_FORMAT', 'none of the accepted formats; convert it first', broken)
const system = (code: string) => Object.assign(new Error(`${code}: it went wrong`), { code })

describe('complaint', () => {
  it.each([
    ['a/song.wma', 'ffmpeg -i a/song.wma -vn a/song.flac'],
    ['My song.wma', "ffmpeg -i 'My song.wma' -vn 'My song.flac'"],
    ["it's $HOME.caf", "ffmpeg -i 'it'\\''s $HOME.caf' -vn 'it'\\''s $HOME.flac'"],
    ['no.flac', 'ffmpeg -i no.flac -vn no-converted.flac'],
    ['noise', 'ffmpeg -i noise -vn noise.flac'],
  ])('tells how to convert %j', (path, command) => {
    expect(complaint(unknown, path)).toBe(`none of the accepted formats; convert it first: ${command}`)
  })

  it('passes on any other refusal, puts what the system says into words, and leaves the rest alone', () => {
    expect(complaint(new Refusal('DECODE_FAILED', 'it is broken', broken), 'a')).toBe('it is broken')
    const codec = new Refusal('DECODE_FAILED', 'odd', {
      field: 'file',
      issue: 'codec_not_accepted',
      provided: null,
    })
    expect(complaint(codec, 'a.aifc')).toBe('odd: ffmpeg -i a.aifc -vn a.flac')
    expect(complaint(system('ENOENT'), 'a')).toBe('the file does not exist')
    expect(complaint(system('EISDIR'), 'a')).toBe('this is a folder; name the files in it')
    expect(complaint(system('ENOSPC'), 'a')).toBeUndefined()
    expect(complaint(new TypeError('a bug'), 'a')).toBeUndefined()
  })
})
