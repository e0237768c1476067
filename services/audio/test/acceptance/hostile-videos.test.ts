import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { m4aReferringTo } from '../hostile-audio.ts'
import { serviceUnderAttack } from '../hostile-service.ts'

const { baitUrl, path, post } = serviceUnderAttack()

const VIDEO = ['-f', 'lavfi', '-i', 'testsrc=d=3:s=64x64:r=10']
const SOUND = ['-f', 'lavfi', '-i', 'sine=f=220:d=3']
const film = (name: string, ...encoding: string[]): Buffer<ArrayBuffer> => {
  execFileSync('ffmpeg', ['-y', '-v', 'error', ...encoding, path(name)])
  return readFileSync(path(name))
}
const mp4 = () =>
  film('a.mp4', ...VIDEO, ...SOUND, '-c:v', 'libx264', '-c:a', 'aac', '-metadata', 'title=Film')
const webm = () => film('a.webm', ...VIDEO, ...SOUND, '-c:v', 'libvpx', '-c:a', 'libopus')

const answerOf = async (address: string, bytes: Buffer<ArrayBuffer>) => {
  const response = await post(address, ['file', new Blob([bytes]), 'film.mp4'])
  const text = await response.text()
  expect(text).not.toMatch(/root:|\/tmp|\/etc|ffmpeg|at file:/)
  // biome-ignore lint/suspicious/noExplicitAny: the test looks into bodies freely.
  return { status: response.status, body: JSON.parse(text) as any }
}

/** Writes noise over the part of a file that no header is in. */
const spoiled = (bytes: Buffer<ArrayBuffer>, marker: string, length: number): Buffer<ArrayBuffer> => {
  const out = Buffer.from(bytes)
  const at = out.indexOf(marker, 0, 'latin1') + marker.length
  expect(at).toBeGreaterThan(marker.length)
  for (let i = 0; i < length; i++) out[at + i] = (i * 97 + 13) & 255
  return out
}

describe('the sound of videos', () => {
  test('of mp4 and webm is heard by every analysis', async () => {
    for (const [bytes, container, codec] of [
      [mp4(), 'mp4', 'aac'],
      [webm(), 'webm', 'opus'],
    ] as const) {
      const { status, body } = await answerOf('features', bytes)
      expect([status, body.features.format]).toMatchObject([200, { container, codec, channels: 1 }])
      expect(body.features.duration).toBeGreaterThan(2.9)
      for (const address of ['beats', 'analyze'])
        expect([address, (await answerOf(address, bytes)).status]).toEqual([address, 200])
    }
    expect((await answerOf('features', mp4())).body.features.format.title).toBe('Film')
  })

  test('is all that is read: a video that no decoder would survive changes nothing', async () => {
    const clean = mp4()
    const { body } = await answerOf('features', clean)
    // The parameter sets of H.264 and the first picture.
    const bad = spoiled(clean, 'avcC', 30)
    const answer = await answerOf('features', bad)
    expect([answer.status, answer.body.features?.loudness]).toEqual([200, body.features.loudness])
  })

  test('is refused where there is none', async () => {
    for (const bytes of [
      film('mute.mp4', ...VIDEO, '-c:v', 'libx264'),
      film('mute.webm', ...VIDEO, '-c:v', 'libvpx'),
    ])
      for (const address of ['features', 'beats', 'stems'])
        expect(await answerOf(address, bytes)).toMatchObject({
          status: 422,
          body: { error: { code: 'DECODE_FAILED' } },
        })
  })

  test('in a codec that is not accepted is refused', async () => {
    const bytes = film('ac3.mp4', ...VIDEO, ...SOUND, '-c:v', 'libx264', '-c:a', 'ac3')
    expect(await answerOf('features', bytes)).toMatchObject({
      status: 422,
      body: { error: { code: 'DECODE_FAILED', details: { issue: 'codec_not_accepted' } } },
    })
  })

  test('Matroska and other documents of its kind are not accepted', async () => {
    const bytes = film('a.mkv', ...VIDEO, ...SOUND, '-c:v', 'libx264', '-c:a', 'aac')
    expect((await answerOf('features', bytes)).status).toBe(415)
  })
})

describe('videos that name other files or machines', () => {
  test('are not followed: tracks elsewhere, and playlists behind the first bytes', async () => {
    const film = mp4()
    for (const target of [`${baitUrl()}/samples`, 'file:///etc/passwd']) {
      const { status } = await answerOf('features', m4aReferringTo(film, 'url ', target))
      expect(status).toBe(200)
    }
    expect((await answerOf('features', m4aReferringTo(film, 'alis', '/etc/passwd'))).status).toBe(422)
    const playlist = Buffer.from(`#EXTM3U\n#EXTINF:9,\n${baitUrl()}/a.ts\nfile:///etc/passwd\n`)
    const head = webm().subarray(0, 36)
    for (const address of ['features', 'stems'])
      expect((await answerOf(address, Buffer.concat([head, playlist]))).status).toBe(422)
  })

  test('claims of absurd sizes are refused, or heard for what they are', async () => {
    const clean = webm()
    for (const at of [40, 60, 120, 200, 300]) {
      const bytes = Buffer.from(clean)
      bytes.fill(0xff, at, at + 12)
      const { status } = await answerOf('features', bytes)
      expect([200, 413, 415, 422]).toContain(status)
    }
    for (const length of [40, 400, 4000]) {
      const { status } = await answerOf('features', Buffer.from(clean.subarray(0, length)))
      expect([200, 422]).toContain(status)
    }
  })
})
