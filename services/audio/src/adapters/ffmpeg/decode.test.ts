import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLoudnessMeter } from '../../domain/loudness/loudness-meter.ts'
import { decode } from './decode.ts'
import { probe } from './probe.ts'

let folder = ''
const at = (name: string) => join(folder, name)
const RATE = 44_100

/** 16-bit stereo WAV bytes. */
const wav = (samples: Float32Array, sampleRateHz = RATE, channels = 2): Buffer => {
  const out = Buffer.alloc(44 + samples.length * 2)
  out.write('RIFF', 0)
  out.writeUInt32LE(36 + samples.length * 2, 4)
  out.write('WAVEfmt ', 8)
  out.writeUInt32LE(16, 16)
  out.writeUInt16LE(1, 20)
  out.writeUInt16LE(channels, 22)
  out.writeUInt32LE(sampleRateHz, 24)
  out.writeUInt32LE(sampleRateHz * channels * 2, 28)
  out.writeUInt16LE(channels * 2, 32)
  out.writeUInt16LE(16, 34)
  out.write('data', 36)
  out.writeUInt32LE(samples.length * 2, 40)
  samples.forEach((x, i) => {
    out.writeInt16LE(Math.round(x * 32_767), 44 + i * 2)
  })
  return out
}

const tone = (seconds: number): Float32Array =>
  Float32Array.from({ length: Math.round(seconds * RATE) * 2 }, (_, i) => 0.25 * Math.sin((i >> 1) * 0.06))

const collect = async (path: string, options: Parameters<typeof decode>[1]) => {
  const lengths: number[] = []
  let frames = 0
  for await (const block of decode(path, options)) {
    lengths.push(block.length)
    frames += block.length / options.channels
  }
  return { lengths, frames }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-decode-'))
  await writeFile(at('tone.wav'), wav(tone(2)))
  for (const name of ['tone.mp3', 'tone.flac', 'tone.m4a', 'tone.aac', 'tone.opus', 'tone.aiff']) {
    const artist = ['-metadata', 'title=A tone', '-metadata', 'artist=Nobody']
    execFileSync('ffmpeg', ['-v', 'error', '-i', at('tone.wav'), ...artist, '-strict', '-2', at(name)])
  }
}, 60_000)
afterAll(() => rm(folder, { recursive: true }))

describe('probe and decode', () => {
  it.each(['mp3', 'flac', 'm4a'])('a cover in a %s file is not in the way', async (kind) => {
    for (const picture of ['jpg', 'png']) {
      const drawn = ['-f', 'lavfi', '-i', 'testsrc=s=300x300', '-frames:v', '1', at(`cover.${picture}`)]
      execFileSync('ffmpeg', ['-v', 'error', '-y', ...drawn])
      const inputs = ['-i', at('tone.wav'), '-i', at(`cover.${picture}`), '-map', '0', '-map', '1']
      const covered = at(`covered-${picture}.${kind}`)
      execFileSync('ffmpeg', [
        '-v',
        'error',
        ...inputs,
        '-c:v',
        'copy',
        '-disposition:v',
        'attached_pic',
        covered,
      ])
      const { durationSeconds, channels } = await probe(covered)
      expect([Math.round(durationSeconds!), channels]).toEqual([2, 2])
      const { frames } = await collect(covered, { sampleRateHz: RATE, channels: 2 })
      expect(frames / RATE).toBeCloseTo(2, 0)
    }
  })
  it('lets no number through that is none, or louder than any programme', async () => {
    const odd = [0.5, Number.NaN, -Number.NaN, 1e30, -1e30, Infinity, -Infinity, 16, -16, 1e-40, -0.25]
    const raw = at('odd.f32')
    await writeFile(raw, new Uint8Array(Float32Array.from(odd).buffer))
    const input = ['-f', 'f32le', '-ar', String(RATE), '-ac', '1', '-i', raw, '-c:a', 'pcm_f32le']
    execFileSync('ffmpeg', ['-v', 'error', ...input, at('odd.wav')])
    const heard: number[] = []
    for await (const block of decode(at('odd.wav'), { sampleRateHz: RATE, channels: 1 })) heard.push(...block)
    expect(heard).toEqual([0.5, 0, 0, 16, -16, 16, -16, 16, -16, 1e-40, -0.25].map((x) => Math.fround(x)))
  })
  it.each(['wav', 'aiff', 'mp3', 'flac', 'm4a', 'aac', 'opus'])(
    'reads %s whatever it is called',
    async (kind) => {
      const bytes = execFileSync('cat', [at(`tone.${kind}`)])
      await writeFile(at(`-${kind}:misnamed.txt`), bytes)
      const found = await probe(at(`-${kind}:misnamed.txt`))
      expect(found).toMatchObject({ container: kind, channels: 2 })
      const { frames } = await collect(at(`-${kind}:misnamed.txt`), { sampleRateHz: RATE, channels: 2 })
      expect(frames / RATE).toBeGreaterThan(1.95)
      expect(frames / RATE).toBeLessThan(2.1)
      if (kind === 'flac' || kind === 'm4a')
        expect(found).toMatchObject({ title: 'A tone', artist: 'Nobody' })
    },
  )

  it('hands out whole blocks, then the rest, and counts every frame', async () => {
    const { lengths, frames } = await collect(at('tone.wav'), {
      sampleRateHz: RATE,
      channels: 1,
      blockFrames: 1000,
    })
    expect(frames).toBe(2 * RATE)
    expect(new Set(lengths.slice(0, -1))).toEqual(new Set([1000]))
  })

  it("agrees with ffmpeg's own meter within 0.1 LU", async () => {
    const meter = createLoudnessMeter({ sampleRateHz: RATE, channels: 2 })
    for await (const block of decode(at('tone.flac'), { sampleRateHz: RATE, channels: 2 })) meter.push(block)
    const script = `ffmpeg -nostdin -hide_banner -i ${at('tone.flac')} -af ebur128 -f null - 2>&1`
    const theirs = Number(
      /Summary:[\s\S]*?I:\s+(-?[\d.]+) LUFS/.exec(execFileSync('sh', ['-c', script]).toString())?.[1],
    )
    expect(Math.abs(meter.finish().integratedLufs! - theirs)).toBeLessThanOrEqual(0.1)
  })

  it('stops the process when the signal aborts and when the reader leaves', async () => {
    const abort = new AbortController()
    const reading = (async () => {
      for await (const _ of decode(at('tone.flac'), {
        sampleRateHz: RATE,
        channels: 1,
        blockFrames: 64,
        signal: abort.signal,
      }))
        abort.abort(new Error('cancelled'))
    })()
    await expect(reading).rejects.toThrow('cancelled')
    for await (const _ of decode(at('tone.flac'), { sampleRateHz: RATE, channels: 1, blockFrames: 64 })) break
    // Both children are ours and gone: `decode` waits for their end before it returns.
    const children = execFileSync('sh', [
      '-c',
      `ps -o ppid=,comm= -A | grep ffmpeg | grep -w ${process.pid} || true`,
    ])
    expect(children.toString()).toBe('')
  })

  it('refuses with a code that says why', async () => {
    await writeFile(at('empty.wav'), '')
    await writeFile(at('list.mp3'), `ffconcat version 1.0\nfile ${at('tone.wav')}\n`)
    await writeFile(at('hls.mp3'), `#EXTM3U\n#EXTINF:1,\n${at('tone.wav')}\n`)
    await writeFile(at('hollow.flac'), Buffer.concat([Buffer.from('fLaC'), Buffer.alloc(500)]))
    await writeFile(at('rate.wav'), wav(tone(0.1), 1))
    const pcm = { sampleRateHz: RATE, channels: 2 } as const
    await expect(probe(at('empty.wav'))).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
    await expect(probe(at('absent.wav'))).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(probe(at('list.mp3'))).rejects.toMatchObject({ code: 'UNSUPPORTED_FORMAT' })
    await expect(probe(at('hls.mp3'))).rejects.toMatchObject({ code: 'UNSUPPORTED_FORMAT' })
    await expect(probe(at('rate.wav'))).rejects.toMatchObject({ code: 'DECODE_FAILED' })
    await expect(collect(at('hollow.flac'), pcm)).rejects.toMatchObject({ code: 'DECODE_FAILED' })
    await expect(collect(at('tone.flac'), { ...pcm, maxDurationSeconds: 1 })).rejects.toMatchObject({
      code: 'DURATION_TOO_LONG',
    })
    await expect(collect(at('tone.flac'), { ...pcm, ffmpegPath: 'no-such-ffmpeg' })).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    })
  })
})
