import { readFileSync } from 'node:fs'
import { slowdown } from '@assay/kit/testing-process'
import { describe, expect, test } from 'vitest'
import {
  aiffWithId3CoverAt,
  flacBomb,
  flacWithPictureAt,
  id3Header,
  lyingAiff,
  lyingWav,
  m4aReferringTo,
  withId3CoverAt,
} from '../hostile-audio.ts'
import { serviceUnderAttack } from '../hostile-service.ts'
import { music, type Part, silence } from '../service.ts'

const { service, baitUrl, bites, path, post, ended } = serviceUnderAttack()

const refusalOf = async (response: Response) => {
  const text = await response.text()
  // Neither what it might have read nor where it keeps things.
  expect(text).not.toMatch(/root:|\/tmp|\/etc|ffmpeg|at file:/)
  return { status: response.status, code: (JSON.parse(text) as { error?: { code: string } }).error?.code }
}

test('the bait catches whoever asks', async () => {
  await fetch(`${baitUrl()}/x`)
  expect(bites.splice(0)).toEqual(['GET /x'])
})

describe('what calls itself audio and names other files or machines', () => {
  const noAudio: [string, () => string | Buffer<ArrayBuffer>][] = [
    [
      'an HLS playlist',
      () => `#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\n${baitUrl()}/a.ts\n#EXT-X-ENDLIST\n`,
    ],
    [
      'an HLS playlist of local files',
      () => '#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n#EXTINF:1,\n/etc/passwd\n',
    ],
    ['a plain m3u', () => `${baitUrl()}/a.mp3\n`],
    ['a concat script', () => `ffconcat version 1.0\nfile '${baitUrl()}/a.mp3'\nfile /etc/passwd\n`],
    ['a concat protocol', () => 'concat:/etc/passwd|/etc/hosts'],
    ['a session description', () => 'v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nm=audio 9 RTP/AVP 0\n'],
    [
      'a DASH manifest',
      () => `<?xml version="1.0"?><MPD><Period><BaseURL>${baitUrl()}/</BaseURL></Period></MPD>`,
    ],
    ['an SVG', () => `<svg xmlns="http://www.w3.org/2000/svg"><image href="${baitUrl()}/x.png"/></svg>`],
    ['a subfile address', () => 'subfile,,start,0,end,99,,:/etc/passwd'],
    ['a filter graph', () => 'amovie=/etc/passwd'],
  ]
  test.each(noAudio)('%s named .mp3: not an accepted format', async (_, content) => {
    for (const address of ['features', 'beats']) {
      const response = await post(address, ['file', new Blob([content()]), 'song.mp3'])
      expect(await refusalOf(response)).toEqual({ status: 415, code: 'UNSUPPORTED_FORMAT' })
    }
  })

  test('the same behind the first bytes of a real format: not decoded', async () => {
    const playlist = Buffer.from(`#EXTM3U\n#EXTINF:9,\n${baitUrl()}/a.ts\nfile:///etc/passwd\n`)
    const heads = [
      id3Header(0),
      Buffer.from('RIFF\x00\x01\x00\x00WAVE', 'latin1'),
      Buffer.from('FORM\x00\x00\x01\x00AIFF', 'latin1'),
      Buffer.from('fLaC'),
      Buffer.from('OggS'),
      Buffer.from('\x00\x00\x00\x10ftypM4A ', 'latin1'),
      Buffer.from([0xff, 0xfb, 0x90, 0x00]),
    ]
    for (const head of heads) {
      const file = new Blob([Buffer.concat([head, playlist])])
      for (const address of ['features', 'stems'])
        expect(await refusalOf(await post(address, ['file', file, 'song.mp3']))).toMatchObject({
          status: 422,
        })
    }
  })

  test('a movie of references only', async () => {
    const address = Buffer.from(`${baitUrl()}/movie.mov\0`)
    const size = (bytes: number) => Buffer.from([0, 0, bytes >> 8, bytes & 255])
    const wrap = (type: string, inner: Buffer) =>
      Buffer.concat([size(8 + inner.length), Buffer.from(type), inner])
    const rdrf = wrap(
      'rdrf',
      Buffer.concat([Buffer.alloc(4), Buffer.from('url '), size(address.length), address]),
    )
    const movie = Buffer.concat([
      wrap('ftyp', Buffer.from('qt  \0\0\0\0qt  ')),
      wrap('moov', wrap('rmra', wrap('rmda', rdrf))),
    ])
    const response = await post('features', ['file', new Blob([movie]), 'song.m4a'])
    expect(await refusalOf(response)).toEqual({ status: 422, code: 'DECODE_FAILED' })
  })

  test('tracks and pictures that are said to be elsewhere are not fetched', async () => {
    const m4a = readFileSync(music(path('a.m4a'), 2, '-c:a', 'aac'))
    const flac = readFileSync(music(path('a.flac'), 2))
    const mp3 = readFileSync(music(path('a.mp3'), 2))
    const aiff = readFileSync(music(path('a.aiff'), 2))
    const files: Record<string, Buffer<ArrayBuffer>> = {
      'data at an address': m4aReferringTo(m4a, 'url ', `${baitUrl()}/samples`),
      'data in a file': m4aReferringTo(m4a, 'url ', 'file:///etc/passwd'),
      'an alias of a file': m4aReferringTo(m4a, 'alis', '/etc/passwd'),
      'a picture at an address': flacWithPictureAt(flac, `${baitUrl()}/cover.png`),
      'a picture in a file': flacWithPictureAt(flac, 'file:///etc/passwd'),
      'a cover at an address': withId3CoverAt(mp3, `${baitUrl()}/cover.jpg`),
      'a cover at an address, in AIFF': aiffWithId3CoverAt(aiff, `${baitUrl()}/cover.jpg`),
    }
    for (const [what, bytes] of Object.entries(files)) {
      for (const address of ['features', 'analyze']) {
        const response = await post(address, ['file', new Blob([bytes]), 'song'])
        const { status } = await refusalOf(response)
        // What is in the file itself may be heard; an external track is none.
        expect([what, status]).toEqual([what, what === 'an alias of a file' ? 422 : 200])
      }
    }
  })
})

describe('hours of nothing in a few kilobytes', () => {
  const bombs: [string, () => Buffer<ArrayBuffer> | Buffer][] = [
    ['a day of FLAC that does not say how long it is', () => flacBomb(24)],
    ['four hours of FLAC in Ogg', () => readFileSync(silence(path('b.oga'), 4 * 3600, '-c:a', 'flac'))],
    ['half an hour of MP3', () => readFileSync(silence(path('b.mp3'), 1800, '-q:a', '9'))],
  ]
  test.each(bombs)('%s is refused by its length, in bounded time and memory', async (_, make) => {
    const bytes = Buffer.from(make())
    const residentMb = () =>
      Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${service().server.pid}/status`, 'utf8'))?.[1]) /
      1000
    const file: Part = ['file', new Blob([bytes]), 'bomb']
    const before = residentMb()
    for (const address of ['features', 'analyze', 'stems']) {
      const started = performance.now()
      const response = await post(address, file)
      expect(await refusalOf(response)).toEqual({ status: 413, code: 'DURATION_TOO_LONG' })
      expect(performance.now() - started).toBeLessThan(30_000 * slowdown())
    }
    const { job_id } = (await (await post('analyze', file, ['async', 'true'])).json()) as { job_id: string }
    expect(await ended(job_id)).toMatchObject({ status: 'failed', error: { code: 'DURATION_TOO_LONG' } })
    expect(residentMb() - before).toBeLessThan(300)
  })

  test.each([
    ['a wav that claims 4 GB', { dataBytes: 0xffffffff }],
    ['a wav that claims no bytes', { dataBytes: 0 }],
    ['a wav of 65 535 channels', { channels: 65_535 }],
    ['a wav of no channel', { channels: 0 }],
    ['a wav of 4 GHz', { rateHz: 0xffffffff }],
    ['a wav of 0 Hz', { rateHz: 0 }],
  ])('%s is refused, or heard for what it is', async (_, claims) => heardForWhatItIs(lyingWav(claims)))

  test.each([
    ['an aiff that claims 4 billion samples', { frames: 0xffffffff }],
    ['an aiff that claims no samples', { frames: 0 }],
    ['an aiff whose sound claims 4 GB', { soundBytes: 0xffffffff }],
    ['an aiff of 65 535 channels', { channels: 65_535 }],
    ['an aiff of no channel', { channels: 0 }],
    ['an aiff of 2^64 Hz', { rateExponent: 16_383 + 64 }],
    ['an aiff of an endless rate', { rateExponent: 0x7fff }],
    ['an aiff of hardly any rate', { rateExponent: 1 }],
    ['an aiff of 65 535 bits', { bits: 65_535 }],
  ])('%s is refused, or heard for what it is', async (_, claims) => heardForWhatItIs(lyingAiff(claims)))

  async function heardForWhatItIs(bytes: Buffer<ArrayBuffer>) {
    const response = await post('features', ['file', new Blob([bytes]), 'liar.wav'])
    const body = (await response.json()) as { features?: { duration: number } }
    expect([200, 413, 422]).toContain(response.status)
    if (response.status === 200) expect(body.features!.duration).toBeLessThanOrEqual(1)
  }
})
