import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gainKernel, sha256Of, tinyHybridNetwork, tinyNetwork } from '../../../test/tiny-network.ts'
import { createNetworkSeparator } from '../../domain/stems/network-separator.ts'
import { joinBlocks, STEM_NAMES, type StemBlocks } from '../../domain/stems/stem.ts'
import { loadTransforms } from '../pffft/create-transform.ts'
import { loadNetwork, type NetworkWeights } from './load-network.ts'

const createTransform = await loadTransforms()
const load = (weights: NetworkWeights) => loadNetwork(weights, createTransform)

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-onnx-'))
})
afterAll(() => rm(folder, { recursive: true }))

const keep = async (name: string, file: Uint8Array) => {
  const path = join(folder, name)
  await writeFile(path, file)
  return { path, sha256: sha256Of(file) }
}

/** Three taps, different for every stem and channel, with some of the other channel mixed in. */
const KERNEL = Array.from({ length: 8 }, (_, row) =>
  [0, 1].map((input) => [0.1 * (row + 1), 0.5 - 0.1 * row, input === row % 2 ? 0.3 : -0.2]),
)
const GAINS = [0.4, 0.3, 0.2, 0.1]

describe('a network of our own', () => {
  it('runs as its weights say', async () => {
    const network = await load(await keep('conv.onnx', tinyNetwork({ frames: 64, kernel: KERNEL })))
    expect(network.chunkFrames).toBe(64)
    const planar = Float32Array.from({ length: 128 }, (_, i) => Math.sin(i * i * 0.01))
    const stems = await network.run(planar)
    for (let row = 0; row < 8; row++)
      for (let t = 0; t < 64; t++) {
        let wanted = 0
        for (let input = 0; input < 2; input++)
          for (let tap = 0; tap < 3; tap++) {
            const at = t + tap - 1
            if (at >= 0 && at < 64) wanted += KERNEL[row]![input]![tap]! * planar[64 * input + at]!
          }
        expect(Math.abs(stems[64 * row + t]! - wanted)).toBeLessThan(1e-5)
      }
    await network.release()
  })

  it('gives the known stems of a stream, also when the file leaves the length open', async () => {
    const signal = Float32Array.from({ length: 2 * 1000 }, (_, i) => Math.sin(i * 0.3))
    for (const frames of [128, null]) {
      const weights = await keep('gain.onnx', tinyNetwork({ frames, kernel: gainKernel(GAINS) }))
      const network = await load({ ...weights, chunkFrames: 200 })
      expect(network.chunkFrames).toBe(frames ?? 200)
      const engine = createNetworkSeparator(network)
      const parts: StemBlocks[] = []
      for (let at = 0; at < signal.length; at += 300)
        parts.push(await engine.push(signal.subarray(at, at + 300)))
      const stems = joinBlocks([...parts, await engine.finish()])
      for (const [s, name] of STEM_NAMES.entries())
        for (let i = 0; i < signal.length; i++)
          expect(Math.abs(stems[name][i]! - GAINS[s]! * signal[i]!)).toBeLessThan(1e-6)
      await network.release()
    }
  })

  it('is refused when its bytes, its checksum or its layout are wrong', async () => {
    const good = await keep('good.onnx', tinyNetwork({ frames: 64, kernel: gainKernel(GAINS) }))
    const issue = (name: string) => ({ code: 'SERVICE_UNAVAILABLE', details: { issue: name } })
    const wrong = good.sha256.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))
    await expect(load({ ...good, sha256: wrong })).rejects.toMatchObject(issue('checksum_mismatch'))
    await expect(load({ ...good, sha256: 'abc' })).rejects.toMatchObject(issue('checksum_malformed'))
    await expect(load({ ...good, path: join(folder, 'absent.onnx') })).rejects.toMatchObject(
      issue('weights_missing'),
    )
    await expect(load(await keep('text.onnx', new TextEncoder().encode('hello')))).rejects.toMatchObject(
      issue('network_unreadable'),
    )
    const mono = gainKernel(GAINS).map(([first]) => [first!])
    await expect(
      load(await keep('mono.onnx', tinyNetwork({ frames: 64, kernel: mono, inputChannels: 1 }))),
    ).rejects.toMatchObject(issue('network_layout'))
  })

  it('runs with waveform and spectrogram, the common export of HTDemucs, and sums both branches', async () => {
    const frames = 12_000
    const spectrum = [0.1, 0.2, 0.3, 0.4]
    for (const flat of [false, true]) {
      const file = tinyHybridNetwork({ frames, wave: GAINS, spectrum, flat })
      const network = await load(await keep('hybrid.onnx', file))
      expect(network.chunkFrames).toBe(frames)
      const planar = Float32Array.from({ length: 2 * frames }, (_, i) => Math.sin(i * i * 1e-5))
      const stems = await network.run(planar)
      // The original, too, has no frame before the first: the ends of a chunk are weaker.
      for (let row = 0; row < 8; row++)
        for (let t = 1536; t < frames - 1536; t += 7) {
          const wanted = (GAINS[row >> 1]! + spectrum[row >> 1]!) * planar[(row % 2) * frames + t]!
          expect(Math.abs(stems[row * frames + t]! - wanted)).toBeLessThan(1e-5)
        }
      await network.release()
    }
    await expect(
      load(await keep('bins.onnx', tinyHybridNetwork({ frames, wave: GAINS, spectrum, bins: 1024 }))),
    ).rejects.toMatchObject({ details: { issue: 'network_layout' } })
  })

  it('costs nothing until it is asked for', () => {
    const script = `await import(${JSON.stringify(join(import.meta.dirname, 'load-network.ts'))})
      console.log(process.report.getReport().sharedObjects.some((name) => name.includes('onnxruntime')))`
    const out = execFileSync(process.execPath, ['--input-type=module', '-e', script]).toString()
    expect(out.trim()).toBe('false')
  })
})
